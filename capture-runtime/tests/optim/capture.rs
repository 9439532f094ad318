//! Optimizers record on the capture device, the same operations at every step, and the record computes what eager use computes.

use crate::common::{Mlp, batch, gradients, schedule, start};
use crate::record::{Optimizer, Replay, listing, record, values};
use burn::tensor::Device;
use capture_runtime::ProgramState;
use capture_runtime::optim::{
    AdamConfig, AdamWConfig, GradientClippingConfig, MomentumConfig, SgdConfig, WeightDecayConfig,
};

/// Records the first step, settles the state, records twice more and replays beside an eager run.
fn check<O: Optimizer>(name: &str, fresh: O, parameters_only: bool) {
    let model = start();
    let (first, after, names) = record(&model, &fresh);
    assert!(
        names.is_empty(),
        "nothing is remembered before the first step"
    );

    let mut settled = fresh.clone();
    settled.settle(&after);
    let (second, after, names) = record(&model, &settled);
    let mut again = settled.clone();
    again.settle(&after);
    let (third, _, names_again) = record(&model, &again);
    assert_eq!(listing(&second), listing(&third));
    assert_eq!(names, names_again);
    assert_eq!(parameters_only, names.is_empty());
    assert_eq!(
        listing(&first),
        listing(&second),
        "a first step is a later step from zero"
    );

    let updates = listing(&second).len() - forward_backward();
    println!("{name}: {updates} operations for 4 parameters, state {names:?}");

    let device = Device::flex().autodiff();
    let mut replay = Replay::new(second, values(&model, &settled));
    let mut eager: (Mlp, O) = (model, fresh);
    for step in 0..20 {
        let (x, y) = batch(&device);
        let lr = schedule(step);
        replay.step(x.to_data(), y.to_data(), lr);
        let grads = gradients(&eager.0, x, y);
        eager.1.advance(lr.into(), &mut eager.0, grads);
        let expected = values(&eager.0, &eager.1);
        for (replayed, expected) in replay.state().iter().zip(&expected) {
            assert_eq!(
                replayed.as_bytes(),
                expected.as_bytes(),
                "{name}: step {step}"
            );
        }
    }
}

/// How many operations a step records outside the optimizer.
fn forward_backward() -> usize {
    let sgd = SgdConfig::new().init();
    // Plain SGD: the rate's cast, its form for rank two, and two operations for each parameter.
    listing(&record(&start(), &sgd).0).len() - (2 + 4 * 2)
}

macro_rules! records {
    ($($test:ident: $config:ident $(. $option:ident($value:expr))*, $parameters_only:expr;)*) => {$(
        #[test]
        fn $test() {
            let optim = $config::new()$(.$option($value))*.init();
            check(stringify!($test), optim, $parameters_only);
        }
    )*};
}

fn decay() -> Option<WeightDecayConfig> {
    Some(WeightDecayConfig { penalty: 0.01 })
}

records! {
    sgd: SgdConfig, true;
    sgd_weight_decay: SgdConfig.with_weight_decay(decay()), true;
    sgd_momentum: SgdConfig.with_momentum(Some(MomentumConfig::new().with_dampening(0.0))), false;
    sgd_dampening: SgdConfig.with_momentum(Some(MomentumConfig::new())), false;
    sgd_nesterov: SgdConfig.with_momentum(Some(MomentumConfig::new().with_nesterov(true))).with_weight_decay(decay()), false;
    sgd_clip_value: SgdConfig.with_gradient_clipping(Some(GradientClippingConfig::Value(0.1))), true;
    sgd_clip_norm: SgdConfig.with_gradient_clipping(Some(GradientClippingConfig::Norm(0.1))), true;
    adam: AdamConfig, false;
    adam_amsgrad: AdamConfig.with_amsgrad(true).with_weight_decay(decay()), false;
    adamw: AdamWConfig, false;
    adamw_amsgrad: AdamWConfig.with_amsgrad(true), false;
    adamw_cautious: AdamWConfig.with_cautious_weight_decay(true), false;
}

#[test]
fn late_parameters_settle_with_their_own_count() {
    use burn::optim::GradientsParams;
    let mut model = start();
    let (x, y) = batch(&model.output.weight.device());
    let mut optim = AdamWConfig::new().init();
    let mut grads = gradients(&model, x.clone(), y.clone());
    let mut some = GradientsParams::new();
    let id = model.output.weight.id;
    some.register(id, grads.remove::<2>(id).unwrap());
    optim.step(0.1, &mut model, some);

    let (_, after, _) = record(&model, &optim);
    let mut settled = optim.clone();
    settled.settle(&after);
    let (program, _, names) = record(&model, &settled);
    assert_eq!(
        names
            .iter()
            .filter(|name| name.starts_with("step."))
            .count(),
        2,
        "{names:?}"
    );

    let mut replay = Replay::new(program, values(&model, &settled));
    for _ in 0..3 {
        replay.step(x.to_data(), y.to_data(), 0.1);
        let grads = gradients(&model, x.clone(), y.clone());
        optim.step(0.1, &mut model, grads);
    }
    for (replayed, eager) in replay.state().iter().zip(values(&model, &optim)) {
        assert_eq!(replayed.as_bytes(), eager.as_bytes());
    }
}
