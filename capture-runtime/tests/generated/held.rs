//! Weights and state of every kind: running statistics, structs, tensors, lent results.

use crate::common::Mlp;
use burn::module::Module;
use burn::nn::{BatchNorm, BatchNormConfig};
use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program(
    test,
    example(model = Mlp::new(device), scale = Tensor::from_floats([2.0], device), x = TensorSpec::float([7, 5]))
)]
fn infer(model: &Mlp, scale: &Tensor<1>, x: Tensor<2>) -> Tensor<2> {
    model.forward(x) * scale.clone().unsqueeze()
}

#[derive(Module, Debug)]
struct Normed {
    norm: BatchNorm,
    layer: Mlp,
}

#[capture_program(
    test,
    document = "tests/generated/programs",
    example(
        model = Normed { norm: BatchNormConfig::new(5).init(device), layer: Mlp::new(device) },
        optim = SgdConfig::new().init(),
        x = TensorSpec::float([6, 5]),
    )
)]
fn running_statistics(model: &mut Normed, optim: &mut Sgd, x: Tensor<2>) -> Tensor<1> {
    let normed = model.norm.forward(x);
    let loss = model.layer.forward(normed).square().mean();
    let grads = burn::optim::GradientsParams::from_grads(loss.backward(), model);
    optim.step(0.1, model, grads);
    loss
}

#[derive(ProgramState)]
struct Average {
    mean: Tensor<1>,
    steps: Tensor<1, Int>,
}

impl Average {
    fn new(device: &Device) -> Self {
        Self {
            mean: Tensor::zeros([3], device),
            steps: Tensor::zeros([1], device),
        }
    }

    fn follow(&mut self, x: Tensor<1>) -> Tensor<1> {
        self.mean = self.mean.clone() * 0.9 + x * 0.1;
        self.steps = self.steps.clone() + 1;
        self.mean.clone()
    }
}

/// A method is tested through a function that calls it.
#[capture_program(
    test,
    results = "borrowed",
    example(average = Average::new(device), x = TensorSpec::float([3]))
)]
fn follow(average: &mut Average, x: Tensor<1>) -> Tensor<1> {
    average.follow(x)
}

#[derive(ProgramState)]
struct Last {
    x: Option<Tensor<1>>,
}

/// A state that a first step creates a tensor in.
#[capture_program(test, example(last = Last { x: None }, x = TensorSpec::float([2])))]
fn remembered(last: &mut Last, x: Tensor<1>) -> Tensor<1> {
    let y = match last.x.take() {
        Some(before) => before + x.clone(),
        None => x.clone(),
    };
    last.x = Some(x);
    y
}

/// Nothing comes back but the state.
#[capture_program(test, example(w = Tensor::ones([2], device)))]
fn decayed(w: &mut Tensor<1>, #[live] rate: f32) {
    *w = w.clone() * (1.0 - rate);
}
