//! Promise 4: the user's modules, optimizers, devices and random state are untouched by a capture, also by one that fails.

use crate::common::{Mlp, Numbers, assert_same, assert_same_module, flex, row, tensors, training};
use burn::module::Module;
use burn::nn::{BatchNorm, BatchNormConfig, Linear, LinearConfig};
use burn::optim::GradientsParams;
use burn::prelude::*;
use capture_runtime::RecordCause;
use capture_runtime::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Module, Debug)]
struct Net {
    linear: Linear,
    norm: BatchNorm,
}

impl Net {
    fn new(device: &Device) -> Self {
        let net = Self {
            linear: LinearConfig::new(4, 3).init(device),
            norm: BatchNormConfig::new(3).init(device),
        };
        let _ = tensors(&net);
        net
    }

    fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        self.norm.forward(self.linear.forward(x))
    }
}

#[capture_program]
fn infer(net: &Net, x: Tensor<2>) -> Tensor<2> {
    net.forward(x)
}

#[capture_program]
fn train_step(net: &mut Net, optim: &mut Adam, x: Tensor<2>) -> Tensor<1> {
    let loss = net.forward(x).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), net);
    optim.step(0.1, net, grads);
    loss
}

fn read(x: &Tensor<1>) -> f32 {
    x.clone().into_scalar()
}

/// Fails after its layers ran, with the state and the optimizer half moved.
#[capture_program]
fn fails_late(net: &mut Net, optim: &mut Adam, x: Tensor<2>) -> Tensor<1> {
    let loss = net.forward(x).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), net);
    optim.step(0.1, net, grads);
    let n = read(&loss);
    loss * n
}

fn explode(message: &str) {
    panic!("{message}");
}

#[capture_program]
fn panics_late(net: &mut Net, x: Tensor<2>) -> Tensor<1> {
    let loss = net.forward(x).square().mean();
    let _ = loss.backward();
    explode("the author's own words");
    loss
}

#[test]
fn running_statistics_of_the_original_stay_where_they_are() {
    let net = Net::new(&training());
    let mut numbers = Numbers::new(1);
    for _ in 0..2 {
        net.forward(numbers.tensor([8, 4], &training()));
    }
    let valid = net.valid();
    let x = numbers.tensor([8, 4], &flex());
    let before = valid.forward(x.clone());
    let mean = valid.norm.running_mean.value().to_data();

    infer::capture(&valid, TensorSpec::float([8, 4])).unwrap();
    let mut session = infer::on(&flex(), valid.clone()).unwrap();
    session.replay(x.clone()).unwrap();
    train_step::capture(&net, &AdamConfig::new().init(), TensorSpec::float([8, 4])).unwrap();
    let mut trains = train_step::on(&flex(), net.clone(), AdamConfig::new().init()).unwrap();
    for _ in 0..3 {
        trains.replay(x.clone()).unwrap();
    }

    assert_eq!(valid.norm.running_mean.value().to_data(), mean);
    assert_same(
        &valid.forward(x),
        &before,
        "the original, after the captures",
    );
    net.forward(numbers.tensor([8, 4], &training()));
    assert_eq!(net.norm.running_mean.value_sync().device(), training());
}

#[test]
fn a_clone_that_is_used_eagerly_between_is_not_moved() {
    let net = Net::new(&training());
    let clone = net.clone();
    let x = Numbers::new(2).tensor([8, 4], &flex());
    let fresh = tensors(&clone.valid());
    let mut session = train_step::on(&flex(), net.clone(), AdamConfig::new().init()).unwrap();
    session.replay(x.clone()).unwrap();
    assert_eq!(
        tensors(&clone.valid()),
        fresh,
        "a replay moves the session's own statistics"
    );
    clone.forward(x.clone().autodiff());
    let moved = tensors(&clone.valid());
    assert_ne!(moved, fresh, "eager code moves the original's");
    let held = tensors(&session.state().0.valid());
    session.replay(x).unwrap();
    assert_ne!(tensors(&session.state().0.valid()), held);
    assert_eq!(tensors(&clone.valid()), moved);
}

