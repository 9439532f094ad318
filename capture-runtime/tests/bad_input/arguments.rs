//! Bad input: each gives its value or an error that names the parameter, and afterwards the session works on.

use crate::common::{Numbers, assert_same, bools, flex, floats, row};
use burn::prelude::*;
use burn::tensor::FloatDType;
use capture_runtime::RecordCause;
use capture_runtime::prelude::*;

#[capture_program]
fn affine(w: &Tensor<2>, x: Tensor<2>) -> Tensor<2> {
    let y = x.matmul(w.clone());
    y + 1.0
}

#[capture_program]
fn sum_all(xs: Vec<Tensor<1>>) -> Tensor<1> {
    xs.into_iter()
        .reduce(|a, b| a + b)
        .expect("at least one tensor")
}

#[capture_program]
fn maybe(x: Tensor<1>, shift: Option<Tensor<1>>) -> Tensor<1> {
    match shift {
        Some(shift) => x + shift,
        None => x,
    }
}

#[capture_program]
fn math(x: Tensor<1>, #[live] by: f32) -> (Tensor<1>, Tensor<1>, Tensor<1, Bool>) {
    let y = (x.clone() * by).exp();
    (y, x.clone().sqrt() / x.clone(), x.is_nan())
}

#[capture_program]
fn reduce(x: Tensor<2>) -> (Tensor<2>, Tensor<1>) {
    (x.clone() * 2.0, x.sum())
}

fn matrix(shape: [usize; 2]) -> Tensor<2> {
    Numbers::new(1).tensor(shape, &flex())
}

#[test]
fn a_shape_that_the_body_refuses() {
    let w = matrix([3, 2]);
    let mut session = affine::on(&flex(), w.clone()).unwrap();
    let x = matrix([4, 3]);
    let expected = affine(&w, x.clone());
    for _ in 0..2 {
        let ReplayError::Record(error) = session.replay(matrix([4, 5])).unwrap_err() else {
            panic!("expected an error while capturing")
        };
        assert!(
            matches!(error.cause(), RecordCause::Panic { .. }),
            "{error}"
        );
        assert_eq!(error.statement().unwrap().binding, Some("y"));
        assert_same(
            &session.replay(x.clone()).unwrap(),
            &expected,
            "the session works on",
        );
    }
}

#[test]
fn an_element_type_that_the_body_refuses_or_takes() {
    let w = matrix([3, 2]);
    let mut session = affine::on(&flex(), w.clone()).unwrap();
    let single = matrix([4, 3]);
    let double = single.clone().cast(FloatDType::F64);
    let eager = std::panic::catch_unwind(|| affine(&w, double.clone()).to_data());
    match (session.replay(double.clone()), eager) {
        (Ok(replayed), Ok(eager)) => assert_eq!(replayed.to_data(), eager),
        (Err(error), _) => assert!(error.to_string().contains("affine"), "{error}"),
        (Ok(_), Err(_)) => panic!("a replay gave what eager code refuses"),
    }
    assert_same(
        &session.replay(single.clone()).unwrap(),
        &affine(&w, single),
        "afterwards",
    );
}

#[test]
fn another_number_of_elements() {
    let mut session = sum_all::on(&flex()).unwrap();
    let t = |value: f32| row([value]);
    assert_eq!(
        floats(&session.replay(vec![t(1.0), t(2.0)]).unwrap()),
        [3.0]
    );
    assert_eq!(
        floats(&session.replay(vec![t(1.0), t(2.0), t(3.0)]).unwrap()),
        [6.0]
    );
    let error = session.replay(Vec::new()).unwrap_err();
    assert!(error.to_string().contains("at least one tensor"), "{error}");
    assert_eq!(floats(&session.replay(vec![t(4.0)]).unwrap()), [4.0]);
    assert_eq!(session.report().captures, 3);
}

#[test]
fn none_for_some() {
    let mut session = maybe::on(&flex()).unwrap();
    assert_eq!(
        floats(&session.replay(row([1.0]), Some(row([2.0]))).unwrap()),
        [3.0]
    );
    assert_eq!(floats(&session.replay(row([1.0]), None).unwrap()), [1.0]);
    assert_eq!(
        floats(&session.replay(row([1.0]), Some(row([3.0]))).unwrap()),
        [4.0]
    );
    assert_eq!(session.report().captures, 2);
}

