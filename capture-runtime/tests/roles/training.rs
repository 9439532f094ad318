//! Training steps beyond the plain one: accumulated gradients, moving averages of a model, two optimizers, gradients by hand.

use crate::common::{
    Mlp, Numbers, assert_same, assert_same_module, flex, floats, tensors, training,
};
use burn::module::{Lora, Module, ModuleMapper, ModuleVisitor, Param};
use burn::optim::{GradientsAccumulator, GradientsParams};
use burn::prelude::*;
use capture_runtime::prelude::*;
use std::collections::VecDeque;

#[capture_program]
fn accumulated(model: &mut Mlp, optim: &mut AdamW, xs: Vec<Tensor<2>>) -> Tensor<1> {
    let mut accumulator = GradientsAccumulator::new();
    let mut losses = Vec::new();
    for x in xs {
        let loss = model.forward(x).square().mean();
        let grads = GradientsParams::from_grads(loss.backward(), model);
        accumulator.accumulate(model, grads);
        losses.push(loss);
    }
    optim.step(0.05, model, accumulator.grads());
    Tensor::cat(losses, 0)
}

#[test]
fn gradients_of_several_batches_are_accumulated() {
    let mut model = Mlp::new(&training());
    let mut optim = AdamWConfig::new().init();
    let mut session = accumulated::on(&flex(), model.clone(), optim.clone()).unwrap();
    let mut numbers = Numbers::new(1);
    for _ in 0..3 {
        let xs: Vec<Tensor<2>> = (0..3).map(|_| numbers.tensor([4, 5], &flex())).collect();
        let replayed = session.replay(xs.clone()).unwrap();
        let xs = xs.into_iter().map(Tensor::autodiff).collect();
        let eager = accumulated(&mut model, &mut optim, xs);
        assert_same(&replayed, &eager.inner(), "losses");
    }
    assert_same_module(&session.into_state().0, &model, "model");
}

/// Moves `target` towards `model`, parameter by parameter.
fn follow(target: Mlp, model: &Mlp, rate: f64) -> Mlp {
    struct Values(VecDeque<Tensor<1>>);
    impl ModuleVisitor for Values {
        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            self.0.push_back(param.val().detach().reshape([-1]));
        }
    }
    struct Mix(VecDeque<Tensor<1>>, f64);
    impl ModuleMapper for Mix {
        fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
            let other = self.0.pop_front().expect("models of one structure");
            let rate = self.1;
            param.map(|value| {
                let other = other.reshape(value.shape()).mul_scalar(rate);
                value.mul_scalar(1.0 - rate) + other
            })
        }
    }
    let mut values = Values(VecDeque::new());
    model.visit(&mut values);
    target.map(&mut Mix(values.0, rate))
}

#[capture_program]
fn with_average(model: &mut Mlp, average: &mut Mlp, optim: &mut Sgd, x: Tensor<2>) -> Tensor<1> {
    let loss = (model.forward(x.clone()) - average.forward(x).detach())
        .square()
        .mean()
        + model.hidden.weight.val().square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(0.1, model, grads);
    *average = follow(average.clone(), model, 0.01);
    loss
}

#[test]
fn a_moving_average_of_the_model_is_state() {
    let mut model = Mlp::new(&training());
    let mut average = model.clone().no_grad();
    let mut optim = SgdConfig::new().init();
    let mut session =
        with_average::on(&flex(), model.clone(), average.clone(), optim.clone()).unwrap();
    let mut numbers = Numbers::new(2);
    for step in 0..4 {
        let x: Tensor<2> = numbers.tensor([4, 5], &flex());
        let replayed = session.replay(x.clone()).unwrap();
        let eager = with_average(&mut model, &mut average, &mut optim, x.autodiff());
        assert_same(&replayed, &eager.inner(), &format!("loss {step}"));
    }
    let (held, held_average, _) = session.into_state();
    assert_same_module(&held, &model, "model");
    assert_same_module(&held_average, &average, "average");
    assert_eq!(floats(&held_average.hidden.weight.val()).len(), 40);
}

