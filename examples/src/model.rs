//! A multilayer perceptron with dropout.

use crate::data::{FEATURES, GRADES};
use burn::nn::{Dropout, DropoutConfig, Linear, LinearConfig};
use burn::prelude::*;
use burn::tensor::activation::relu;

/// Two hidden layers, each followed by dropout.
#[derive(Module, Debug)]
pub struct Mlp {
    first: Linear,
    second: Linear,
    last: Linear,
    dropout: Dropout,
}

impl Mlp {
    /// A model with `hidden` units in each hidden layer, initialised on `device`.
    pub fn new(hidden: usize, device: &Device) -> Self {
        Self {
            first: LinearConfig::new(FEATURES, hidden).init(device),
            second: LinearConfig::new(hidden, hidden).init(device),
            last: LinearConfig::new(hidden, GRADES).init(device),
            dropout: DropoutConfig::new(0.2).init(),
        }
    }

    /// The logits of the grades, shape `[n, 6]`. Dropout is active where gradients are computed.
    pub fn forward(&self, features: Tensor<2>) -> Tensor<2> {
        let hidden = self.dropout.forward(relu(self.first.forward(features)));
        let hidden = self.dropout.forward(relu(self.second.forward(hidden)));
        self.last.forward(hidden)
    }
}
