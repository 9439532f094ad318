//! Promise 1: the same inputs, live values and state give the outputs and the next state of an eager run, bit for bit.

use crate::common::{Mlp, Numbers, assert_same, assert_same_module, flex, training};
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::activation::log_softmax;
use capture_runtime::optim::{MomentumConfig, WeightDecayConfig};
use capture_runtime::prelude::*;

/// Cross entropy with smoothed labels, out of operations that do not read the host.
fn cross_entropy(logits: Tensor<2>, labels: Tensor<1, Int>, smoothing: f32) -> Tensor<1> {
    let log = log_softmax(logits, 1);
    let hit = log.clone().gather(1, labels.unsqueeze_dim(1)).mean();
    hit.mul_scalar(smoothing - 1.0) - log.mean().mul_scalar(smoothing)
}

/// One optimisation step of a classifier.
#[capture_program]
fn train_step(
    model: &mut Mlp,
    optim: &mut AdamW,
    features: Tensor<2>,
    labels: Tensor<1, Int>,
    #[live] lr: f64,
    #[frozen] smoothing: f32,
) -> Tensor<1> {
    let loss = cross_entropy(model.forward(features), labels, smoothing);
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(lr, model, grads);
    loss
}

#[capture_program]
fn sgd_step(model: &mut Mlp, optim: &mut Sgd, x: Tensor<2>, #[live] lr: f32) -> Tensor<1> {
    let loss = model.forward(x).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(lr, model, grads);
    loss
}

#[capture_program]
fn adam_step(model: &mut Mlp, optim: &mut Adam, x: Tensor<2>, #[live] lr: f64) -> Tensor<1> {
    let loss = model.forward(x).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(lr, model, grads);
    loss
}

#[capture_program]
fn infer(model: &Mlp, x: Tensor<2>) -> Tensor<2> {
    model.forward(x)
}

fn schedule(step: usize) -> f64 {
    0.05 / (step as f64 + 1.0)
}

#[test]
fn thirty_steps_of_adamw_with_a_schedule() {
    let device = training();
    let mut numbers = Numbers::new(1);
    let mut model = Mlp::new(&device);
    let mut optim = AdamWConfig::new().init();
    let mut session = train_step::on(&flex(), model.clone(), optim.clone(), 0.1).unwrap();
    for step in 0..30 {
        let x = numbers.tensor([16, 5], &flex());
        let y = numbers.indices([16], 3, &flex());
        let lr = schedule(step);
        let replayed = session.replay(x.clone(), y.clone(), lr).unwrap();
        let (x, y) = (x.autodiff(), y.autodiff());
        let eager = train_step(&mut model, &mut optim, x, y, lr, 0.1);
        assert_same(&replayed, &eager.inner(), &format!("loss {step}"));
        let (held, _) = session.state();
        assert_same_module(&held, &model, &format!("model after {step}"));
    }
    assert_eq!(session.report().captures, 1);
    assert_eq!(session.report().replays, 30);
}

#[test]
fn plain_and_heavy_sgd() {
    let configs = [
        SgdConfig::new(),
        SgdConfig::new()
            .with_momentum(Some(MomentumConfig::new().with_nesterov(true)))
            .with_weight_decay(Some(WeightDecayConfig { penalty: 0.01 })),
    ];
    for config in configs {
        let mut numbers = Numbers::new(2);
        let mut model = Mlp::new(&training());
        let mut optim = config.init();
        let mut session = sgd_step::on(&flex(), model.clone(), optim.clone()).unwrap();
        for step in 0..15 {
            let x = numbers.tensor([9, 5], &flex());
            let lr = schedule(step) as f32;
            let replayed = session.replay(x.clone(), lr).unwrap();
            let eager = sgd_step(&mut model, &mut optim, x.autodiff(), lr);
            assert_same(&replayed, &eager.inner(), &format!("loss {step}"));
        }
        let (held, _) = session.into_state();
        assert_same_module(&held, &model, "model after all steps");
    }
}

#[test]
fn eager_and_replayed_steps_take_turns() {
    let mut numbers = Numbers::new(3);
    let mut reference = (Mlp::new(&training()), AdamConfig::new().init());
    let (model, optim) = reference.clone();
    let mut session = adam_step::on(&flex(), model, optim).unwrap();
    for step in 0..12 {
        let x = numbers.tensor([4, 5], &flex());
        let lr = schedule(step);
        if step % 3 == 2 {
            let (mut model, mut optim) = session.state();
            adam_step(&mut model, &mut optim, x.clone().autodiff(), lr);
            session.set_state((model, optim)).unwrap();
        } else {
            session.replay(x.clone(), lr).unwrap();
        }
        adam_step(&mut reference.0, &mut reference.1, x.autodiff(), lr);
        assert_same_module(&session.state().0, &reference.0, &format!("step {step}"));
    }
}

#[test]
fn state_that_is_taken_back_trains_on_eagerly() {
    let mut numbers = Numbers::new(4);
    let mut reference = (Mlp::new(&training()), AdamConfig::new().init());
    let (model, optim) = reference.clone();
    let mut session = adam_step::on(&flex(), model, optim).unwrap();
    let batches: Vec<_> = (0..6).map(|_| numbers.tensor([4, 5], &flex())).collect();
    for x in &batches[..3] {
        session.replay(x.clone(), 0.01).unwrap();
    }
    let (mut model, mut optim) = session.into_state();
    for x in &batches[3..] {
        adam_step(&mut model, &mut optim, x.clone().autodiff(), 0.01);
    }
    for x in batches {
        adam_step(&mut reference.0, &mut reference.1, x.autodiff(), 0.01);
    }
    assert_same_module(&model, &reference.0, "three replays and three eager steps");
}

#[test]
fn inference_of_many_batch_sizes() {
    let model = Mlp::new(&flex());
    let mut session = infer::on(&flex(), model.clone()).unwrap();
    let mut numbers = Numbers::new(5);
    for size in [1, 7, 32, 1, 7] {
        let x = numbers.tensor([size, 5], &flex());
        let replayed = session.replay(x.clone()).unwrap();
        assert_same(&replayed, &infer(&model, x), &format!("batch of {size}"));
    }
    assert_eq!(session.report().captures, 3);
}
