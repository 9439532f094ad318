//! Programs inside programs, and what is eager only inside them.

use crate::common::{Mlp, Numbers, assert_same, assert_same_module, flex, floats, row, training};
use burn::optim::GradientsParams;
use burn::prelude::*;
use capture_runtime::RecordCause;
use capture_runtime::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

#[capture_program]
fn train_step(model: &mut Mlp, optim: &mut Sgd, x: Tensor<2>, #[frozen] lr: f64) -> Tensor<1> {
    let loss = model.forward(x).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(lr, model, grads);
    loss
}

#[capture_program]
fn two_steps(model: &mut Mlp, optim: &mut Sgd, a: Tensor<2>, b: Tensor<2>) -> Tensor<1> {
    let first = train_step(model, optim, a, 0.1);
    let second = train_step(model, optim, b, 0.2);
    first + second
}

#[capture_program]
fn noisy(x: Tensor<1>) -> Tensor<1> {
    eager_only! {
        println!("{}", x.clone().sum().into_scalar::<f32>());
    }
    x + 1.0
}

#[capture_program]
fn outer_of_noisy(x: Tensor<1>) -> Tensor<1> {
    noisy(x) * 2.0
}

/// The inner function runs as it was written, so Burn's own `backward` meets a placeholder: the attribute can only rewrite
/// the body that it sees. The error says so.
#[test]
fn a_training_step_inside_a_program_is_refused_with_the_remedy() {
    let (model, optim) = (Mlp::new(&training()), SgdConfig::new().init());
    let spec = || TensorSpec::float([4, 5]);
    let error = two_steps::capture(&model, &optim, spec(), spec()).unwrap_err();
    assert_eq!(error.cause(), &RecordCause::Autodiff);
    assert_eq!(error.statement().unwrap().binding, Some("first"));
    assert!(
        error.to_string().contains("in the body of the program"),
        "{error}"
    );
}

#[capture_program]
fn scores(model: &Mlp, x: Tensor<2>) -> Tensor<2> {
    model.forward(x) + 1.0
}

#[capture_program]
fn step_of_scores(model: &mut Mlp, optim: &mut Sgd, x: Tensor<2>) -> Tensor<1> {
    let loss = scores(model, x).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(0.1, model, grads);
    loss
}

#[test]
fn a_forward_pass_that_is_a_program_trains_inside_a_step() {
    let mut model = Mlp::new(&training());
    let mut optim = SgdConfig::new().init();
    let x = Numbers::new(1).tensor([4, 5], &flex());
    let mut session = step_of_scores::on(&flex(), model.clone(), optim.clone()).unwrap();
    let replayed = session.replay(x.clone()).unwrap();
    let eager = step_of_scores(&mut model, &mut optim, x.autodiff());
    assert_same(&replayed, &eager.inner(), "loss");
    assert_same_module(&session.into_state().0, &model, "model");
}

fn logs(x: &Tensor<1>) {
    eager_only! {
        println!("{x}");
        LOGGED.fetch_add(1, Ordering::SeqCst);
    }
}

static LOGGED: AtomicUsize = AtomicUsize::new(0);

#[capture_program]
fn logged(x: Tensor<1>) -> Tensor<1> {
    let y = x + 1.0;
    logs(&y);
    y
}

#[test]
fn what_is_eager_only_in_a_helper_stays_out_too() {
    let mut session = logged::on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [2.0]);
    assert_eq!(LOGGED.load(Ordering::SeqCst), 0);
    logged(row([1.0]));
    assert_eq!(LOGGED.load(Ordering::SeqCst), 1);
}

#[test]
fn what_is_eager_only_stays_out_of_a_program_around_it() {
    let mut session = outer_of_noisy::on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [4.0]);
}
