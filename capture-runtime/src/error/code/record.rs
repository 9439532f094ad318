//! Errors while capturing.

super::documented! {
    RECORD:

    /// A tensor is read on the host.
    ///
    /// A function or a module that the body calls asks for the value of a tensor: `into_scalar`, `to_data`, `one_hot`,
    /// `mask_select`, a branch on a value. Where the body itself does it, it is a compile error.
    ///
    /// Why: a tensor of a program has no value while capturing. A value that was read would be frozen into every replay.
    ///
    /// What to do: keep the value on the device (`mask_where`, arithmetic), or return the tensor and read it after `replay()`. With
    /// `#[capture_fn]` on the helper the compiler shows the read.
    ///
    /// ```wrong
    /// fn clip(g: Tensor<1>) -> Tensor<1> {
    ///     let norm: f32 = g.clone().square().sum().sqrt().into_scalar();
    ///     if norm > 1.0 { g / norm } else { g }
    /// }
    /// ```
    /// ```right
    /// fn clip(g: Tensor<1>) -> Tensor<1> {
    ///     let norm = g.clone().square().sum().sqrt();
    ///     g / norm.clamp_min(1.0)
    /// }
    /// ```
    CR0101,

    /// A tensor is moved off the program's device.
    ///
    /// A function or a module that the body calls moves a tensor of the program to another device.
    ///
    /// Why: a tensor of a program has no value while capturing, so there is nothing to move.
    ///
    /// What to do: return the tensor, and move what `replay()` returns.
    ///
    /// ```wrong
    /// fn archive(x: Tensor<1>) -> Tensor<1> { x.to_device(&Device::flex()) }
    ///
    /// #[capture_program]
    /// fn step(x: Tensor<1>) -> Tensor<1> { archive(x * 2.0) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn step(x: Tensor<1>) -> Tensor<1> { x * 2.0 }
    ///
    /// let doubled = session.replay(x)?.to_device(&Device::flex());
    /// ```
    CR0102,

    /// A tensor with autodiff is moved onto the program's device.
    ///
    /// A function or a module calls `to_device` on a tensor that carries a gradient. A layer with running statistics, such as
    /// `BatchNorm`, does it when it runs a second time in the same statement.
    ///
    /// Why: Burn refuses this on the capture device, even for a tensor that stands there already. Between two statements of the
    /// body, running statistics are made plain again.
    ///
    /// What to do: give each run of such a layer a statement of its own in the body; leave out the move in a helper.
    ///
    /// ```wrong
    /// let loss = (net.forward(a) - net.forward(b)).square().mean();
    /// ```
    /// ```right
    /// let a = net.forward(a);
    /// let b = net.forward(b);
    /// let loss = (a - b).square().mean();
    /// ```
    CR0103,

    /// An autodiff method is called outside the body of the program.
    ///
    /// `backward`, `grad`, `inner`, `from_inner` or `GradientsParams::from_grads` is called in a function that the body calls.
    ///
    /// Why: Burn refuses these on the capture device. The attributes rewrite them in the bodies that they see, and see no other.
    ///
    /// What to do: put `#[capture_fn]` on the helper, or call them in the body of the program. Where `inner()` is to cut the
    /// gradient, `detach()` does, and `set_require_grad(false)` for a parameter, in a `ModuleMapper` that clips weights for instance.
    ///
    /// ```wrong
    /// fn gradients(net: &Mlp, loss: Tensor<1>) -> GradientsParams {
    ///     GradientsParams::from_grads(loss.backward(), net)
    /// }
    /// ```
    /// ```right
    /// #[capture_fn]
    /// fn gradients(net: &Mlp, loss: Tensor<1>) -> GradientsParams {
    ///     GradientsParams::from_grads(loss.backward(), net)
    /// }
    /// ```
    CR0104,

    /// A tensor of another device meets a tensor of the program.
    ///
    /// An operation takes a tensor that a helper made on a device of its own, or that stands in a `static` or a closure.
    ///
    /// Why: only the program's parameters, and constants that are made on the program's device, are part of it.
    ///
    /// What to do: make the tensor a parameter, or create it on `x.device()` of an input `x`.
    ///
    /// ```wrong
    /// fn bias() -> Tensor<1> { Tensor::ones([2], &Device::flex()) }
    ///
    /// #[capture_program]
    /// fn shift(x: Tensor<1>) -> Tensor<1> { x + bias() }
    /// ```
    /// ```right
    /// fn bias(device: &Device) -> Tensor<1> { Tensor::ones([2], device) }
    ///
    /// #[capture_program]
    /// fn shift(x: Tensor<1>, device: &Device) -> Tensor<1> { x + bias(device) }
    /// ```
    CR0105,

    /// A tensor of an earlier capture is used.
    ///
    /// A helper keeps a tensor of the program in a `static`, a thread local or another place outside, and a later capture finds
    /// it there.
    ///
    /// Why: a tensor of a program exists while that capture runs. Afterwards it stands for nothing: it never had a value.
    ///
    /// What to do: keep what lasts from replay to replay in the state, a `&mut` parameter, or return it.
    ///
    /// ```wrong
    /// thread_local! { static LAST: RefCell<Option<Tensor<1>>> = RefCell::new(None); }
    ///
    /// fn momentum(g: Tensor<1>) -> Tensor<1> {
    ///     let last = LAST.take().unwrap_or_else(|| g.zeros_like());
    ///     let next = last * 0.9 + g;
    ///     LAST.set(Some(next.clone()));
    ///     next
    /// }
    /// ```
    /// ```right
    /// fn momentum(last: &mut Tensor<1>, g: Tensor<1>) -> Tensor<1> {
    ///     *last = last.clone() * 0.9 + g;
    ///     last.clone()
    /// }
    /// ```
    CR0106,

    /// A random generator is seeded inside the program.
    ///
    /// A helper calls `device.seed(..)` on the program's device.
    ///
    /// Why: a program draws fresh numbers at every replay, from the session's generator. A seed in its middle would make every
    /// replay draw the same.
    ///
    /// What to do: seed the session, `session.seed(42)`, before the replays that are to be repeated.
    ///
    /// ```wrong
    /// fn noise(x: &Tensor<1>) -> Tensor<1> {
    ///     x.device().seed(42);
    ///     x.random_like(Distribution::Default)
    /// }
    /// ```
    /// ```right
    /// fn noise(x: &Tensor<1>) -> Tensor<1> { x.random_like(Distribution::Default) }
    ///
    /// session.seed(42);
    /// ```
    CR0107,

    /// A tensor is displayed.
    ///
    /// A helper formats a tensor with `{}`, or cuts it into single elements that nothing uses.
    ///
    /// Why: `Display` reads one element at a time. Each becomes an operation of the program, and no value is there to print.
    ///
    /// What to do: return the tensor and print it after `replay()`. `{:?}` prints shape and type, and is legal.
    ///
    /// ```wrong
    /// fn log(x: &Tensor<1>) { println!("{x}"); }
    /// ```
    /// ```right
    /// fn log(x: &Tensor<1>) { println!("{x:?}"); }
    /// ```
    CR0108,

    /// Capturing twice gave two programs.
    ///
    /// Every capture runs the body twice and compares what it recorded. An operation, a number, a shape or a result differs.
    ///
    /// Why: something of the host leaks into the program: a counter, a clock, a random number, a `static`, the order of a
    /// `HashMap`. Every replay would use the value that one capture happened to see.
    ///
    /// What to do: make it a `#[live]` parameter when it changes from replay to replay, a `#[frozen]` one when it does not, or keep
    /// it in a tensor of the state.
    ///
    /// ```wrong
    /// fn rate() -> f32 { STEPS.fetch_add(1, Ordering::Relaxed) as f32 }
    ///
    /// #[capture_program]
    /// fn scale(x: Tensor<1>) -> Tensor<1> { x * rate() }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn scale(x: Tensor<1>, #[live] rate: f32) -> Tensor<1> { x * rate }
    /// ```
    CR0109,

    /// The body panicked.
    ///
    /// A panic of the body or of a function that it calls, or an operation of Burn that refused its arguments, such as two shapes
    /// that do not fit.
    ///
    /// Why: a body runs once to be captured, with the shapes and frozen values of the first replay. What panics there would panic
    /// in eager code as well.
    ///
    /// What to do: read the message, which is the panic's own, as is the place that the note names. Call the function itself with
    /// arguments of the same shapes: if it works there, the panic is a limit of capture, and worth a report.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn apply(w: &Tensor<2>, x: Tensor<2>) -> Tensor<2> { x.matmul(w.clone()) } // w is [3, 2], x is [4, 5]
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn apply(w: &Tensor<2>, x: Tensor<2>) -> Tensor<2> { x.matmul(w.clone()) } // w is [5, 2], x is [4, 5]
    /// ```
    CR0110,

    /// A spec does not fit its parameter.
    ///
    /// `capture` takes a `TensorSpec` in the place of each tensor, and one has another rank or kind than its parameter.
    ///
    /// Why: a placeholder of that shape cannot be made.
    ///
    /// What to do: give the shape with one extent per dimension, and `float`, `int` or `bool` after the parameter's kind.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn double(x: Tensor<2>) -> Tensor<2> { x * 2.0 }
    ///
    /// let program = double::capture(TensorSpec::float([64]))?;
    /// ```
    /// ```right
    /// let program = double::capture(TensorSpec::float([64, 11]))?;
    /// ```
    CR0111,

    /// Weights change.
    ///
    /// A module that is given as weights, by `&`, changes its running statistics: a `BatchNorm` in a program that trains.
    ///
    /// Why: weights are read only. The change would be lost, where eager code keeps it through a shared pointer.
    ///
    /// What to do: take the module by `&mut`, which makes it state, or run it for inference, on a device without autodiff.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn loss(norm: &BatchNorm, w: &mut Tensor<2>, x: Tensor<2>) -> Tensor<1> { train(norm, w, x) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn loss(norm: &mut BatchNorm, w: &mut Tensor<2>, x: Tensor<2>) -> Tensor<1> { train(norm, w, x) }
    /// ```
    CR0112,

    /// A result is not a tensor of the program.
    ///
    /// A result, or what a state parameter holds at the end, was made on another device.
    ///
    /// Why: results and next states are computed from the program's parameters, on its device.
    ///
    /// What to do: create constants on `x.device()` of an input `x`, or on a parameter `device: &Device`.
    ///
    /// ```wrong
    /// fn zero() -> Tensor<1> { Tensor::zeros([1], &Device::flex()) }
    ///
    /// #[capture_program]
    /// fn reset(total: &mut Tensor<1>) { *total = zero(); }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn reset(total: &mut Tensor<1>) { *total = total.zeros_like(); }
    /// ```
    CR0113,

    /// A held tensor is quantized.
    ///
    /// A tensor of the weights or the state has a quantized element type.
    ///
    /// Why: Burn's capture device cannot represent quantized tensors.
    ///
    /// What to do: capture before quantizing, or dequantize the parameter.
    ///
    /// ```wrong
    /// let session = infer::on(&device, model.quantize_weights(&mut quantizer))?;
    /// ```
    /// ```right
    /// let session = infer::on(&device, model)?;
    /// ```
    CR0114,

    /// No engine of this build serves the device.
    ///
    /// The session is to run on a device of which this build has no engine.
    ///
    /// Why: a program runs on a backend that can interpret recorded operations, and which ones there are is decided by features.
    ///
    /// What to do: use `Device::flex()`, or turn on the feature of the device's backend.
    ///
    /// ```wrong
    /// let session = step::on(&Device::capture(), model)?;
    /// ```
    /// ```right
    /// let session = step::on(&Device::flex(), model)?;
    /// ```
    CR0115,

    /// Burn refused the recording.
    ///
    /// Burn's capture device could not start or finish its scope.
    ///
    /// Why: a scope of the same capture device is open already. That takes code that keeps a program's device beyond its capture
    /// and opens a scope on it.
    ///
    /// What to do: do not keep `x.device()` of a program's tensor beyond the body.
    ///
    /// ```wrong
    /// let device = kept_by_an_earlier_capture();
    /// device.capture_scope(|scope| {
    ///     let program = step::capture(TensorSpec::float([64, 11]));
    ///     scope.complete([], [])
    /// });
    /// ```
    /// ```right
    /// let program = step::capture(TensorSpec::float([64, 11]))?;
    /// ```
    CR0116,
    /// One trainable parameter is held twice.
    ///
    /// A module and its clone, which share their parameters, are both held by a program, and a loss has a gradient at both: in one
    /// state, or one as state and one as weights.
    ///
    /// Why: eager code computes one gradient for a parameter that is used in two places. A program holds each place on its own,
    /// so each would have its part of the gradient only.
    ///
    /// What to do: for tied weights hold the module once and use it twice; for a target network or a teacher cut the gradient with
    /// `detach()`, or freeze the copy.
    ///
    /// ```wrong
    /// let session = distill::on(&device, student.clone(), student)?;
    /// ```
    /// ```right
    /// let session = distill::on(&device, student.clone().no_grad(), student)?;
    /// ```
    CR0117,

    /// The body changes a value of the host in the state.
    ///
    /// A field of the state that is no tensor, such as a counter, has another value after the body than before.
    ///
    /// Why: the body runs at capture only. The field would change once and at no replay, where eager code changes it every time.
    ///
    /// What to do: keep the value in a tensor of the state, which every replay advances, or count outside of the program.
    ///
    /// ```wrong
    /// fn advance(model: &mut Counted) { model.steps += 1; }
    ///
    /// #[capture_program]
    /// fn step(model: &mut Counted, x: Tensor<2>) -> Tensor<2> {
    ///     advance(model);
    ///     model.forward(x)
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn step(model: &mut Counted, steps: &mut Tensor<1, Int>, x: Tensor<2>) -> Tensor<2> {
    ///     *steps = steps.clone() + 1;
    ///     model.forward(x)
    /// }
    /// ```
    CR0118,
}
