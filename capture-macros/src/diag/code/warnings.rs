//! Warnings.

super::explain! {
    /// An effect on the host that runs once.
    ///
    /// What the body prints, logs, reads from a file or writes to one happens when it is captured, and at
    /// no replay. What is meant for eager runs can say so; what is meant for replays is done around them.
    ///
    /// ```suspect
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> {
    ///     println!("doubling {} numbers", x.dims()[0]);
    ///     x * 2.0
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> {
    ///     eager_only! { println!("doubling {} numbers", x.dims()[0]); }
    ///     x * 2.0
    /// }
    /// # double::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0901,

    /// An input that no operation uses.
    ///
    /// It is a part of the signature all the same: every replay asks for it and takes it to the device. A
    /// name that starts with `_` says that this is meant.
    ///
    /// ```suspect
    /// #[capture_program]
    /// fn double(x: Tensor<1>, mask: Tensor<1>) -> Tensor<1> {
    ///     drop(mask);
    ///     x * 2.0
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> { x * 2.0 }
    /// # double::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0902,

    /// A frozen number that only scales tensors.
    ///
    /// A frozen number is part of the program: each new value captures another one. Where it does nothing
    /// but multiply or divide tensors it can be live, and change from replay to replay at no cost.
    ///
    /// ```suspect
    /// #[capture_program]
    /// fn step(w: &mut Tensor<1>, gradient: Tensor<1>, #[frozen] rate: f32) {
    ///     *w = w.clone() - gradient * rate;
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn step(w: &mut Tensor<1>, gradient: Tensor<1>, #[live] rate: f32) {
    ///     *w = w.clone() - gradient * rate;
    /// }
    /// # let weights = Tensor::<1>::zeros([4], &Device::flex());
    /// # step::capture(&weights, TensorSpec::float([4])).unwrap();
    /// ```
    CP0903,

    /// A state that is never changed.
    ///
    /// State is what a program advances, and is replaced by every replay. What it only reads is weights,
    /// which sessions hold once and can be given anew with `set_weights`.
    ///
    /// ```suspect
    /// #[capture_program]
    /// fn shift(offset: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> { x + offset.clone() }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn shift(offset: &Tensor<1>, x: Tensor<1>) -> Tensor<1> { x + offset.clone() }
    /// # let weights = Tensor::<1>::zeros([4], &Device::flex());
    /// # shift::capture(&weights, TensorSpec::float([4])).unwrap();
    /// ```
    CP0904,

    /// A global that is read once.
    ///
    /// An atomic, a lock or a cell of the thread changes while the program runs. The body reads it when it is
    /// captured; what it finds is part of the program, and a replay does not look again.
    ///
    /// ```suspect
    /// # use std::sync::atomic::{AtomicI64, Ordering};
    /// static FACTOR: AtomicI64 = AtomicI64::new(2);
    ///
    /// #[capture_program]
    /// fn scale(x: Tensor<1>) -> Tensor<1> {
    ///     let factor = FACTOR.load(Ordering::Relaxed);
    ///     x.mul_scalar(factor as f32)
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn scale(x: Tensor<1>, #[live] factor: f32) -> Tensor<1> { x * factor }
    /// # scale::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0905,
}
