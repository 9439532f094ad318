//! A training step that reads its loss: the program is captured once, when the loss has no value.

use burn::optim::GradientsParams;
use burn::prelude::*;
use capture_runtime::prelude::*;
use examples::model::Mlp;
use examples::step::cross_entropy;

#[capture_program]
fn train_step(
    model: &mut Mlp,
    optim: &mut AdamW,
    features: Tensor<2>,
    labels: Tensor<1, Int>,
    #[live] lr: f64,
) -> Tensor<1> {
    let loss = cross_entropy(model.forward(features), labels, 0.1);
    println!("loss {}", loss.clone().into_scalar::<f32>());
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(lr, model, grads);
    loss
}

fn main() {}
