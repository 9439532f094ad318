//! Eager use equals Burn's optimizer of the same configuration over 100 steps with a changing learning rate.

use crate::common::{Mlp, batch, difference, gradients, schedule, start};
use burn::optim::{self as theirs, GradientsParams};
use capture_runtime::optim::{
    self as ours, GradientClippingConfig, MomentumConfig, WeightDecayConfig,
};

/// What the documentation of the optimizers states.
const TOLERANCE: f64 = 1e-6;

fn worst_difference(
    name: &str,
    mut ours: impl FnMut(f64, &mut Mlp, GradientsParams),
    mut theirs: theirs::ModuleOptimizer,
) {
    let mut model = start();
    let mut reference = model.clone();
    let device = model.hidden.weight.device();
    let mut worst = 0f64;
    for step in 0..100 {
        let (x, y) = batch(&device);
        let lr = schedule(step);
        let grads = gradients(&model, x.clone(), y.clone());
        ours(lr, &mut model, grads);
        let grads = gradients(&reference, x, y);
        reference = theirs.step(lr, reference, grads);
        worst = worst.max(difference(&model, &reference));
    }
    println!("{name}: worst relative difference over 100 steps: {worst:e}");
    assert!(worst <= TOLERANCE, "{name}: {worst:e} > {TOLERANCE:e}");
}

macro_rules! equals_burn {
    ($($test:ident: $config:ident $(. $option:ident($value:expr))*;)*) => {$(
        #[test]
        fn $test() {
            let mut optim = ours::$config::new()$(.$option($value))*.init();
            worst_difference(
                stringify!($test),
                |lr, model, grads| optim.step(lr, model, grads),
                theirs::$config::new()$(.$option($value))*.init(),
            );
        }
    )*};
}

fn momentum(momentum: f64, dampening: f64, nesterov: bool) -> Option<MomentumConfig> {
    Some(MomentumConfig {
        momentum,
        dampening,
        nesterov,
    })
}

fn decay(penalty: f32) -> Option<WeightDecayConfig> {
    Some(WeightDecayConfig { penalty })
}

fn by_value() -> Option<GradientClippingConfig> {
    Some(GradientClippingConfig::Value(0.05))
}

fn by_norm() -> Option<GradientClippingConfig> {
    Some(GradientClippingConfig::Norm(0.1))
}

equals_burn! {
    sgd: SgdConfig;
    sgd_weight_decay: SgdConfig.with_weight_decay(decay(0.01));
    sgd_momentum: SgdConfig.with_momentum(momentum(0.9, 0.0, false));
    sgd_dampening: SgdConfig.with_momentum(momentum(0.9, 0.1, false));
    sgd_nesterov: SgdConfig.with_momentum(momentum(0.8, 0.0, true));
    sgd_nesterov_dampening: SgdConfig.with_momentum(momentum(0.8, 0.3, true));
    sgd_everything: SgdConfig.with_momentum(momentum(0.95, 0.2, true)).with_weight_decay(decay(0.02)).with_gradient_clipping(by_norm());
    sgd_clip_value: SgdConfig.with_gradient_clipping(by_value());
    sgd_clip_norm: SgdConfig.with_gradient_clipping(by_norm());
    adam: AdamConfig;
    adam_amsgrad: AdamConfig.with_amsgrad(true);
    adam_weight_decay: AdamConfig.with_weight_decay(decay(0.01));
    adam_betas: AdamConfig.with_beta_1(0.8).with_beta_2(0.95).with_epsilon(1e-8);
    adam_clip_value: AdamConfig.with_grad_clipping(by_value());
    adam_everything: AdamConfig.with_amsgrad(true).with_weight_decay(decay(0.02)).with_grad_clipping(by_norm());
    adamw: AdamWConfig;
    adamw_amsgrad: AdamWConfig.with_amsgrad(true);
    adamw_weight_decay: AdamWConfig.with_weight_decay(0.1);
    adamw_no_weight_decay: AdamWConfig.with_weight_decay(0.0);
    adamw_cautious: AdamWConfig.with_weight_decay(0.1).with_cautious_weight_decay(true);
    adamw_betas: AdamWConfig.with_beta_1(0.5).with_beta_2(0.9).with_epsilon(1e-3);
    adamw_clip_norm: AdamWConfig.with_grad_clipping(by_norm());
    adamw_everything: AdamWConfig.with_amsgrad(true).with_weight_decay(0.05).with_cautious_weight_decay(true).with_grad_clipping(by_value());
}

#[test]
fn a_rate_of_zero_is_burns() {
    let mut model = start();
    let device = model.hidden.weight.device();
    let before = model.clone();
    let (x, y) = batch(&device);
    let grads = gradients(&model, x, y);
    ours::AdamWConfig::new().init().step(0.0, &mut model, grads);
    assert_eq!(difference(&model, &before), 0.0);
}
