//! Calls, macros and nesting.

super::explain! {
    /// A macro that capture cannot look into.
    ///
    /// The attribute sees the tokens of a macro call and not what they become, so a host read could
    /// hide there. Macros of the standard library and of Burn are known.
    ///
    /// ```wrong
    /// # macro_rules! my_macro { ($x:ident) => { $x.exp() }; }
    /// #[capture_program]
    /// fn first(x: Tensor<1>) -> Tensor<1> { my_macro!(x) }
    /// ```
    /// ```right
    /// # fn my_function(x: Tensor<1>) -> Tensor<1> { x.exp() }
    /// #[capture_program]
    /// fn first(x: Tensor<1>) -> Tensor<1> { my_function(x) }
    /// # first::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0701,

    /// A replay, or another capture, inside a program.
    ///
    /// A replay runs a finished recording on real tensors. Inside a program, the captured function is
    /// called by its name, which records it as a part of the program.
    ///
    /// ```wrong
    /// # #[capture_program]
    /// # fn inner(x: Tensor<1>) -> Tensor<1> { x * 2.0 }
    /// # struct Other;
    /// # impl Other {
    /// #     fn replay(&self, x: Tensor<1>) -> Tensor<1> { x }
    /// # }
    /// # static SESSION: Other = Other;
    /// #[capture_program]
    /// fn outer(x: Tensor<1>) -> Tensor<1> { SESSION.replay(x) + 1.0 }
    /// ```
    /// ```right
    /// # #[capture_program]
    /// # fn inner(x: Tensor<1>) -> Tensor<1> { x * 2.0 }
    /// #[capture_program]
    /// fn outer(x: Tensor<1>) -> Tensor<1> { inner(x) + 1.0 }
    /// # outer::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0702,

    /// A sort in a program that must be a device graph.
    ///
    /// `engine = "graph"` asks for one device graph. Burn sorts on the host on every device that records graphs, so a
    /// program with a sort is cut into pieces, which `engine = "auto"` does and `report()` shows.
    ///
    /// ```wrong
    /// #[capture_program(engine = "graph")]
    /// fn ranked(x: Tensor<1>) -> Tensor<1> { x.sort_descending(0) }
    /// ```
    /// ```right
    /// #[capture_program(engine = "auto")]
    /// fn ranked(x: Tensor<1>) -> Tensor<1> { x.sort_descending(0) }
    /// # ranked::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0703,
}
