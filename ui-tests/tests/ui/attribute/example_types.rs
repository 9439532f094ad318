//! Expressions of an example that are of another type than their parameter.

use burn::nn::{Linear, LinearConfig};
use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program(
    test,
    example(
        model = LinearConfig::new(3, 2), //~ ERROR mismatched types [E0308]
        optim = SgdConfig::new().init(),
        x = "64 x 3", //~ ERROR `TensorSpec: From<&str>` is not satisfied [E0277]
        rate = 1, //~ ERROR mismatched types [E0308]
        smoothing = 0.1f64, //~ ERROR mismatched types [E0308]
    )
)]
fn wrong(
    model: &mut Linear,
    optim: &mut Sgd,
    x: Tensor<2>,
    #[live] rate: f64,
    #[frozen] smoothing: f32,
) -> Tensor<1> {
    let loss = (model.forward(x) - smoothing).square().mean();
    let grads = burn::optim::GradientsParams::from_grads(loss.backward(), model);
    optim.step(rate, model, grads);
    loss
}

fn main() {}
