//! The attributes and derives, with examples: `capture-macros` cannot run any, since it does not know this crate.

/// Captures a Burn function once, as a program, and replays it.
///
/// ```
/// use burn::nn::{Linear, LinearConfig};
/// use burn::optim::GradientsParams;
/// use burn::prelude::*;
/// use capture_runtime::prelude::*;
///
/// /// One optimisation step.
/// #[capture_program]
/// fn train_step(
///     model: &mut Linear,          // state: lives on the device, carried from replay to replay
///     optim: &mut AdamW,           // state
///     x: Tensor<2>,                // input: an argument of every replay
///     y: Tensor<2>,                // input
///     #[live] lr: f64,             // a number that changes between replays: a device scalar
///     #[frozen] smoothing: f32,    // a number that is part of the program: a new value re-captures
/// ) -> Tensor<1> {
///     let loss = (model.forward(x) - y * (1.0 - smoothing)).square().mean();
///     let grads = GradientsParams::from_grads(loss.backward(), model);
///     optim.step(lr, model, grads);
///     loss
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let device = Device::flex();
/// let model: Linear = LinearConfig::new(3, 1).init(&device.clone().autodiff());
/// let optim = AdamWConfig::new().init();
///
/// // Without a device: look at it, document it, test it.
/// let spec = |columns| TensorSpec::float([8, columns]);
/// let program = train_step::capture(&model, &optim, spec(3), spec(1), 0.1)?;
/// println!("{program}");
///
/// // On a device: weights, state and frozen values, in the order of the parameters.
/// let mut step = train_step::on(&device, model, optim, 0.1)?;
/// for epoch in 0..3 {
///     let (x, y) = (Tensor::ones([8, 3], &device), Tensor::ones([8, 1], &device));
///     let loss = step.replay(x, y, 0.01 / f64::from(epoch + 1))?;
///     println!("{loss}");
/// }
/// let (model, optim) = step.into_state();
/// # let _ = (model, optim);
/// # Ok(())
/// # }
/// ```
///
/// What only makes sense with values is guarded, and left out of the program:
///
/// ```
/// # use burn::prelude::*;
/// # use capture_runtime::prelude::*;
/// #[capture_program(recapture = "deny", cache = 2)]
/// fn double(x: Tensor<1>) -> Tensor<1> {
///     if !is_placeholder(&x) {
///         println!("{x}");
///     }
///     eager_only! { println!("largest = {}", x.clone().max()); }
///     x * 2.0
/// }
/// ```
///
/// Tested by one word, and documented by a page that is checked in:
///
/// ```
/// # use burn::prelude::*;
/// # use burn::nn::{Linear, LinearConfig};
/// # use burn::optim::GradientsParams;
/// # use capture_runtime::prelude::*;
/// #[capture_program(
///     test,
///     document = "programs",
///     example(
///         model = LinearConfig::new(3, 1).init(device),
///         optim = SgdConfig::new().init(),
///         x = TensorSpec::float([8, 3]),
///         classes = TensorSpec::int([8]).within(0..6),
///     )
/// )]
/// fn train_step(
///     model: &mut Linear,
///     optim: &mut Sgd,
///     x: Tensor<2>,
///     classes: Tensor<1, Int>,
///     #[live] lr: f64,
/// ) -> Tensor<1> {
///     let targets = classes.float().unsqueeze_dim(1);
///     let loss = (model.forward(x) - targets).square().mean();
///     let grads = GradientsParams::from_grads(loss.backward(), model);
///     optim.step(lr, model, grads);
///     loss
/// }
/// # fn main() {}
/// ```
///
/// `cargo test` then runs `train_step_program::replay_equals_eager` and `train_step_program::page_is_current`.
///
/// Programs inside programs:
///
/// ```
/// # mod my_framework { pub use capture_runtime as capture; }
/// # use burn::prelude::*;
/// # use burn::nn::Linear;
/// # use burn::optim::GradientsParams;
/// # use capture_runtime::prelude::*;
/// #[capture_program]
/// fn step(model: &mut Linear, optim: &mut Sgd, x: Tensor<2>, #[live] lr: f64) -> Tensor<1> {
///     let loss = model.forward(x).square().mean();
///     let grads = GradientsParams::from_grads(loss.backward(), model);
///     optim.step(lr, model, grads);
///     loss
/// }
///
/// #[capture_program(crate = my_framework::capture, strict, inline(step))]
/// fn two_steps(model: &mut Linear, optim: &mut Sgd, x: Tensor<2>, #[live] lr: f64) -> Tensor<1> {
///     step(model, optim, x.clone(), lr) + step(model, optim, x, lr * 0.5)
/// }
/// ```
pub use capture_macros::capture_program;

/// Marks a function that programs call.
///
/// ```
/// # use burn::prelude::*;
/// # use burn::nn::Linear;
/// # use burn::optim::GradientsParams;
/// # use capture_runtime::prelude::*;
/// #[capture_fn]
/// fn gradients(loss: &Tensor<1>, model: &Linear) -> GradientsParams {
///     GradientsParams::from_grads(loss.backward(), model)
/// }
///
/// #[capture_fn]
/// fn warm_up(#[live] lr: f64, #[live] step: f64, steps: f64) -> f64 {
///     lr * (step / steps).min(1.0)
/// }
///
/// #[capture_program(strict)]
/// fn train_step(
///     model: &mut Linear,
///     optim: &mut Sgd,
///     x: Tensor<2>,
///     #[live] lr: f64,
///     #[live] step: f64,
/// ) -> Tensor<1> {
///     let loss = model.forward(x).square().mean();
///     let grads = gradients(&loss, model);
///     optim.step(warm_up(lr, step, 100.0), model, grads);
///     loss
/// }
///
/// assert_eq!(warm_up(0.5, 50.0, 100.0), 0.25);
/// ```
pub use capture_macros::capture_fn;

/// A struct as an argument of replays.
///
/// ```
/// # use burn::prelude::*;
/// # use capture_runtime::prelude::*;
/// #[derive(ProgramInput)]
/// struct Batch {
///     features: Tensor<2>,
///     labels: Tensor<1, Int>,
/// }
///
/// let spec = BatchSpec { features: TensorSpec::float([64, 11]), labels: TensorSpec::int([64]) };
/// # let _ = (spec, |batch: Batch| (batch.features, batch.labels));
/// ```
pub use capture_macros::ProgramInput;

/// A struct as a result of replays.
///
/// ```
/// # use burn::prelude::*;
/// # use capture_runtime::prelude::*;
/// #[derive(ProgramOutput)]
/// struct Metrics {
///     loss: Tensor<1>,
///     accuracy: Tensor<1>,
/// }
/// # let _ = |metrics: Metrics| (metrics.loss, metrics.accuracy);
/// ```
pub use capture_macros::ProgramOutput;

/// A struct as a program's state.
///
/// ```
/// # use burn::prelude::*;
/// # use burn::nn::Linear;
/// # use capture_runtime::prelude::*;
/// #[derive(ProgramState)]
/// struct Trainer {
///     model: Linear,
///     optim: AdamW,
///     average: Tensor<1>,
/// }
/// ```
pub use capture_macros::ProgramState;
