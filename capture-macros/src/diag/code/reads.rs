//! Reads on the host.

super::explain! {
    /// A tensor is read on the host.
    ///
    /// The body runs once, at capture, and its tensors have no values there. `replay()` runs only
    /// what was recorded, so a value read by the body would be the same for ever.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn normalize(x: Tensor<1>) -> Tensor<1> {
    ///     let max: f32 = x.clone().max().into_scalar();
    ///     x / max
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn normalize(x: Tensor<1>) -> Tensor<1> {
    ///     let max = x.clone().max();
    ///     x / max
    /// }
    /// # normalize::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0201,

    /// An operation that reads a tensor on the host to do its work.
    ///
    /// Some operations of Burn look like any other and read values: the size of their result depends
    /// on them, or they check them. They have a form that stays on the device.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn positive(x: Tensor<1>) -> Tensor<1> {
    ///     let mask = x.clone().greater_scalar(0.0);
    ///     x.mask_select(mask).sum()
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn positive(x: Tensor<1>) -> Tensor<1> {
    ///     let mask = x.clone().lower_equal_scalar(0.0);
    ///     x.mask_fill(mask, 0.0).sum()
    /// }
    /// # positive::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0202,
}
