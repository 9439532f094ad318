//! Programs to draw.

use burn::module::Module;
use burn::nn::{Dropout, DropoutConfig, LayerNorm, LayerNormConfig, Linear, LinearConfig};
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::activation::{log_softmax, relu};
use capture_runtime::prelude::*;

#[derive(Module, Debug)]
pub(crate) struct Mlp {
    layers: Vec<Linear>,
    norm: LayerNorm,
    dropout: Dropout,
    head: Linear,
}

impl Mlp {
    pub(crate) fn new(layers: usize, device: &Device) -> Self {
        let layer = |_| LinearConfig::new(16, 16).init(device);
        Self {
            layers: (0..layers).map(layer).collect(),
            norm: LayerNormConfig::new(16).init(device),
            dropout: DropoutConfig::new(0.1).init(),
            head: LinearConfig::new(16, 4).init(device),
        }
    }

    fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        let mut x = x;
        for layer in &self.layers {
            x = relu(layer.forward(x));
        }
        self.head
            .forward(self.dropout.forward(self.norm.forward(x)))
    }
}

/// One optimisation step of a classifier.
#[capture_program]
pub(crate) fn train_step(
    model: &mut Mlp,
    optim: &mut AdamW,
    features: Tensor<2>,
    labels: Tensor<1, Int>,
    #[live] lr: f64,
    #[frozen] smoothing: f32,
) -> Tensor<1> {
    let logits = model.forward(features);
    let [rows, classes] = logits.dims();
    let likely = log_softmax(logits, 1);
    let wanted = likely.clone().gather(1, labels.reshape([rows, 1])).mean();
    let loss = wanted * (smoothing - 1.0) - likely.mean() * smoothing * classes as f32;
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(lr, model, grads);
    loss
}

/// The step of a network of `layers` hidden layers.
pub(crate) fn step(layers: usize) -> Program {
    let device = Device::flex().autodiff();
    let model = Mlp::new(layers, &device);
    let optim = AdamWConfig::new().init();
    let features = TensorSpec::float([32, 16]);
    train_step::capture(&model, &optim, features, TensorSpec::int([32]), 0.1).unwrap()
}

/// What a program returns that does nothing.
#[capture_program]
pub(crate) fn same(x: Tensor<1>) -> Tensor<1> {
    x
}

/// A loop that unrolls, over a bound that is part of the program.
#[capture_program]
pub(crate) fn iterate(x: Tensor<1>, y: Tensor<1>, #[frozen] times: usize) -> Tensor<1> {
    let mut x = x;
    for _ in 0..times {
        x = x.sin();
        x = x * y.clone();
    }
    x
}

/// Names that mean something in Markdown and HTML.
#[capture_program]
pub(crate) fn pick(x: Tensor<1>, y: Tensor<1>, #[frozen] name: &'static str) -> Tensor<1> {
    let bigger = x
        .clone()
        .greater(y.clone() * f32::from("<b>|`|</b> &".len() as u8));
    let _ = name;
    y.mask_where(bigger, x)
}