#[capture_program]
fn two_players(
    a: &mut Mlp,
    b: &mut Mlp,
    first: &mut Adam,
    second: &mut Sgd,
    x: Tensor<2>,
) -> (Tensor<1>, Tensor<1>) {
    let ours = (a.forward(x.clone()) - b.forward(x.clone()).detach())
        .square()
        .mean();
    let grads = GradientsParams::from_grads(ours.backward(), a);
    first.step(0.01, a, grads);
    let theirs = (b.forward(x.clone()) + a.forward(x).detach())
        .square()
        .mean();
    let grads = GradientsParams::from_grads(theirs.backward(), b);
    second.step(0.02, b, grads);
    (ours, theirs)
}

#[test]
fn two_models_take_turns_in_one_step() {
    let mut a = Mlp::new(&training());
    let mut b = Mlp::new(&training());
    let (mut first, mut second) = (AdamConfig::new().init(), SgdConfig::new().init());
    let mut session =
        two_players::on(&flex(), a.clone(), b.clone(), first.clone(), second.clone()).unwrap();
    let mut numbers = Numbers::new(3);
    for step in 0..4 {
        let x: Tensor<2> = numbers.tensor([4, 5], &flex());
        let (ours, theirs) = session.replay(x.clone()).unwrap();
        let eager = two_players(&mut a, &mut b, &mut first, &mut second, x.autodiff());
        assert_same(&ours, &eager.0.inner(), &format!("ours {step}"));
        assert_same(&theirs, &eager.1.inner(), &format!("theirs {step}"));
    }
    let state = session.into_state();
    assert_same_module(&state.0, &a, "a");
    assert_same_module(&state.1, &b, "b");
}

#[capture_program]
fn penalised(w: &mut Tensor<1>, x: Tensor<1>) -> (Tensor<1>, Tensor<1>) {
    let loss = (w.clone() * x).square().sum();
    let mut grads = loss.backward();
    let grad = w.grad(&grads).expect("`w` requires a gradient");
    w.grad_replace(&mut grads, grad.clone() * 2.0);
    let doubled = w.grad_remove(&mut grads).expect("just replaced");
    *w = Tensor::from_inner(w.clone().inner() - doubled.clone() * 0.01).require_grad();
    (grad, doubled)
}

#[test]
fn gradients_are_read_replaced_and_removed() {
    let mut w = Tensor::<1>::from_floats([1.0, -2.0], &training()).require_grad();
    let mut session = penalised::on(&flex(), w.clone()).unwrap();
    for step in 0..3 {
        let x: Tensor<1> = Numbers::new(step).tensor([2], &flex());
        let (grad, doubled) = session.replay(x.clone()).unwrap();
        let eager = penalised(&mut w, x.autodiff());
        assert_same(&grad, &eager.0, "gradient");
        assert_same(&doubled, &eager.1, "doubled");
    }
    assert_eq!(floats(&session.state()), floats(&w));
    assert!(session.state().is_require_grad());
}

#[capture_program]
fn plain_step(model: &mut Mlp, optim: &mut Adam, x: Tensor<2>) -> Tensor<1> {
    let loss = model.forward(x).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(0.05, model, grads);
    loss
}

#[test]
fn burns_own_adapters_are_trained_and_their_base_is_not() {
    let base = Mlp::new(&training());
    let mut model = base.clone().apply_lora(Lora::new(2, 4.0));
    let before = tensors(&model);
    let mut optim = AdamConfig::new().init();
    let mut session = plain_step::on(&flex(), model.clone(), optim.clone()).unwrap();
    let mut numbers = Numbers::new(4);
    for step in 0..4 {
        let x: Tensor<2> = numbers.tensor([4, 5], &flex());
        let replayed = session.replay(x.clone()).unwrap();
        let eager = plain_step(&mut model, &mut optim, x.autodiff());
        assert_same(&replayed, &eager.inner(), &format!("loss {step}"));
    }
    let held = session.into_state().0;
    assert_same_module(&held, &model, "adapted model");
    assert_ne!(tensors(&held), before);
    assert_eq!(
        held.hidden.weight.base().to_data(),
        base.hidden.weight.val().to_data()
    );
}
