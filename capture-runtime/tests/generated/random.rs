//! Random operations: both runs draw the same numbers, also while other tests draw theirs.

use burn::nn::DropoutConfig;
use burn::prelude::*;
use burn::tensor::Distribution;
use capture_runtime::prelude::*;

#[capture_program(
    test = 6,
    example(w = Tensor::ones([32], device).require_grad(), layer = DropoutConfig::new(0.5).init(), x = TensorSpec::float([32]))
)]
fn dropped(w: &mut Tensor<1>, layer: &burn::nn::Dropout, x: Tensor<1>) -> Tensor<1> {
    let y = layer.forward(x);
    let grads = (y.clone() * w.clone()).sum().backward();
    let grad = w.grad(&grads).expect("`w` requires a gradient");
    *w = Tensor::from_inner(w.clone().inner() - grad * 0.1).require_grad();
    y
}

#[capture_program(test = 6, example(x = TensorSpec::float([64])))]
fn noisy(x: Tensor<1>) -> (Tensor<1>, Tensor<1>) {
    let noise = x.random_like(Distribution::Normal(0.0, 1.0));
    let mask = x.random_like(Distribution::Bernoulli(0.5));
    (x + noise, mask)
}
