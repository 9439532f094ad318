//! Weights and state: modules, tensors, optimizers, tuples, and structs that derive `ProgramState`.

use crate::common::{
    Mlp, Numbers, assert_same, assert_same_module, flex, floats, row, tensors, training,
};
use burn::module::Module;
use burn::optim::GradientsParams;
use burn::prelude::*;
use capture_runtime::prelude::*;

/// Weights of several parts.
#[derive(ProgramState, Clone)]
struct Parts {
    model: Mlp,
    shift: Tensor<1>,
    tables: Vec<Tensor<1>>,
    extra: Option<Tensor<1>>,
    name: String,
}

/// State of several parts, one of them an optimizer.
#[derive(ProgramState, Clone)]
struct Trainer {
    model: Mlp,
    optim: AdamW,
    losses: (Tensor<1>, Tensor<1>),
}

#[derive(ProgramState, Clone)]
struct Generic<T: ProgramState + 'static>(T, [Tensor<1>; 2]);

#[capture_program]
fn apply(parts: &Parts, x: Tensor<2>) -> Tensor<2> {
    let mut y = parts.model.forward(x) + parts.shift.clone().unsqueeze();
    for table in &parts.tables {
        y = y * table.clone().unsqueeze();
    }
    match &parts.extra {
        Some(extra) => y - extra.clone().unsqueeze(),
        None => y,
    }
}

#[capture_program]
fn train(trainer: &mut Trainer, x: Tensor<2>, #[live] lr: f64) -> Tensor<1> {
    let loss = trainer.model.forward(x).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), &trainer.model);
    trainer.optim.step(lr, &mut trainer.model, grads);
    let (sum, _) = trainer.losses.clone();
    let plain = loss.clone().inner();
    trainer.losses = (sum + plain.clone(), plain);
    loss
}

#[capture_program]
fn tuple_state(s: &mut (Tensor<1>, Tensor<1, Int>), x: Tensor<1>) {
    s.0 = s.0.clone() + x;
    s.1 = s.1.clone() + 1;
}

#[capture_program]
fn generic_state(s: &mut Generic<Tensor<2>>, x: Tensor<1>) -> Tensor<1> {
    let Generic(_, [a, b]) = s.clone();
    s.1 = [b, a + x.clone()];
    x
}

#[capture_program]
#[allow(deprecated)] // the factor is frozen on purpose
fn two_weights_two_states(
    a: &Tensor<1>,
    s: &mut Tensor<1>,
    x: Tensor<1>,
    b: &Tensor<1>,
    t: &mut Tensor<1>,
    #[frozen] k: i32,
) -> Tensor<1> {
    *s = s.clone() + a.clone() * x.clone();
    *t = t.clone() + b.clone() * x;
    s.clone() * k + t.clone()
}

#[capture_program]
fn swap(a: &mut Tensor<1>, b: &mut Tensor<1>) {
    core::mem::swap(a, b);
}

#[capture_program]
fn untouched(_a: &mut Tensor<1>, _w: &Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    x + 1.0
}

#[capture_program]
fn one_source(a: &mut Tensor<1>, b: &mut Tensor<1>, x: Tensor<1>) {
    let y = x + 1.0;
    *a = y.clone();
    *b = y;
}

#[capture_program]
fn takes_input(a: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    *a = x.clone();
    x
}

#[test]
fn a_struct_of_weights() {
    let parts = Parts {
        model: Mlp::new(&flex()),
        shift: row([1.0, 2.0, 3.0]),
        tables: vec![row([2.0, 2.0, 2.0]), row([0.5, 1.0, 2.0])],
        extra: Some(row([9.0, 9.0, 9.0])),
        name: "parts".to_owned(),
    };
    let x: Tensor<2> = Numbers::new(1).tensor([4, 5], &flex());
    let mut session = apply::on(&flex(), parts.clone()).unwrap();
    assert_same(
        &session.replay(x.clone()).unwrap(),
        &apply(&parts, x.clone()),
        "struct",
    );
    assert_eq!(session.weights().name, "parts");
    let names = session.program().unwrap().to_string();
    for name in [
        "parts.model.hidden.weight",
        "parts.shift",
        "parts.tables.1",
        "parts.extra",
    ] {
        assert!(names.contains(name), "{name} in {names}");
    }
    let other = Parts {
        extra: None,
        tables: Vec::new(),
        ..parts
    };
    session.set_weights(other.clone()).unwrap();
    assert_same(
        &session.replay(x.clone()).unwrap(),
        &apply(&other, x),
        "another structure",
    );
    assert_eq!(session.report().captures, 2);
}

