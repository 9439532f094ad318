//! Training steps whose equality test is one word.

use crate::common::Mlp;
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::activation::log_softmax;
use capture_runtime::optim::MomentumConfig;
use capture_runtime::prelude::*;

/// Cross entropy with smoothed labels.
fn cross_entropy(logits: Tensor<2>, labels: Tensor<1, Int>, smoothing: f32) -> Tensor<1> {
    let log = log_softmax(logits, 1);
    let hit = log.clone().gather(1, labels.unsqueeze_dim(1)).mean();
    hit.mul_scalar(smoothing - 1.0) - log.mean().mul_scalar(smoothing)
}

/// One optimisation step of a classifier.
#[capture_program(
    test,
    document = "tests/generated/programs",
    example(
        model = Mlp::new(device),
        optim = AdamWConfig::new().init(),
        features = TensorSpec::float([16, 5]),
        labels = TensorSpec::int([16]).within(0..3),
        smoothing = 0.1,
    )
)]
fn train_step(
    model: &mut Mlp,
    optim: &mut AdamW,
    features: Tensor<2>,
    labels: Tensor<1, Int>,
    #[live] lr: f64,
    #[frozen] smoothing: f32,
) -> Tensor<1> {
    let loss = cross_entropy(model.forward(features), labels, smoothing);
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(lr, model, grads);
    loss
}

/// A rate that is given, a device, entries in another order, and more steps.
#[capture_program(
    test = 10,
    engine = "graph",
    recapture = "deny",
    cache = 1,
    example(
        rate = 0.05,
        x = TensorSpec::float([4, 5]),
        optim = SgdConfig::new()
            .with_momentum(Some(MomentumConfig::new()))
            .init(),
        model = Mlp::new(device),
    )
)]
fn heavy_step(
    model: &mut Mlp,
    device: &Device,
    optim: &mut Sgd,
    x: Tensor<2>,
    #[live] rate: f32,
) -> Tensor<1> {
    let noise = Tensor::<2>::ones([4, 5], device) * 0.25;
    let loss = model.forward(x + noise).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(rate, model, grads);
    loss
}

/// The backward pass stands in a helper, where the attribute does not see it.
#[capture_fn]
fn gradients(loss: &Tensor<1>, model: &Mlp) -> GradientsParams {
    GradientsParams::from_grads(loss.backward(), model)
}

#[capture_program(
    test,
    example(
        model = Mlp::new(device),
        optim = AdamConfig::new().init(),
        x = TensorSpec::float([4, 5]),
    )
)]
fn with_a_helper(model: &mut Mlp, optim: &mut Adam, x: Tensor<2>) -> (Tensor<1>, Tensor<2>) {
    let y = model.forward(x);
    let loss = y.clone().square().mean();
    let grads = gradients(&loss, model);
    optim.step(0.01, model, grads);
    (loss, y)
}

/// A model that comes with autodiff trains, though nothing asks for a gradient.
#[capture_program(
    test,
    example(model = Mlp::new(&device.clone().autodiff()), x = TensorSpec::float([4, 5]))
)]
fn forward(model: &Mlp, x: Tensor<2>) -> Tensor<2> {
    model.forward(x)
}

/// A tensor as state, with a gradient by hand.
#[capture_program(
    test,
    example(
        w = Tensor::from_floats([1.0, -2.0], device).require_grad(),
        x = TensorSpec::float([2]),
    )
)]
fn by_hand(w: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    let loss = (w.clone() * x).square().sum();
    let grad = w.grad(&loss.backward()).expect("`w` requires a gradient");
    *w = Tensor::from_inner(w.clone().inner() - grad.clone() * 0.01).require_grad();
    grad
}
