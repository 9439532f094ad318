//! What a step leaves as it was: identifiers, gradient settings, frozen parameters, clones, the caller's copies.

use crate::common::{Mlp, batch, difference, gradients, parameters, start};
use burn::module::{Module, ModuleVisitor, Param, ParamId};
use burn::nn::BatchNormConfig;
use burn::optim::GradientsParams;
use burn::tensor::{Device, Tensor};
use capture_runtime::Live;
use capture_runtime::optim::{AdamConfig, AdamWConfig, MomentumConfig, SgdConfig};

fn settings<M: Module>(model: &M) -> Vec<(ParamId, bool, bool)> {
    struct Settings(Vec<(ParamId, bool, bool)>);
    impl ModuleVisitor for Settings {
        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            let value = param.val();
            self.0
                .push((param.id, value.is_require_grad(), value.is_autodiff()));
        }
    }
    let mut settings = Settings(Vec::new());
    model.visit(&mut settings);
    settings.0
}

#[test]
fn identifiers_and_settings_survive() {
    let mut model = start();
    model.hidden.weight = model.hidden.weight.set_require_grad(false);
    let before = settings(&model);
    let frozen = model.hidden.weight.val().into_data();
    let (x, y) = batch(&model.output.weight.device());
    let mut optim = AdamWConfig::new().init();
    for _ in 0..3 {
        let grads = gradients(&model, x.clone(), y.clone());
        optim.step(0.1, &mut model, grads);
    }
    assert_eq!(settings(&model), before);
    assert_eq!(model.hidden.weight.val().into_data(), frozen);
    assert_ne!(before.iter().filter(|setting| setting.1).count(), 0);
}

#[test]
fn copies_made_before_a_step_keep_their_values() {
    let mut model = start();
    let copy = model.clone();
    let weight = model.output.weight.val();
    let (before, weight_before) = (parameters(&model), weight.to_data());
    let (x, y) = batch(&model.output.weight.device());
    let grads = gradients(&model, x, y);
    let mut optim = SgdConfig::new()
        .with_momentum(Some(MomentumConfig::new()))
        .init();
    let fresh = optim.clone();
    optim.step(0.1, &mut model, grads);
    assert_eq!(parameters(&copy), before);
    assert_eq!(weight.to_data(), weight_before);
    assert_ne!(parameters(&model), before);
    assert!(format!("{fresh:?}").contains("moments: 0"), "{fresh:?}");
    assert!(format!("{optim:?}").contains("moments: 4"), "{optim:?}");
}

#[test]
fn running_statistics_and_shared_storage_are_left_alone() {
    let device = Device::flex().autodiff();
    let mut model = BatchNormConfig::new(3).init(&device);
    let clone = model.clone();
    let out = model.forward(Tensor::<2>::random(
        [8, 3],
        burn::tensor::Distribution::Default,
        &device,
    ));
    let grads = GradientsParams::from_grads(out.square().mean().backward(), &model);
    AdamConfig::new().init().step(0.1, &mut model, grads);
    let (mine, theirs) = (model.running_mean.value(), clone.running_mean.value());
    assert_eq!(mine.dims(), [3]);
    assert_eq!(mine.to_data(), theirs.to_data());
}

#[test]
fn a_model_without_autodiff_stays_without() {
    let model = start();
    let (x, y) = batch(&model.output.weight.device());
    let grads = gradients(&model, x, y);
    let mut plain = model.valid();
    SgdConfig::new().init().step(0.1, &mut plain, grads);
    assert!(settings(&plain).iter().all(|setting| !setting.2));
    assert_ne!(parameters(&plain), parameters(&model));
}

#[test]
fn a_live_rate_is_the_number() {
    let model = start();
    let device = model.output.weight.device();
    let (x, y) = batch(&device);
    let run = |rate: &dyn Fn(&mut Mlp, GradientsParams)| {
        let mut model = model.clone();
        let grads = gradients(&model, x.clone(), y.clone());
        rate(&mut model, grads);
        model
    };
    let number = run(&|model, grads| AdamWConfig::new().init().step(0.03, model, grads));
    let live = run(&|model, grads| {
        AdamWConfig::new()
            .init()
            .step(Live::new(0.03f64, &device), model, grads)
    });
    assert_eq!(difference(&number, &live), 0.0);
    let number = run(&|model, grads| AdamWConfig::new().init().step(0.03f32, model, grads));
    let live = run(&|model, grads| {
        AdamWConfig::new()
            .init()
            .step(Live::new(0.03f32, &device), model, grads)
    });
    assert_eq!(difference(&number, &live), 0.0);
}

#[test]
fn optimizers_cross_threads() {
    fn check<T: Send + Sync + Clone + core::fmt::Debug + 'static>() {}
    check::<capture_runtime::optim::Sgd>();
    check::<capture_runtime::optim::Adam>();
    check::<capture_runtime::optim::AdamW>();
}
