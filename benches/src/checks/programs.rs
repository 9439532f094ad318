//! The programs that the checks run.

use burn::module::Param;
use burn::nn::{Linear, LinearConfig};
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::Distribution;
use burn::tensor::activation::relu;
use capture_runtime::prelude::*;

use super::ramp;

/// Two linear layers.
#[derive(Module, Debug)]
pub(crate) struct Net {
    first: Linear,
    last: Linear,
}

impl Net {
    /// A net whose parameters are the same on every device.
    pub(crate) fn new(device: &Device) -> Self {
        let layer = |inputs, outputs, seed| {
            let mut layer = LinearConfig::new(inputs, outputs).init(device);
            layer.weight = Param::from_tensor(ramp([inputs, outputs], seed, device) * 0.5);
            layer.bias = Some(Param::from_tensor(ramp([outputs], seed + 1, device) * 0.1));
            layer
        };
        Self {
            first: layer(4, 8, 1),
            last: layer(8, 2, 5),
        }
    }

    pub(crate) fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        self.last.forward(relu(self.first.forward(x)))
    }

    /// The first layer's weights.
    pub(crate) fn weight(&self) -> Tensor<2> {
        self.first.weight.val().inner()
    }
}

#[capture_program]
pub(crate) fn predict(net: &Net, x: Tensor<2>) -> Tensor<2> {
    net.forward(x)
}

/// A step with AdamW, whose rate and step count are on the device.
#[capture_program]
pub(crate) fn fit(
    net: &mut Net,
    optim: &mut AdamW,
    x: Tensor<2>,
    y: Tensor<2>,
    #[live] lr: f64,
) -> Tensor<1> {
    let loss = (net.forward(x) - y).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), net);
    optim.step(lr, net, grads);
    loss
}

/// Accumulates.
#[capture_program]
pub(crate) fn add(total: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    *total = total.clone() + x;
    total.clone() * 2.0
}

/// Every way in which a new state can be a view of an old one.
#[capture_program]
pub(crate) fn views(
    a: &mut Tensor<1>,
    b: &mut Tensor<1>,
    square: &mut Tensor<2>,
    counts: &mut Tensor<1, Int>,
    flags: &mut Tensor<1, Bool>,
    given: &mut Tensor<1>,
    x: Tensor<1>,
) -> Tensor<1> {
    let before = a.clone();
    let old = b.clone();
    *b = before.clone() + 1.0;
    *a = old;
    *square = square.clone().transpose();
    *counts = counts.clone() + 1;
    *flags = flags.clone().bool_not();
    *given = x;
    before
}

/// Results that are an input, a state before its change, a view, and one tensor twice.
#[capture_program]
pub(crate) fn handed(
    state: &mut Tensor<1>,
    x: Tensor<1>,
) -> (Tensor<1>, Tensor<1>, Tensor<2>, Tensor<1>, Tensor<1>) {
    let before = state.clone();
    *state = before.clone() * 2.0 + x.clone();
    let twice = x.clone() + 1.0;
    (
        x.clone(),
        before,
        state.clone().reshape([1, 3]),
        twice.clone(),
        twice,
    )
}

#[capture_program]
pub(crate) fn identity(x: Tensor<1>) -> Tensor<1> {
    x
}

/// Noise in front of, and between, other operations.
#[capture_program]
pub(crate) fn noise(x: Tensor<1>) -> (Tensor<1>, Tensor<1>) {
    let first = Tensor::random([4], Distribution::Uniform(0.0, 1.0), &x.device());
    let shifted = x.clone() + first;
    let second = Tensor::random([4], Distribution::Normal(0.0, 1.0), &x.device());
    (shifted, x * second)
}

/// A sort between other operations, whose result and whose operand are used again.
#[capture_program]
pub(crate) fn ranked(
    total: &mut Tensor<1>,
    x: Tensor<1>,
    #[live] by: f32,
) -> (Tensor<1>, Tensor<1, Int>) {
    let scaled = x.clone() * by;
    let (sorted, order) = scaled.clone().sort_with_indices(0);
    *total = total.clone() + sorted.clone() * 0.5;
    let again = (sorted + scaled).sort(0);
    (again * x, order)
}

#[capture_program(engine = "graph")]
pub(crate) fn sorted_in_a_graph(x: Tensor<1>) -> Tensor<1> {
    let doubled = x * 2.0;
    sorted(doubled)
}

/// A helper that the compiler does not look into: the sort is found when the program is recorded.
fn sorted(x: Tensor<1>) -> Tensor<1> {
    x.sort(0)
}

#[capture_program(engine = "interpreter")]
pub(crate) fn interpreted(total: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    *total = total.clone() + x;
    total.clone()
}

/// Live numbers of every type.
#[capture_program]
pub(crate) fn lives(
    x: Tensor<1>,
    n: Tensor<1, Int>,
    #[live] a: f32,
    #[live] b: f64,
    #[live] c: i32,
    #[live] d: i64,
    #[live] on: bool,
) -> (Tensor<1>, Tensor<1, Int>) {
    let y = x * a + b;
    (select(on, y.clone() * a, y), n * c + d)
}

/// A frozen factor and a chain of `frozen` operations.
#[capture_program]
pub(crate) fn chain(x: Tensor<1>, #[frozen] links: usize) -> Tensor<1> {
    let mut y = x;
    for i in 0..links {
        y = if i % 2 == 0 { y * 1.25 } else { y * 0.8 };
    }
    y
}

/// A state that grows at every step.
#[capture_program]
pub(crate) fn append(seen: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    *seen = Tensor::cat(vec![seen.clone(), x], 0);
    seen.clone() * 2.0
}
