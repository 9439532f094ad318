//! The attribute itself.

super::explain! {
    /// The attribute or the function cannot be read.
    ///
    /// The options of `capture_program` are misspelled, the `example` of its generated tests does not fit
    /// the parameters, or the attribute stands on something that is not a function. Nothing can be
    /// generated, so the function is left as it is.
    ///
    /// ```wrong
    /// #[capture_program(cash = 4)]
    /// fn double(x: Tensor<1>) -> Tensor<1> { x * 2.0 }
    /// ```
    /// ```right
    /// #[capture_program(cache = 4)]
    /// fn double(x: Tensor<1>) -> Tensor<1> { x * 2.0 }
    /// # double::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0001,
}
