//! Everything that can be a result: tensors, `()`, tuples, arrays, `Vec`, `Option`, structs that derive `ProgramOutput`.

use crate::common::{bools, flex, floats, ints, row};
use burn::prelude::*;
use capture_runtime::prelude::*;

#[derive(ProgramOutput)]
struct Metrics {
    loss: Tensor<1>,
    hits: Tensor<1, Bool>,
    best: Option<Tensor<1, Int>>,
}

#[derive(ProgramOutput)]
struct Both<A: ProgramOutput, B: ProgramOutput>(A, B);

#[derive(ProgramInput, ProgramOutput, ProgramState, Clone)]
struct Point {
    x: Tensor<1>,
    y: Tensor<1>,
}

#[capture_program]
fn metrics(x: Tensor<1>, #[frozen] with_best: bool) -> Metrics {
    Metrics {
        loss: x.clone().mean(),
        hits: x.clone().greater_scalar(0.0),
        best: with_best.then(|| x.argmax(0)),
    }
}

#[capture_program]
fn both(x: Tensor<1>) -> Both<Vec<Tensor<1>>, ([Tensor<1>; 2], Tensor<1>)> {
    let parts = (0..3).map(|i| x.clone() * i as f32).collect();
    Both(parts, ([x.clone(), x.clone() + 1.0], x))
}

#[capture_program]
fn nothing(s: &mut Tensor<1>) {
    *s = s.clone() + 1.0;
}

#[capture_program]
#[allow(clippy::unused_unit)]
fn nothing_at_all(_x: Tensor<1>) -> () {}

#[capture_program]
fn maybe(x: Option<Tensor<1>>) -> Option<Tensor<1>> {
    x.map(|x| x + 1.0)
}

#[capture_program]
fn none(x: Tensor<1>) -> (Option<Tensor<1>>, Vec<Tensor<1>>, Tensor<1>) {
    (None, Vec::new(), x)
}

#[capture_program]
fn step(state: &mut Point, by: Point) -> Point {
    state.x = state.x.clone() + by.x.clone();
    state.y = state.y.clone() + by.y.clone();
    state.clone()
}

#[capture_program]
fn early(x: Tensor<1>, #[frozen] stop: bool) -> Tensor<1> {
    let y = x + 1.0;
    if stop {
        return y;
    }
    y * 2.0
}

#[capture_program]
fn unchanged(x: Tensor<1>, i: Tensor<2, Int>) -> (Tensor<1>, Tensor<2, Int>, Tensor<1>) {
    (x.clone(), i, x)
}

#[capture_program]
fn only_shapes(x: Tensor<2>) -> Tensor<1, Int> {
    let [rows, columns] = x.dims();
    Tensor::from_ints([rows as i64, columns as i64], &x.device())
}

#[test]
fn structs() {
    let mut session = metrics::on(&flex(), true).unwrap();
    let m = session.replay(row([-1.0, 4.0])).unwrap();
    assert_eq!(floats(&m.loss), [1.5]);
    assert_eq!(bools(&m.hits), [false, true]);
    assert_eq!(m.best.map(|best| ints(&best)), Some(vec![1]));
    session.set_frozen(false);
    assert!(session.replay(row([-1.0, 4.0])).unwrap().best.is_none());
    let names: Vec<_> = metrics::capture(TensorSpec::float([2]), true)
        .unwrap()
        .to_string()
        .lines()
        .filter(|line| line.contains("return"))
        .map(|line| line.split_whitespace().last().unwrap().to_owned())
        .collect();
    assert_eq!(names, ["result.loss", "result.hits", "result.best"]);
}

#[test]
fn generics_vectors_and_arrays() {
    let mut session = both::on(&flex()).unwrap();
    let Both(parts, ([a, b], c)) = session.replay(row([2.0])).unwrap();
    assert_eq!(
        parts.iter().map(|t| floats(t)[0]).collect::<Vec<_>>(),
        [0.0, 2.0, 4.0]
    );
    assert_eq!([a, b, c].map(|t| floats(&t)[0]), [2.0, 3.0, 2.0]);
}

#[test]
fn nothing_is_a_result_too() {
    let mut session = nothing::on(&flex(), row([1.0])).unwrap();
    for _ in 0..3 {
        session.replay().unwrap();
    }
    assert_eq!(floats(&session.into_state()), [4.0]);
    let mut session = nothing_at_all::on(&flex()).unwrap();
    session.replay(row([1.0])).unwrap();
    assert_eq!(session.report().operations, 0);
}

#[test]
fn options_and_empty_containers() {
    let mut session = maybe::on(&flex()).unwrap();
    assert!(session.replay(None).unwrap().is_none());
    assert_eq!(
        floats(&session.replay(Some(row([1.0]))).unwrap().unwrap()),
        [2.0]
    );
    let mut session = none::on(&flex()).unwrap();
    let (a, b, c) = session.replay(row([1.0])).unwrap();
    assert!(a.is_none() && b.is_empty());
    assert_eq!(floats(&c), [1.0]);
}

#[test]
fn one_struct_in_every_role() {
    let point = |x: f32, y: f32| Point {
        x: row([x]),
        y: row([y]),
    };
    let mut session = step::on(&flex(), point(0.0, 0.0)).unwrap();
    session.replay(point(1.0, 2.0)).unwrap();
    let result = session.replay(point(10.0, 20.0)).unwrap();
    assert_eq!(
        (floats(&result.x), floats(&result.y)),
        (vec![11.0], vec![22.0])
    );
    let state = session.into_state();
    assert_eq!(
        (floats(&state.x), floats(&state.y)),
        (vec![11.0], vec![22.0])
    );
}

#[test]
fn early_returns_follow_frozen_values() {
    let mut session = early::on(&flex(), true).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [2.0]);
    session.set_frozen(false);
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [4.0]);
}

#[test]
fn inputs_returned_unchanged_and_results_without_inputs() {
    let mut session = unchanged::on(&flex()).unwrap();
    for value in [1.0, 2.0] {
        let i = Tensor::<2, Int>::from_ints([[value as i64]], &flex());
        let (a, i, b) = session.replay(row([value]), i).unwrap();
        assert_eq!(
            (floats(&a), ints(&i), floats(&b)),
            (vec![value], vec![value as i64], vec![value])
        );
    }
    let mut session = only_shapes::on(&flex()).unwrap();
    let dims = |session: &mut Session<(Tensor<2>,), Tensor<1, Int>>, shape: [usize; 2]| {
        let x: Tensor<2> = Tensor::zeros(shape, &flex());
        ints(&session.replay(x).unwrap())
    };
    assert_eq!(dims(&mut session, [2, 3]), [2, 3]);
    assert_eq!(dims(&mut session, [5, 1]), [5, 1]);
    assert_eq!(dims(&mut session, [2, 3]), [2, 3]);
}
