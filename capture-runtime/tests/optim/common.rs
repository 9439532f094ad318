//! A small network, its data, and a measure of how far two networks are apart.
#![allow(dead_code)]

use burn::module::{Module, ModuleVisitor, Param};
use burn::nn::{Linear, LinearConfig};
use burn::optim::GradientsParams;
use burn::tensor::{Device, Distribution, Tensor, activation::relu};

/// A perceptron with one hidden layer.
#[derive(Module, Debug)]
pub(crate) struct Mlp {
    pub(crate) hidden: Linear,
    pub(crate) output: Linear,
}

impl Mlp {
    pub(crate) fn new(device: &Device) -> Self {
        Self {
            hidden: LinearConfig::new(5, 8).init(device),
            output: LinearConfig::new(8, 2).init(device),
        }
    }

    pub(crate) fn loss(&self, x: Tensor<2>, y: Tensor<2>) -> Tensor<1> {
        let h = relu(self.hidden.forward(x));
        (self.output.forward(h) - y).square().mean()
    }
}

/// A network on Flex with autodiff; `clone` starts two runs from the same weights.
pub(crate) fn start() -> Mlp {
    let device = Device::flex().autodiff();
    let model = Mlp::new(&device);
    let _ = parameters(&model);
    model
}

/// The batch of a step.
pub(crate) fn batch(device: &Device) -> (Tensor<2>, Tensor<2>) {
    let normal = Distribution::Normal(0.0, 1.0);
    let x = Tensor::<2>::random([16, 5], normal, device);
    let y = Tensor::<2>::random([16, 2], normal, device);
    (x, y)
}

/// The gradients of a step.
pub(crate) fn gradients(model: &Mlp, x: Tensor<2>, y: Tensor<2>) -> GradientsParams {
    GradientsParams::from_grads(model.loss(x, y).backward(), model)
}

/// A learning rate that rises, then falls.
pub(crate) fn schedule(step: usize) -> f64 {
    let warmup = (step as f64 + 1.0) / 10.0;
    0.02 * warmup.min(1.0) * (1.0 - step as f64 / 140.0)
}

/// The values of all float parameters.
pub(crate) fn parameters<M: Module>(model: &M) -> Vec<Vec<f32>> {
    struct Values(Vec<Vec<f32>>);
    impl ModuleVisitor for Values {
        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            self.0.push(
                param
                    .val()
                    .into_data()
                    .convert::<f32>()
                    .try_to_vec()
                    .unwrap(),
            );
        }
    }
    let mut values = Values(Vec::new());
    model.visit(&mut values);
    values.0
}

/// The largest difference of two networks, relative to the largest element of each parameter.
pub(crate) fn difference<M: Module>(ours: &M, theirs: &M) -> f64 {
    let pairs = parameters(ours).into_iter().zip(parameters(theirs));
    pairs.map(|(a, b)| distance(&a, &b)).fold(0.0, f64::max)
}

/// The largest difference of two tensors, relative to the largest element of the second.
pub(crate) fn distance(a: &[f32], b: &[f32]) -> f64 {
    assert_eq!(a.len(), b.len());
    assert!(a.iter().chain(b).all(|x| x.is_finite()));
    let scale = b.iter().fold(0f64, |max, x| max.max(x.abs() as f64));
    let worst = a.iter().zip(b).map(|(a, b)| (*a as f64 - *b as f64).abs());
    worst.fold(0.0, f64::max) / scale.max(f64::MIN_POSITIVE)
}
