//! Random operations: both runs draw the same numbers, also while other tests draw theirs.

use std::time::{Duration, Instant};

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

/// Every run is disturbed at first, and counts only when nobody else draws any more.
#[test]
fn who_else_draws_is_waited_for() {
    let drawing = std::thread::spawn(|| {
        let started = Instant::now();
        while started.elapsed() < Duration::from_millis(200) {
            let _ = Tensor::<1>::random([1], Distribution::Default, &Device::flex()).into_data();
        }
    });
    while !drawing.is_finished() {
        noisy::__replay_equals_eager();
    }
    drawing.join().expect("it draws");
}
