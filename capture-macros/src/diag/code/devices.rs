//! Transfers and devices.

super::explain! {
    /// A tensor or module is moved to another device.
    ///
    /// A program stays on one device. Moving a placeholder would mean to move its value, which it does
    /// not have at capture.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn square(x: Tensor<2>, #[frozen] cpu: Device) -> Tensor<2> { x.square().to_device(&cpu) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn square(x: Tensor<2>) -> Tensor<2> { x.square() }
    /// # square::capture(TensorSpec::float([2, 4])).unwrap();
    /// ```
    CP0301,

    /// A tensor is made on another device and meets the program's tensors.
    ///
    /// A device named in the body is not the one of the program, neither at capture nor at replay.
    /// `x.device()`, or a `&Device` parameter, is.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn shift(x: Tensor<1>) -> Tensor<1> { x + Tensor::ones([1], &Device::flex()) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn shift(x: Tensor<1>) -> Tensor<1> {
    ///     let one = Tensor::ones([1], &x.device());
    ///     x + one
    /// }
    /// # shift::capture(TensorSpec::float([1])).unwrap();
    /// ```
    CP0302,
}
