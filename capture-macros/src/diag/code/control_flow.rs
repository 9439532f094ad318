//! Control flow.

super::explain! {
    /// A branch depends on the value of a tensor.
    ///
    /// Only the branch taken at capture is recorded, so `replay()` would take it whatever the values
    /// are.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn relu(x: Tensor<1>) -> Tensor<1> {
    ///     if x.clone().max().into_scalar::<f32>() > 0.0 { x } else { x.zeros_like() }
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn relu(x: Tensor<1>) -> Tensor<1> {
    ///     let negative = x.clone().lower_scalar(0.0);
    ///     x.mask_fill(negative, 0.0)
    /// }
    /// # relu::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0401,

    /// A loop depends on the value of a tensor.
    ///
    /// The iterations made at capture are recorded one after the other, so every `replay()` would make
    /// as many.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn shrink(mut x: Tensor<1>) -> Tensor<1> {
    ///     while x.clone().max().into_scalar::<f32>() > 1.0 { x = x * 0.5; }
    ///     x
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn shrink(mut x: Tensor<1>) -> Tensor<1> {
    ///     for _ in 0..8 { x = x * 0.5; }
    ///     x
    /// }
    /// # shrink::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0402,

    /// The host decides something by a live number.
    ///
    /// A live number is given anew to every `replay()`, on the device. The host sees it only at
    /// capture, where it has no value.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn warm(x: Tensor<1>, #[live] rate: f32) -> Tensor<1> {
    ///     if rate > 0.1 { x * rate } else { x }
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn warm(x: Tensor<1>, #[live] rate: f32) -> Tensor<1> {
    ///     let rates = x.zeros_like() + rate;
    ///     let low = rates.clone().lower_equal_scalar(0.1);
    ///     x * rates.mask_fill(low, 1.0)
    /// }
    /// # warm::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0403,

    /// A live number where the host needs a size, a position or an integer.
    ///
    /// Shapes and positions are part of the recording. A position that changes is a tensor of indices;
    /// a size that changes is a frozen value.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn row(x: Tensor<2>, #[live] at: i64) -> Tensor<2> { x.narrow(0, at as usize, 1) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn row(x: Tensor<2>, at: Tensor<1, Int>) -> Tensor<2> { x.select(0, at) }
    /// # row::capture(TensorSpec::float([2, 4]), TensorSpec::int([1])).unwrap();
    /// ```
    CP0404,

    /// `?` in a program that returns a `Result`.
    ///
    /// A recording has one exit, and what fails at capture cannot fail at `replay()`. `?` on an `Option`
    /// works where the program returns an `Option`: whether a value is there is known at capture, and
    /// part of the signature.
    ///
    /// ```wrong
    /// # use std::num::ParseFloatError;
    /// # const FACTOR: &str = "2.0";
    /// #[capture_program]
    /// fn scale(x: Tensor<1>) -> Result<Tensor<1>, ParseFloatError> {
    ///     let factor: f32 = FACTOR.parse()?;
    ///     Ok(x * factor)
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn scale(x: Tensor<1>, #[live] factor: f32) -> Tensor<1> { x * factor }
    /// # scale::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0405,

    /// Code that only runs eagerly changes what follows it.
    ///
    /// What `if !is_placeholder(..)` and `eager_only!` guard is left out at capture. If it returned,
    /// left a loop or assigned to a variable outside, replays would compute something else than eager
    /// runs.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn double(mut x: Tensor<1>) -> Tensor<1> {
    ///     eager_only! { x = x * 2.0; }
    ///     x
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
    CP0406,

    /// A live number as the data of a tensor.
    ///
    /// The data given to `from_floats` or `from_data` is part of the recording, where a live number
    /// has no value. `Tensor::full` takes one.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn add(x: Tensor<1>, #[live] by: f32) -> Tensor<1> {
    ///     let by = Tensor::from_floats([by], &x.device());
    ///     x + by
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn add(x: Tensor<1>, #[live] by: f32) -> Tensor<1> {
    ///     let by = Tensor::full([1], by, &x.device());
    ///     x + by
    /// }
    /// # add::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0407,
}
