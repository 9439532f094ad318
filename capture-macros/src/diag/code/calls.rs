//! Calls, macros and nesting.

super::explain! {
    /// A macro that capture cannot look into.
    ///
    /// The attribute sees the tokens of a macro call and not what they become, so a host read could
    /// hide there. Macros of the standard library and of Burn are known.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn first(x: Tensor<1>) -> Tensor<1> { my_macro!(x) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn first(x: Tensor<1>) -> Tensor<1> { my_function(x) }
    /// ```
    CP0701,

    /// A replay, or another capture, inside a program.
    ///
    /// A replay runs a finished recording on real tensors. Inside a program, the captured function is
    /// called by its name, which records it as a part of the program.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn outer(x: Tensor<1>) -> Tensor<1> { SESSION.replay(x) + 1.0 }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn outer(x: Tensor<1>) -> Tensor<1> { inner(x) + 1.0 }
    /// ```
    CP0702,
}
