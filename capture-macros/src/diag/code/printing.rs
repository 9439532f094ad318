//! Printing and formatting.

super::explain! {
    /// A tensor is printed or formatted.
    ///
    /// `Display` reads the values, which a placeholder does not have: it would print nothing of use
    /// and add an operation per element to the recording. `{:?}` shows only the handle, and is fine.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> {
    ///     let y = x * 2.0;
    ///     println!("{y}");
    ///     y
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> {
    ///     let y = x * 2.0;
    ///     eager_only! { println!("{y}"); }
    ///     y
    /// }
    /// # double::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0601,

    /// A tensor is turned into a string.
    ///
    /// `to_string` is `Display`: it reads the values, which a placeholder does not have.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> {
    ///     let _label = x.to_string();
    ///     x * 2.0
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> {
    ///     let _label = format!("{:?}", x.dims());
    ///     x * 2.0
    /// }
    /// # double::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0602,

    /// A live number is printed or formatted.
    ///
    /// A live number is on the device and has no value at capture. The caller of `replay()` has it.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn scale(x: Tensor<1>, #[live] by: f32) -> Tensor<1> {
    ///     println!("{by}");
    ///     x * by
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn scale(x: Tensor<1>, #[live] by: f32) -> Tensor<1> { x * by }
    /// # scale::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0603,
}
