//! Steps of every optimizer, whose rates are in the widest type that the device has.

use super::{assert_same, ramp, required, values};
use burn::module::Param;
use burn::optim::GradientsParams;
use burn::prelude::*;
use capture_runtime::optim::MomentumConfig;
use capture_runtime::prelude::*;

/// Weights without a layer around them: their steps need no product of matrices.
#[derive(Module, Debug)]
struct Weights {
    values: Param<Tensor<1>>,
}

macro_rules! steps {
    ($name:ident, $optim:ty, $config:expr, $device:ident) => {{
        #[capture_program]
        fn $name(
            weights: &mut Weights,
            optim: &mut $optim,
            x: Tensor<1>,
            #[live] rate: f64,
        ) -> Tensor<1> {
            let loss = (weights.values.val() - x).square();
            let grads = GradientsParams::from_grads(loss.backward(), weights);
            optim.step(rate, weights, grads);
            weights.values.val()
        }

        let start = Weights {
            values: Param::from_tensor(ramp([6], 3, $device)),
        };
        let mut optim = $config.init();
        let mut session = required($name::on($device, start.clone(), optim.clone()));
        let mut weights = start.train();
        let tracked = $device.clone().autodiff();
        for step in 0..4 {
            let (x, rate) = (ramp([6], step, $device), 0.1 / (step + 1) as f64);
            let replayed = session.replay(x.clone(), rate).unwrap();
            let eager = $name(&mut weights, &mut optim, x.to_device(&tracked), rate);
            let what = format!("{}, step {step}", stringify!($name));
            assert_same(&values(replayed), &values(eager.inner()), &what);
        }
    }};
}

pub(super) fn every_optimizer_steps(device: &Device) {
    let dampened = MomentumConfig::new().with_dampening(0.3);
    steps!(
        sgd,
        Sgd,
        SgdConfig::new().with_momentum(Some(dampened)),
        device
    );
    steps!(adam, Adam, AdamConfig::new(), device);
    steps!(
        adamw,
        AdamW,
        AdamWConfig::new().with_weight_decay(0.02),
        device
    );
    let cautious = AdamWConfig::new().with_cautious_weight_decay(true);
    steps!(
        adamw_cautious,
        AdamW,
        cautious.with_weight_decay(0.02),
        device
    );
}