#[test]
fn a_struct_of_state_with_an_optimizer_in_it() {
    let mut trainer = Trainer {
        model: Mlp::new(&training()),
        optim: AdamWConfig::new().init(),
        losses: (row([0.0]), row([0.0])),
    };
    let mut session = train::on(&flex(), trainer.clone()).unwrap();
    let mut numbers = Numbers::new(2);
    for step in 0..5 {
        let x = numbers.tensor([4, 5], &flex());
        let replayed = session.replay(x.clone(), 0.01).unwrap();
        let eager = train(&mut trainer, x.autodiff(), 0.01);
        assert_same(&replayed, &eager.inner(), &format!("loss {step}"));
    }
    let held = session.into_state();
    assert_same_module(&held.model, &trainer.model, "model");
    assert_same(&held.losses.0, &trainer.losses.0, "sum of losses");
}

#[test]
fn tuples_and_generics() {
    let count = Tensor::<1, Int>::from_ints([0], &flex());
    let mut session = tuple_state::on(&flex(), (row([1.0]), count)).unwrap();
    for _ in 0..3 {
        session.replay(row([2.0])).unwrap();
    }
    let (sum, count) = session.into_state();
    assert_eq!(
        (floats(&sum), crate::common::ints(&count)),
        (vec![7.0], vec![3])
    );

    let start = Generic(Tensor::<2>::ones([2, 2], &flex()), [row([1.0]), row([2.0])]);
    let mut session = generic_state::on(&flex(), start).unwrap();
    session.replay(row([10.0])).unwrap();
    session.replay(row([20.0])).unwrap();
    let Generic(kept, [a, b]) = session.into_state();
    assert_eq!(
        (floats(&kept), floats(&a), floats(&b)),
        (vec![1.0; 4], vec![11.0], vec![22.0])
    );
}

#[test]
fn several_of_each_in_parameter_order() {
    let (a, s, b, t) = (row([2.0]), row([0.0]), row([3.0]), row([100.0]));
    let mut session = two_weights_two_states::on(&flex(), a.clone(), s, b, t, 10).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [123.0]);
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [146.0]);
    let (s, t) = session.state();
    assert_eq!((floats(&s), floats(&t)), (vec![4.0], vec![106.0]));
    session.set_weights((row([0.0]), row([0.0]))).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [146.0]);
}

#[test]
fn states_that_change_places() {
    let mut session = swap::on(&flex(), row([1.0]), row([2.0])).unwrap();
    for (a, b) in [(2.0, 1.0), (1.0, 2.0), (2.0, 1.0)] {
        session.replay().unwrap();
        let state = session.state();
        assert_eq!((floats(&state.0), floats(&state.1)), (vec![a], vec![b]));
    }
    let mut session = one_source::on(&flex(), row([0.0]), row([0.0])).unwrap();
    for i in 0..3 {
        session.replay(row([i as f32])).unwrap();
        let (a, b) = session.state();
        assert_eq!(
            (floats(&a), floats(&b)),
            (vec![i as f32 + 1.0], vec![i as f32 + 1.0])
        );
    }
}

#[test]
fn state_and_weights_that_nothing_uses() {
    let mut session = untouched::on(&flex(), row([7.0]), row([8.0])).unwrap();
    for _ in 0..3 {
        assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [2.0]);
    }
    assert_eq!(floats(&session.weights()), [8.0]);
    assert_eq!(floats(&session.into_state()), [7.0]);

    let mut session = takes_input::on(&flex(), row([0.0])).unwrap();
    let x = row([3.0]);
    let y = session.replay(x.clone()).unwrap();
    session.replay(row([4.0])).unwrap();
    assert_eq!([&x, &y].map(|t| floats(t)[0]), [3.0, 3.0]);
    assert_eq!(floats(&session.into_state()), [4.0]);
}

#[test]
fn a_module_handed_back_is_a_module_for_training() {
    let model = Mlp::new(&training());
    let trainer = Trainer {
        model: model.clone(),
        optim: AdamWConfig::new().init(),
        losses: (row([0.0]), row([0.0])),
    };
    let mut session = train::on(&flex(), trainer).unwrap();
    session
        .replay(Numbers::new(3).tensor([4, 5], &flex()), 0.1)
        .unwrap();
    let held = session.into_state().model;
    assert_ne!(tensors(&held), tensors(&model));
    assert_eq!(held.hidden.weight.id, model.hidden.weight.id);
    assert!(held.hidden.weight.is_require_grad());
    assert_eq!(held.num_params(), model.num_params());
    let loss = held.forward(Tensor::ones([1, 5], &training())).sum();
    assert!(held.hidden.weight.val().grad(&loss.backward()).is_some());
}
