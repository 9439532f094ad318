//! Promise 1: what a module carries beside its tensors is part of the program. Numbers, options and flags of layers, parameters that
//! are held twice, and whether a tensor came with autodiff.

use crate::common::{assert_same, flex, floats, row, training};
use burn::module::Param;
use burn::nn::{Dropout, DropoutConfig, LayerNorm, LayerNormConfig, Linear, LinearConfig};
use burn::optim::GradientsParams;
use burn::prelude::*;
use capture_runtime::RecordCause;
use capture_runtime::prelude::*;

#[derive(Module, Debug)]
struct Scaled {
    w: Param<Tensor<1>>,
    scale: f64,
}

impl Scaled {
    fn new(scale: f64) -> Self {
        let w = Param::from_tensor(row([1.0, 2.0]));
        Self { w, scale }
    }
}

#[capture_program]
fn infer(model: &Scaled, x: Tensor<1>) -> Tensor<1> {
    x * model.w.val() * model.scale
}

#[capture_program]
fn normal(model: &LayerNorm, x: Tensor<1>) -> Tensor<1> {
    model.forward(x)
}

#[capture_program]
fn advance(model: &mut Scaled, x: Tensor<1>) -> Tensor<1> {
    model.w = model.w.clone().map(|w| w + x.clone());
    x * model.w.val() * model.scale
}

#[derive(ProgramState, Clone)]
struct Pair {
    model: Scaled,
    bias: Tensor<1>,
}

#[capture_program]
fn both(pair: &Pair, x: Tensor<1>) -> Tensor<1> {
    x * pair.model.scale + pair.bias.clone()
}

#[test]
fn weights_with_other_options_are_another_program() {
    let x = || row([1.0, 1.0]);
    let mut session = infer::on(&flex(), Scaled::new(2.0)).unwrap();
    assert_eq!(floats(&session.replay(x()).unwrap()), [2.0, 4.0]);
    session.set_weights(Scaled::new(10.0)).unwrap();
    assert_eq!(floats(&session.replay(x()).unwrap()), [10.0, 20.0]);
    session.set_weights(Scaled::new(2.0)).unwrap();
    assert_eq!(floats(&session.replay(x()).unwrap()), [2.0, 4.0]);
    assert_eq!(
        session.report().captures,
        2,
        "the first program serves again"
    );

    let norm = |epsilon| LayerNormConfig::new(2).with_epsilon(epsilon).init(&flex());
    let mut session = normal::on(&flex(), norm(1e-5)).unwrap();
    for epsilon in [1e-5, 1.0] {
        session.set_weights(norm(epsilon)).unwrap();
        let eager = normal(&norm(epsilon), row([1.0, 3.0]));
        assert_same(&session.replay(row([1.0, 3.0])).unwrap(), &eager, "normal");
    }

    let pair = |scale| Pair {
        model: Scaled::new(scale),
        bias: row([0.5, 0.5]),
    };
    let mut session = both::on(&flex(), pair(2.0)).unwrap();
    assert_eq!(floats(&session.replay(x()).unwrap()), [2.5, 2.5]);
    session.set_weights(pair(4.0)).unwrap();
    assert_eq!(floats(&session.replay(x()).unwrap()), [4.5, 4.5]);
}

#[test]
fn a_state_with_other_options_is_another_program() {
    let mut session = advance::on(&flex(), Scaled::new(2.0)).unwrap();
    assert_eq!(
        floats(&session.replay(row([1.0, 1.0])).unwrap()),
        [4.0, 6.0]
    );
    session.set_state(Scaled::new(10.0)).unwrap();
    assert_eq!(
        floats(&session.replay(row([1.0, 1.0])).unwrap()),
        [20.0, 30.0]
    );
}

#[capture_program]
fn learn(model: &mut Linear, optim: &mut AdamW, x: Tensor<2>) -> Tensor<1> {
    let loss = model.forward(x).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(0.1, model, grads);
    loss
}

#[test]
fn an_optimizer_knows_its_parameters_again() {
    let linear = || LinearConfig::new(2, 2).init(&flex());
    let x = |device: &Device| Tensor::<2>::from_floats([[1.0, 2.0]], device);
    let mut session = learn::on(&flex(), linear(), AdamWConfig::new().init()).unwrap();
    session.replay(x(&flex())).unwrap();
    let (_, optim) = session.state();

    // A fresh model has parameters that the optimizer has never seen: its moments belong to none of them.
    let fresh = linear();
    session.set_state((fresh.clone(), optim.clone())).unwrap();
    let (mut model, mut optim) = (fresh.train(), optim);
    for _ in 0..3 {
        let replayed = session.replay(x(&flex())).unwrap();
        let eager = learn(&mut model, &mut optim, x(&training()));
        assert_same(&replayed, &eager.inner(), "loss");
    }
}

