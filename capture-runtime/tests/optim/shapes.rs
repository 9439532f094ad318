//! Parameters of any rank, with gradients at some steps and not at others, on their own step counts.

use crate::common::{difference, schedule};
use burn::module::{Module, Param};
use burn::optim::{self as theirs, GradientsParams};
use burn::tensor::{Device, Distribution, Tensor};
use capture_runtime::optim::{self as ours, MomentumConfig};
use proptest::prelude::*;

#[derive(Module, Debug)]
struct Ranks {
    one: Param<Tensor<1>>,
    two: Param<Tensor<2>>,
    three: Param<Tensor<3>>,
    four: Param<Tensor<4>>,
}

impl Ranks {
    fn new(d: [usize; 4], device: &Device) -> Self {
        Self {
            one: parameter([d[0]], device),
            two: parameter([d[0], d[1]], device),
            three: parameter([d[0], d[1], d[2]], device),
            four: parameter([d[0], d[1], d[2], d[3]], device),
        }
    }

    /// Gradients for the parameters that `bits` names.
    fn gradients(&self, bits: u8) -> GradientsParams {
        let mut grads = GradientsParams::new();
        let mut add = [true; 4];
        for (i, add) in add.iter_mut().enumerate() {
            *add = bits >> i & 1 == 1;
        }
        if add[0] {
            grads.register(self.one.id, gradient(&self.one));
        }
        if add[1] {
            grads.register(self.two.id, gradient(&self.two));
        }
        if add[2] {
            grads.register(self.three.id, gradient(&self.three));
        }
        if add[3] {
            grads.register(self.four.id, gradient(&self.four));
        }
        grads
    }
}

fn parameter<const D: usize>(shape: [usize; D], device: &Device) -> Param<Tensor<D>> {
    Param::from_tensor(Tensor::random(
        shape,
        Distribution::Uniform(-2.0, 2.0),
        device,
    ))
}

fn gradient<const D: usize>(param: &Param<Tensor<D>>) -> Tensor<D> {
    let device = Device::flex();
    Tensor::random(param.shape(), Distribution::Normal(0.0, 0.5), &device)
}

fn copies(model: &Ranks, bits: u8) -> (GradientsParams, GradientsParams) {
    let grads = model.gradients(bits);
    let mut copy = GradientsParams::new();
    if let Some(grad) = grads.get::<1>(model.one.id) {
        copy.register(model.one.id, grad);
    }
    if let Some(grad) = grads.get::<2>(model.two.id) {
        copy.register(model.two.id, grad);
    }
    if let Some(grad) = grads.get::<3>(model.three.id) {
        copy.register(model.three.id, grad);
    }
    if let Some(grad) = grads.get::<4>(model.four.id) {
        copy.register(model.four.id, grad);
    }
    (grads, copy)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parameters_age_by_their_own_gradients(
        dims in prop::array::uniform4(1usize..5),
        which in prop::collection::vec(0u8..16, 1..12),
        amsgrad: bool,
        cautious: bool,
        nesterov: bool,
    ) {
        let device = Device::flex().autodiff();
        let model = Ranks::new(dims, &device);
        let momentum = Some(MomentumConfig { momentum: 0.9, dampening: 0.1, nesterov });

        let mut sgd = ours::SgdConfig::new().with_momentum(momentum.clone()).init();
        let mut adam = ours::AdamConfig::new().with_amsgrad(amsgrad).init();
        let mut adamw = ours::AdamWConfig::new().with_cautious_weight_decay(cautious).with_weight_decay(0.1).init();
        let mut theirs = [
            theirs::SgdConfig::new().with_momentum(momentum).init(),
            theirs::AdamConfig::new().with_amsgrad(amsgrad).init(),
            theirs::AdamWConfig::new().with_cautious_weight_decay(cautious).with_weight_decay(0.1).init(),
        ];
        let mut models = [model.clone(), model.clone(), model.clone()];
        let mut references = models.clone();
        for (step, bits) in which.into_iter().enumerate() {
            let lr = schedule(step);
            for i in 0..3 {
                let (mine, other) = copies(&model, bits);
                match i {
                    0 => sgd.step(lr, &mut models[i], mine),
                    1 => adam.step(lr, &mut models[i], mine),
                    _ => adamw.step(lr, &mut models[i], mine),
                }
                references[i] = theirs[i].step(lr, references[i].clone(), other);
                let difference = difference(&models[i], &references[i]);
                prop_assert!(difference <= 1e-6, "{i}: {difference:e} at step {step}");
            }
        }
    }
}

#[test]
fn thousands_of_steps_keep_burns_corrections() {
    let device = Device::flex().autodiff();
    let mut model = Ranks::new([1, 1, 1, 1], &device);
    let mut reference = model.clone();
    let mut ours = ours::AdamConfig::new().init();
    let mut theirs = theirs::AdamConfig::new().init();
    for step in 0..3000 {
        let (mine, other) = copies(&model, 1);
        ours.step(1e-3, &mut model, mine);
        reference = theirs.step(1e-3, reference, other);
        let difference = difference(&model, &reference);
        assert!(difference <= 1e-6, "{difference:e} at step {step}");
    }
}
