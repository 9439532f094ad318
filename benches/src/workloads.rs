//! What is measured on a GPU, in the words of a Burn user: the same in `peers/` for PyTorch and JAX.

use burn::module::Param;
use burn::nn::loss::CrossEntropyLossConfig;
use burn::nn::{Linear, LinearConfig};
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::Distribution;
use burn::tensor::activation::relu;
use capture_runtime::prelude::*;

/// The rows of a batch.
pub const BATCH: usize = 128;
/// The pixels of a digit.
pub const PIXELS: usize = 784;
/// The width of the hidden layers.
pub const HIDDEN: usize = 512;
/// The classes.
pub const CLASSES: usize = 10;
/// The width of the square matrices in the chain.
pub const WIDTH: usize = 32;

/// A multilayer perceptron, 784-512-512-10.
#[derive(Module, Debug)]
pub struct Digits {
    first: Linear,
    second: Linear,
    last: Linear,
}

impl Digits {
    /// A model with random parameters, initialised.
    pub fn new(device: &Device) -> Self {
        let model = Self {
            first: LinearConfig::new(PIXELS, HIDDEN).init(device),
            second: LinearConfig::new(HIDDEN, HIDDEN).init(device),
            last: LinearConfig::new(HIDDEN, CLASSES).init(device),
        };
        for layer in [&model.first, &model.second, &model.last] {
            let _ = (layer.weight.val(), layer.bias.as_ref().map(Param::val));
        }
        model
    }

    fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        let x = relu(self.first.forward(x));
        self.last.forward(relu(self.second.forward(x)))
    }

    /// The mean cross entropy.
    pub fn loss(&self, x: Tensor<2>, labels: Tensor<1, Int>) -> Tensor<1> {
        let logits = self.forward(x);
        CrossEntropyLossConfig::new()
            .init(&logits.device())
            .forward(logits, labels)
    }
}

/// One step with AdamW.
#[capture_program]
pub fn train_step(
    model: &mut Digits,
    optim: &mut AdamW,
    x: Tensor<2>,
    labels: Tensor<1, Int>,
    #[live] lr: f64,
) -> Tensor<1> {
    let loss = model.loss(x, labels);
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(lr, model, grads);
    loss
}

/// A chain of small matrix products, which nothing fuses.
#[capture_program]
pub fn chain(x: Tensor<2>, turn: Tensor<2>, #[frozen] links: usize) -> Tensor<2> {
    let mut y = x;
    for _ in 0..links {
        y = y.matmul(turn.clone());
    }
    y
}

/// Batches on the device: a step takes the next one.
pub fn batches(device: &Device) -> Vec<(Tensor<2>, Tensor<1, Int>)> {
    let batch = |seed: usize| {
        let x = Tensor::random([BATCH, PIXELS], Distribution::Default, device);
        let labels: Vec<i32> = (0..BATCH)
            .map(|i| ((i * 7 + seed) % CLASSES) as i32)
            .collect();
        (
            x,
            Tensor::from_data(TensorData::new(labels, [BATCH]), device),
        )
    };
    (0..8).map(batch).collect()
}

/// A matrix whose powers neither grow nor vanish: it permutes.
pub fn turn(device: &Device) -> Tensor<2> {
    let mut data = vec![0.0f32; WIDTH * WIDTH];
    for i in 0..WIDTH {
        data[i * WIDTH + (i + 1) % WIDTH] = 1.0;
    }
    Tensor::from_data(TensorData::new(data, [WIDTH, WIDTH]), device)
}

/// The learning rate of a step: a cosine over a thousand steps.
pub fn rate(step: usize) -> f64 {
    let progress = (step % 1000) as f64 / 1000.0;
    1e-3 * 0.5 * (1.0 + (core::f64::consts::PI * progress).cos())
}
