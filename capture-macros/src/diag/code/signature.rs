//! Signature and parameters.

super::explain! {
    /// A host parameter without a mark.
    ///
    /// A number, a string or another host value can mean two things: an argument that changes from
    /// replay to replay, or a part of the program. Capture would freeze the value of the first call
    /// without a word, so the parameter has to say which of the two it is.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn scale(x: Tensor<1>, by: f32) -> Tensor<1> { x * by }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn scale(x: Tensor<1>, #[live] by: f32) -> Tensor<1> { x * by }
    /// # scale::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0101,

    /// A kind of function that cannot be captured.
    ///
    /// A body is run once, at capture, from start to end. An `async`, `unsafe`, `extern`, `const` or
    /// variadic function, and `main`, cannot be run that way.
    ///
    /// ```wrong
    /// #[capture_program]
    /// async fn double(x: Tensor<1>) -> Tensor<1> { x * 2.0 }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> { x * 2.0 }
    /// # double::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0102,

    /// A receiver that is neither `&self` nor `&mut self`.
    ///
    /// The session holds the receiver between replays: `&self` is weights, `&mut self` is state. A
    /// receiver by value would be gone after the first run.
    ///
    /// ```wrong
    /// # use burn::nn::{Linear, LinearConfig};
    /// # #[derive(Module, Debug)]
    /// # struct Net { linear: Linear }
    /// # impl Net {
    /// #[capture_program]
    /// fn forward(self, x: Tensor<2>) -> Tensor<2> { self.linear.forward(x) }
    /// # }
    /// ```
    /// ```right
    /// # use burn::nn::{Linear, LinearConfig};
    /// # #[derive(Module, Debug)]
    /// # struct Net { linear: Linear }
    /// # impl Net {
    /// #[capture_program]
    /// fn forward(&self, x: Tensor<2>) -> Tensor<2> { self.linear.forward(x) }
    /// # }
    /// # let net = Net { linear: LinearConfig::new(4, 2).init(&Device::flex()) };
    /// # Net::forward_capture(&net, TensorSpec::float([2, 4])).unwrap();
    /// ```
    CP0103,

    /// `#[live]` on a type that is not a number.
    ///
    /// A live parameter becomes one number on the device. `f32`, `f64`, `i32`, `i64` and `bool` can;
    /// everything else is either a tensor (an input without a mark) or a part of the program.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn take(x: Tensor<1>, #[live] name: String) -> Tensor<1> { x }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn take(x: Tensor<1>, #[frozen] name: String) -> Tensor<1> { x }
    /// # take::capture(TensorSpec::float([4]), "input".to_owned()).unwrap();
    /// ```
    CP0104,

    /// `#[frozen]` on a type that cannot be part of the program.
    ///
    /// A frozen value is part of the key under which a program is found again: it is compared and
    /// hashed, and the session owns it, a `String` for `&str`, a `Vec` for a slice. A tensor, a `&mut`
    /// reference or a cell cannot be.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn add(x: Tensor<1>, #[frozen] bias: Tensor<1>) -> Tensor<1> { x + bias }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn add(x: Tensor<1>, bias: &Tensor<1>) -> Tensor<1> { x + bias.clone() }
    /// # let weights = Tensor::<1>::zeros([4], &Device::flex());
    /// # add::capture(TensorSpec::float([4]), &weights).unwrap();
    /// ```
    CP0105,

    /// A parameter through which the body would write to the host.
    ///
    /// The body runs at capture and not at replay, so what it writes to a host variable or collection
    /// is written once. Tensors pushed into a collection would be placeholders without a value.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn exp(x: Tensor<1>, log: &mut Vec<Tensor<1>>) -> Tensor<1> { log.push(x.clone()); x.exp() }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn exp(x: Tensor<1>) -> (Tensor<1>, Tensor<1>) { (x.clone(), x.exp()) }
    /// # exp::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0106,

    /// A parameter that is shared or can change behind the program's back.
    ///
    /// What stands in a `Cell`, `RefCell`, `Mutex`, `Rc` or `Arc` can be changed between replays by
    /// others, and what the body writes there stays after capture.
    ///
    /// ```wrong
    /// # use std::cell::RefCell;
    /// #[capture_program]
    /// fn add(x: Tensor<1>, bias: &RefCell<Tensor<1>>) -> Tensor<1> { x + bias.borrow().clone() }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn add(x: Tensor<1>, bias: &Tensor<1>) -> Tensor<1> { x + bias.clone() }
    /// # let weights = Tensor::<1>::zeros([4], &Device::flex());
    /// # add::capture(TensorSpec::float([4]), &weights).unwrap();
    /// ```
    CP0107,

    /// A parameter that hides its tensors.
    ///
    /// Capture has to find every tensor in a parameter, in the same order each time. It cannot look
    /// into closures, trait objects, function pointers, maps, slices or gradients.
    ///
    /// ```wrong
    /// # use std::collections::HashMap;
    /// #[capture_program]
    /// fn sum(xs: HashMap<String, Tensor<1>>) -> Tensor<1> { Tensor::cat(xs.into_values().collect(), 0) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn sum(xs: Vec<Tensor<1>>) -> Tensor<1> { Tensor::cat(xs, 0) }
    /// # sum::capture(vec![TensorSpec::float([4]); 2]).unwrap();
    /// ```
    CP0108,

    /// `impl Trait` in the signature.
    ///
    /// The generated items name the type of each parameter and of the result, and `impl Trait` has no
    /// name.
    ///
    /// ```wrong
    /// # use burn::nn::{Linear, LinearConfig};
    /// # #[derive(Module, Debug)]
    /// # struct Net { linear: Linear }
    /// # trait Forward { fn forward(&self, x: Tensor<2>) -> Tensor<2>; }
    /// # impl Forward for Net {
    /// #     fn forward(&self, x: Tensor<2>) -> Tensor<2> { self.linear.forward(x) }
    /// # }
    /// #[capture_program]
    /// fn run(net: &impl Forward, x: Tensor<2>) -> Tensor<2> { net.forward(x) }
    /// ```
    /// ```right
    /// # use burn::nn::{Linear, LinearConfig};
    /// # #[derive(Module, Debug)]
    /// # struct Net { linear: Linear }
    /// # trait Forward { fn forward(&self, x: Tensor<2>) -> Tensor<2>; }
    /// # impl Forward for Net {
    /// #     fn forward(&self, x: Tensor<2>) -> Tensor<2> { self.linear.forward(x) }
    /// # }
    /// #[capture_program]
    /// fn run<N: Forward + Module>(net: &N, x: Tensor<2>) -> Tensor<2> { net.forward(x) }
    /// # let net = Net { linear: LinearConfig::new(4, 2).init(&Device::flex()) };
    /// # run::capture(&net, TensorSpec::float([2, 4])).unwrap();
    /// ```
    CP0109,

    /// An optimizer of Burn as a parameter.
    ///
    /// Burn's optimizers keep their step counts and learning rates on the host, where capture would
    /// freeze them. The runtime has optimizers with the same arithmetic whose state is on the device.
    ///
    /// ```wrong
    /// # use burn::nn::{Linear, LinearConfig};
    /// # #[derive(Module, Debug)]
    /// # struct Mlp { linear: Linear }
    /// # use burn::optim::ModuleOptimizer;
    /// # fn train(model: &mut Mlp, optim: &mut ModuleOptimizer, x: Tensor<2>) -> Tensor<1> {
    /// #     model.linear.forward(x).mean()
    /// # }
    /// #[capture_program]
    /// fn step(model: &mut Mlp, optim: &mut ModuleOptimizer, x: Tensor<2>) -> Tensor<1> { train(model, optim, x) }
    /// ```
    /// ```right
    /// # use burn::nn::{Linear, LinearConfig};
    /// # #[derive(Module, Debug)]
    /// # struct Mlp { linear: Linear }
    /// # fn train(model: &mut Mlp, optim: &mut AdamW, x: Tensor<2>) -> Tensor<1> {
    /// #     model.linear.forward(x).mean()
    /// # }
    /// #[capture_program]
    /// fn step(model: &mut Mlp, optim: &mut AdamW, x: Tensor<2>) -> Tensor<1> { train(model, optim, x) }
    /// # let model = Mlp { linear: LinearConfig::new(4, 2).init(&Device::flex()) };
    /// # step::capture(&model, &AdamWConfig::new().init(), TensorSpec::float([2, 4])).unwrap();
    /// ```
    CP0110,

    /// A device that is not the program's.
    ///
    /// A program has one device: the capture device while capturing, the session's at replay. It is
    /// given as `&Device`; another device is a frozen value.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn ones(x: Tensor<1>, device: Device) -> Tensor<1> { x + Tensor::ones([1], &device) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn ones(x: Tensor<1>, device: &Device) -> Tensor<1> { x + Tensor::ones([1], device) }
    /// # ones::capture(TensorSpec::float([1])).unwrap();
    /// ```
    CP0111,

    /// A `Result` as the result.
    ///
    /// Whether something failed is a host value: it is known at capture, and `replay()` could not
    /// report it again.
    ///
    /// ```wrong
    /// # use std::fmt::Error;
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Result<Tensor<1>, Error> { Ok(x * 2.0) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> { x * 2.0 }
    /// # double::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0112,

    /// A result that is not made of tensors.
    ///
    /// `replay()` returns what the device computed. A host value in the result would be the one of
    /// the capture, and a reference would point into the capture.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn rows(x: Tensor<2>) -> usize { x.dims()[0] }
    /// ```
    /// ```right
    /// fn rows(x: &Tensor<2>) -> usize { x.dims()[0] }
    /// # assert_eq!(rows(&Tensor::zeros([3, 2], &Device::flex())), 3);
    /// ```
    CP0113,
}