#[test]
fn numbers_that_are_not_finite_pass_through() {
    let mut session = math::on(&flex()).unwrap();
    let x = row([
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        -1.0,
        0.0,
        -0.0,
        f32::MIN_POSITIVE,
        f32::MAX,
    ]);
    for by in [1.0, f32::NAN, f32::INFINITY, -0.0, f32::MAX] {
        let (a, b, c) = session.replay(x.clone(), by).unwrap();
        let (ea, eb, ec) = math(x.clone(), by);
        let same = |a: &Tensor<1>, b: &Tensor<1>| {
            floats(a)
                .iter()
                .zip(floats(b))
                .all(|(a, b)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan())
        };
        assert!(same(&a, &ea) && same(&b, &eb), "by {by}: {a} {ea} {b} {eb}");
        assert_eq!(bools(&c), bools(&ec));
    }
    assert_eq!(
        session.report().captures,
        1,
        "a live number is no part of the signature"
    );
}

#[test]
fn tensors_without_elements() {
    let mut session = reduce::on(&flex()).unwrap();
    for shape in [[0, 3], [3, 0], [0, 0], [2, 2]] {
        let x: Tensor<2> = Tensor::ones(shape, &flex());
        let (doubled, sum) = session.replay(x.clone()).unwrap();
        let (expected, expected_sum) = reduce(x);
        assert_same(&doubled, &expected, "doubled");
        assert_same(&sum, &expected_sum, "sum");
    }
    assert_eq!(session.report().captures, 4);
}

#[test]
fn a_new_signature_in_the_middle_of_a_run() {
    let w = matrix([3, 2]);
    let mut session = affine::on(&flex(), w.clone()).unwrap();
    for (i, rows) in [64, 64, 64, 17, 64].into_iter().enumerate() {
        let x = matrix([rows, 3]);
        assert_same(
            &session.replay(x.clone()).unwrap(),
            &affine(&w, x),
            &format!("batch {i}"),
        );
    }
    assert_eq!(session.report().captures, 2);
}

fn complain(at: usize) {
    assert!(at != 3, "layer {at} does not like this");
}

#[capture_program]
fn picky(x: Tensor<1>, #[frozen] layer: usize) -> Tensor<1> {
    complain(layer);
    x * 2.0
}

#[test]
fn the_message_of_a_body_that_panics_survives() {
    let mut session = picky::on(&flex(), 3).unwrap();
    let error = session.replay(row([1.0])).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("layer 3 does not like this"), "{text}");
    assert!(
        text.starts_with("`picky` cannot be captured: the body panicked: layer 3"),
        "{text}"
    );
    session.set_frozen(4);
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [2.0]);
}

#[capture_program]
fn lookup(table: &Tensor<2>, i: Tensor<1, Int>) -> Tensor<2> {
    let rows = table.clone().select(0, i);
    rows * 2.0
}

#[capture_program]
fn gathered(x: Tensor<2>, i: Tensor<2, Int>) -> Tensor<2> {
    let picked = x.gather(1, i);
    picked + 1.0
}

#[test]
fn an_index_out_of_range_fails_at_its_operation_and_the_session_works_on() {
    let table = matrix([4, 2]);
    let good = Tensor::<1, Int>::from_ints([0, 3], &flex());
    let mut session = lookup::on(&flex(), table.clone()).unwrap();
    let expected = lookup(&table, good.clone());
    for bad in [4, 1_000_000] {
        let error = session
            .replay(Tensor::from_ints([0, bad], &flex()))
            .unwrap_err();
        let ReplayError::Operation {
            program, statement, ..
        } = &error
        else {
            panic!("expected a failed operation, got {error}")
        };
        assert_eq!(*program, "lookup");
        assert_eq!(statement.as_ref().unwrap().binding, Some("rows"));
        assert_same(
            &session.replay(good.clone()).unwrap(),
            &expected,
            "afterwards",
        );
    }
    let mut session = gathered::on(&flex()).unwrap();
    let x = matrix([2, 3]);
    let error = session
        .replay(x.clone(), Tensor::from_ints([[0], [9]], &flex()))
        .unwrap_err();
    assert!(
        error.to_string().contains("`gather` of `gathered` failed"),
        "{error}"
    );
    let good = Tensor::<2, Int>::from_ints([[0], [2]], &flex());
    assert_same(
        &session.replay(x.clone(), good.clone()).unwrap(),
        &gathered(x, good),
        "afterwards",
    );
}