#[derive(Module, Debug)]
struct Tied {
    a: Linear,
    b: Linear,
}

#[capture_program]
fn tied(model: &mut Tied, x: Tensor<2>) -> Tensor<1> {
    let loss = model.b.forward(model.a.forward(x)).square().mean();
    let gradients = loss.backward();
    if let Some(gradient) = model.a.weight.grad(&gradients) {
        model.a.weight = model.a.weight.clone().map(|w| w - gradient.detach());
    }
    loss
}

/// A target network is a clone whose gradient is cut.
#[capture_program]
fn target(policy: &mut Linear, target: &Linear, x: Tensor<2>) -> Tensor<1> {
    let wanted = target.forward(x.clone()).detach();
    let loss = (policy.forward(x) - wanted).square().mean();
    let gradients = loss.backward();
    if let Some(gradient) = policy.weight.grad(&gradients) {
        policy.weight = policy.weight.clone().map(|w| w - gradient.detach());
    }
    loss
}

#[capture_program]
fn inference_of_tied(model: &Tied, x: Tensor<2>) -> Tensor<2> {
    model.b.forward(model.a.forward(x))
}

#[test]
fn a_trainable_parameter_held_twice_is_refused_by_name() {
    let a = LinearConfig::new(2, 2).init(&flex());
    let b = a.clone();
    let model = Tied { a, b };
    let spec = || TensorSpec::float([1, 2]);
    let error = tied::capture(&model, spec()).unwrap_err();
    let RecordCause::Shared { first, second } = error.cause() else {
        panic!("{error}")
    };
    assert_eq!(
        (first.as_str(), second.as_str()),
        ("model.a.weight", "model.b.weight")
    );
    // Without gradients nothing is lost, and neither where only one of them is trained.
    inference_of_tied::capture(&model, spec()).unwrap();
    target::capture(&model.a, &model.b, spec()).unwrap();
    let frozen = model.a.clone().no_grad();
    let a = model.a;
    tied::capture(&Tied { a, b: frozen }, spec()).unwrap();
}

#[capture_program]
fn dropped(dropout: &Dropout, w: &Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    dropout.forward(x * w.clone())
}

#[test]
fn weights_with_autodiff_train_as_they_do_in_eager_code() {
    let dropout = || DropoutConfig::new(0.999_999_9).init();
    let w = row([1.0, 2.0]).autodiff();
    let eager = dropped(&dropout(), &w, row([3.0, 4.0])).inner();
    let mut session = dropped::on(&flex(), dropout(), w).unwrap();
    assert_eq!(floats(&eager), [0.0, 0.0]);
    assert_same(&session.replay(row([3.0, 4.0])).unwrap(), &eager, "dropped");
}

#[capture_program]
fn by_hand(w: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    let tracked = w.clone().require_grad();
    let loss = (x * tracked.clone()).sum();
    let gradients = loss.backward();
    if let Some(gradient) = tracked.grad(&gradients) {
        *w = w.clone() - gradient;
    }
    loss
}

#[test]
fn a_tensor_given_with_autodiff_can_require_a_gradient() {
    let x = |device: &Device| Tensor::<1>::from_floats([3.0, 4.0], device);
    let mut w = Tensor::<1>::from_floats([1.0, 2.0], &training());
    let mut session = by_hand::on(&flex(), w.clone()).unwrap();
    for _ in 0..3 {
        let eager = by_hand(&mut w, x(&training()));
        assert_same(&session.replay(x(&flex())).unwrap(), &eager.inner(), "loss");
    }
}

mod helper {
    pub(super) fn count(model: &mut super::Scaled) {
        model.scale += 1.0;
    }
}

#[capture_program]
fn changes_a_number(model: &mut Scaled, x: Tensor<1>) -> Tensor<1> {
    let y = x.clone();
    model.w = model.w.clone().map(|w| w + x);
    helper::count(model);
    y
}

#[test]
fn a_number_of_the_state_that_changes_is_refused_with_both_values() {
    let error = changes_a_number::capture(&Scaled::new(2.0), TensorSpec::float([2])).unwrap_err();
    let RecordCause::HostState { before, after } = error.cause() else {
        panic!("{error}")
    };
    assert_eq!(
        (before.as_str(), after.as_str()),
        ("scale: 2.0", "scale: 3.0")
    );
}