#[test]
fn a_capture_that_fails_leaves_model_and_optimizer_usable() {
    let mut net = Net::new(&training());
    let mut optim = AdamConfig::new().init();
    let mut numbers = Numbers::new(3);
    train_step(&mut net, &mut optim, numbers.tensor([8, 4], &training()));
    let before = tensors(&net.valid());
    let x = numbers.tensor([8, 4], &flex());
    for _ in 0..3 {
        let error = fails_late::capture(&net, &optim, TensorSpec::float([8, 4])).unwrap_err();
        assert_eq!(error.cause(), &RecordCause::HostRead);
        let error = panics_late::capture(&net, TensorSpec::float([8, 4])).unwrap_err();
        let RecordCause::Panic { message, raised_at } = error.cause() else {
            panic!("expected the author's panic, got {error}")
        };
        assert_eq!(message, "the author's own words");
        assert!(raised_at.as_ref().unwrap().contains(file!()), "{error}");
    }
    assert_eq!(tensors(&net.valid()), before);
    let mut session = train_step::on(&flex(), net.clone(), optim.clone()).unwrap();
    let replayed = session.replay(x.clone()).unwrap();
    let eager = train_step(&mut net, &mut optim, x.autodiff());
    assert_same(&replayed, &eager.inner(), "a step after failed captures");
}

#[test]
fn a_session_whose_capture_fails_keeps_its_state() {
    let net = Net::new(&training());
    let mut session = fails_late::on(&flex(), net.clone(), AdamConfig::new().init()).unwrap();
    for _ in 0..2 {
        assert!(
            session
                .replay(Numbers::new(4).tensor([8, 4], &flex()))
                .is_err()
        );
    }
    assert_eq!(session.report().captures, 0);
    assert_same_module(&session.into_state().0.valid(), &net.valid(), "the state");
}

#[test]
fn lazy_parameters_are_drawn_once_and_in_the_original() {
    let lazy = LinearConfig::new(4, 3).init(&flex());
    let x: Tensor<2> = Numbers::new(5).tensor([2, 4], &flex());
    let mut session = linear::on(&flex(), lazy.clone()).unwrap();
    let first = session.replay(x.clone()).unwrap();
    assert_same(
        &session.replay(x.clone()).unwrap(),
        &first,
        "weights are not drawn again",
    );
    let program = session.program().unwrap().to_string();
    assert!(!program.contains("random"), "{program}");

    let original = LinearConfig::new(4, 3).init(&flex());
    linear::capture(&original, TensorSpec::float([2, 4])).unwrap();
    let mut session = linear::on(&flex(), original.clone()).unwrap();
    let replayed = session.replay(x.clone()).unwrap();
    assert_same(
        &replayed,
        &original.forward(x),
        "captured, then used eagerly",
    );
}

#[capture_program]
fn linear(layer: &Linear, x: Tensor<2>) -> Tensor<2> {
    layer.forward(x)
}

static TURN: AtomicBool = AtomicBool::new(false);

fn fails_on_the_second_run() {
    if TURN.fetch_xor(true, Ordering::SeqCst) {
        explode("the second recording");
    }
}

#[capture_program]
fn second_recording_panics(x: Tensor<1>) -> Tensor<1> {
    fails_on_the_second_run();
    x + 1.0
}

#[test]
fn a_panic_in_the_second_recording_is_an_error_too() {
    for _ in 0..2 {
        let error = second_recording_panics::capture(TensorSpec::float([1])).unwrap_err();
        assert!(
            error.to_string().contains("the second recording"),
            "{error}"
        );
    }
    assert_eq!(row([1.0]).device(), flex());
}

#[test]
fn inputs_and_parameters_are_shared_and_not_written() {
    let model = Mlp::new(&training());
    let before = tensors(&model);
    let x = Numbers::new(6).tensor([4, 5], &flex());
    let copy = x.to_data();
    let mut session = square_step::on(&flex(), model.clone()).unwrap();
    for _ in 0..3 {
        session.replay(x.clone()).unwrap();
    }
    assert_eq!(tensors(&model), before);
    assert_eq!(x.to_data(), copy);
    assert_ne!(tensors(&session.into_state()), before);
}

#[capture_program]
fn square_step(model: &mut Mlp, x: Tensor<2>) {
    let loss = model.forward(x).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), model);
    SgdConfig::new().init().step(0.1, model, grads);
}
