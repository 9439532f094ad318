//! Promise 8: a session says what runs, why, how often it captured and replayed, and what it holds.

use crate::common::{Mlp, Numbers, flex, floats, row};
use burn::prelude::*;
use capture_runtime::Engine;
use capture_runtime::prelude::*;

#[capture_program(cache = 2)]
fn plus(x: Tensor<1>, #[frozen] k: usize) -> Tensor<1> {
    x.add_scalar(k as f32)
}

#[capture_program]
fn infer(model: &Mlp, x: Tensor<2>) -> Tensor<2> {
    let table = Tensor::<1>::from_floats([1.0, 2.0, 3.0], &x.device());
    model.forward(x) + table.unsqueeze()
}

#[capture_program]
fn acc(s: &mut Tensor<1>, x: Tensor<1>) {
    *s = s.clone() + x;
}

fn zeros(length: usize) -> Tensor<1> {
    Tensor::zeros([length], &flex())
}

#[test]
fn counters_and_bytes() {
    let model = Mlp::new(&flex());
    let mut session = infer::on(&flex(), model).unwrap();
    let report = session.report();
    assert_eq!(
        (
            report.captures,
            report.replays,
            report.programs,
            report.operations
        ),
        (0, 0, 0, 0)
    );
    assert!(session.program().is_none());
    let x = Numbers::new(1).tensor([2, 5], &flex());
    for _ in 0..3 {
        session.replay(x.clone()).unwrap();
    }
    let report = session.report();
    assert_eq!(report.program, "infer");
    assert_eq!(report.engine, Engine::Interpreter);
    assert_eq!(
        (report.captures, report.replays, report.programs),
        (1, 3, 1)
    );
    assert_eq!(
        report.operations,
        session.program().unwrap().operations().len()
    );
    assert_eq!(report.weight_bytes, 4 * (5 * 8 + 8 + 8 * 3 + 3));
    assert_eq!(report.constant_bytes, 12);
    assert_eq!(report.state_bytes, 0);
    assert!(!report.capture_time.is_zero());
    let text = report.to_string();
    assert!(text.starts_with("infer: interpreter ("), "{text}");

    let mut session = acc::on(&flex(), zeros(10)).unwrap();
    session.replay(zeros(10)).unwrap();
    assert_eq!(session.report().state_bytes, 40);
    assert!(
        session.replay(zeros(3)).is_err(),
        "the body refuses these shapes"
    );
    assert_eq!(
        (session.report().captures, session.report().replays),
        (1, 1),
        "failures do not count"
    );
}

#[test]
fn the_least_recently_used_program_goes_first() {
    let mut session = plus::on(&flex(), 0).unwrap();
    let mut captures = |length: usize| {
        session.replay(zeros(length)).unwrap();
        assert!(session.report().programs <= 2);
        session.report().captures
    };
    assert_eq!(captures(1), 1);
    assert_eq!(captures(2), 2);
    assert_eq!(captures(1), 2, "kept");
    assert_eq!(captures(3), 3, "2 goes, it was used before 1");
    assert_eq!(captures(1), 3, "kept");
    assert_eq!(captures(2), 4, "captured again, 3 goes");
    assert_eq!(captures(1), 4, "kept");
}

#[test]
fn frozen_values_share_the_cache_with_shapes() {
    let mut session = plus::on(&flex(), 1).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [2.0]);
    session.set_frozen(5);
    assert_eq!(*session.frozen(), 5);
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [6.0]);
    session.set_frozen(1);
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [2.0]);
    assert_eq!(session.report().captures, 2);
}

#[test]
fn weights_are_replaced_without_a_capture() {
    let (first, second) = (Mlp::new(&flex()), Mlp::new(&flex()));
    let mut session = infer::on(&flex(), first.clone()).unwrap();
    let x: Tensor<2> = Numbers::new(2).tensor([2, 5], &flex());
    let one = session.replay(x.clone()).unwrap().to_data();
    session.set_weights(second.clone()).unwrap();
    let two = session.replay(x.clone()).unwrap().to_data();
    assert_ne!(one, two);
    assert_eq!(two, infer(&second, x.clone()).to_data());
    assert_eq!(
        crate::common::tensors(&session.weights()),
        crate::common::tensors(&second)
    );
    session.set_weights(first).unwrap();
    assert_eq!(session.replay(x).unwrap().to_data(), one);
    assert_eq!(session.report().captures, 1);
}

/// Compiles only for types that cross threads.
fn crosses<T: Send>(value: T) -> T {
    value
}

#[test]
fn sessions_and_programs_cross_threads() {
    fn shared<T: Send + Sync + Clone>() {}
    shared::<Program>();
    shared::<RecordError>();
    shared::<ReplayError>();
    let mut session = crosses(infer::on(&flex(), Mlp::new(&flex())).unwrap());
    let x: Tensor<2> = Numbers::new(3).tensor([2, 5], &flex());
    let here = session.replay(x.clone()).unwrap().to_data();
    let there = std::thread::spawn(move || session.replay(x).unwrap().to_data())
        .join()
        .unwrap();
    assert_eq!(here, there);
}

#[capture_program]
fn two_operations(x: Tensor<1>) -> Tensor<1> {
    let _unused = x.clone().exp();
    x * 2.0
}

#[test]
fn what_was_recorded_is_counted_before_anything_is_removed() {
    let program = two_operations::capture(TensorSpec::float([3])).unwrap();
    assert_eq!(program.recorded(), 2);
    assert_eq!(program.operations().len(), 1);
}
