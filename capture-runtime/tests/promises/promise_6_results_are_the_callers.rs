//! Promise 6: a later replay never changes a tensor that an earlier one returned, nor the caller's inputs.

use crate::common::{Numbers, bools, flex, floats, row};
use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn plus_one(x: Tensor<1>) -> Tensor<1> {
    x + 1.0
}

#[capture_program]
fn identity(x: Tensor<1>) -> Tensor<1> {
    x
}

#[capture_program]
fn twice(x: Tensor<1>) -> (Tensor<1>, Tensor<1>) {
    let y = x * 2.0;
    (y.clone(), y)
}

#[capture_program]
fn the_state(s: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    *s = s.clone() + x;
    s.clone()
}

#[capture_program]
fn the_state_before(s: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    let before = s.clone();
    *s = before.clone() + x;
    before
}

#[capture_program]
fn a_weight(w: &Tensor<1>, x: Tensor<1>) -> (Tensor<1>, Tensor<1>) {
    (w.clone(), x + 1.0)
}

#[capture_program]
fn a_constant(x: Tensor<1>) -> (Tensor<1>, Tensor<1>) {
    let c = Tensor::from_floats([3.0], &x.device());
    (c, x + 1.0)
}

#[capture_program]
fn sum_of(a: Tensor<1>, b: Tensor<1>) -> Tensor<1> {
    a + b
}

#[capture_program]
fn wide(x: Tensor<2>) -> Tensor<2> {
    let y = x.clone().matmul(x.clone().transpose()).exp();
    let z = y.matmul(x).tanh();
    z * 0.5
}

#[test]
fn earlier_results_keep_their_values() {
    let mut session = plus_one::on(&flex()).unwrap();
    let results: Vec<_> = (0..10)
        .map(|i| session.replay(row([i as f32])).unwrap())
        .collect();
    drop(session);
    for (i, result) in results.iter().enumerate() {
        assert_eq!(floats(result), [i as f32 + 1.0]);
    }
}

#[test]
fn results_can_be_arguments_of_the_next_replay() {
    let mut f = plus_one::on(&flex()).unwrap();
    let mut g = plus_one::on(&flex()).unwrap();
    let x = row([1.0]);
    let once = f.replay(x.clone()).unwrap();
    let again = f.replay(once.clone()).unwrap();
    let chained = g.replay(f.replay(again.clone()).unwrap()).unwrap();
    assert_eq!(
        [x, once, again, chained].map(|t| floats(&t)[0]),
        [1.0, 2.0, 3.0, 5.0]
    );
}

#[test]
fn results_that_are_inputs_weights_constants_or_state() {
    let x = row([5.0]);
    let mut session = identity::on(&flex()).unwrap();
    let y = session.replay(x.clone()).unwrap();
    // In eager code an operation may reuse the buffer of a tensor that nothing else holds.
    let z = y.clone() * 10.0;
    assert_eq!([&x, &y, &z].map(|t| floats(t)[0]), [5.0, 5.0, 50.0]);

    let mut session = twice::on(&flex()).unwrap();
    let (a, b) = session.replay(x.clone()).unwrap();
    let changed = a * 3.0;
    assert_eq!((floats(&changed)[0], floats(&b)[0]), (30.0, 10.0));

    let mut session = a_weight::on(&flex(), row([7.0])).unwrap();
    for _ in 0..3 {
        let (w, y) = session.replay(x.clone()).unwrap();
        let changed = w * 2.0;
        assert_eq!((floats(&changed)[0], floats(&y)[0]), (14.0, 6.0));
    }
    let mut session = a_constant::on(&flex()).unwrap();
    for _ in 0..3 {
        let (c, _) = session.replay(x.clone()).unwrap();
        let changed = c * 2.0;
        assert_eq!(floats(&changed), [6.0]);
    }
}

#[test]
fn a_state_that_was_returned_is_not_updated_in_place() {
    let mut after = the_state::on(&flex(), row([0.0])).unwrap();
    let mut before = the_state_before::on(&flex(), row([0.0])).unwrap();
    let mut results = Vec::new();
    for _ in 0..4 {
        results.push((
            after.replay(row([1.0])).unwrap(),
            before.replay(row([1.0])).unwrap(),
        ));
    }
    for (i, (after, before)) in results.iter().enumerate() {
        assert_eq!(
            (floats(after)[0], floats(before)[0]),
            (i as f32 + 1.0, i as f32)
        );
    }
    let mine = results[3].0.clone() * 100.0;
    assert_eq!(floats(&mine), [400.0]);
    assert_eq!(floats(&after.state()), [4.0]);
}

#[test]
fn inputs_keep_their_values_and_one_tensor_may_be_two_inputs() {
    let x = row([3.0]);
    let mut session = sum_of::on(&flex()).unwrap();
    for _ in 0..3 {
        assert_eq!(
            floats(&session.replay(x.clone(), x.clone()).unwrap()),
            [6.0]
        );
        assert_eq!(floats(&x), [3.0]);
    }
    // A unique handle given away may be written: the result is what matters.
    assert_eq!(
        floats(&session.replay(row([1.0]), row([2.0])).unwrap()),
        [3.0]
    );
    assert_eq!(session.report().captures, 1);
}

#[test]
fn eager_work_between_replays_is_not_disturbed() {
    let x = Numbers::new(1).tensor([32, 32], &flex());
    let mut session = wide::on(&flex()).unwrap();
    let first = session.replay(x.clone()).unwrap().to_data();
    for _ in 0..20 {
        let sevens = Tensor::<2>::ones([32, 32], &flex()) * 7.0;
        let again = session.replay(x.clone()).unwrap();
        assert_eq!(again.to_data(), first);
        assert!(bools(&sevens.equal_scalar(7.0).all())[0]);
    }
}

#[test]
fn a_program_may_go_while_another_is_captured() {
    let mut keep = Vec::new();
    for size in 1..20 {
        let mut session = plus_one::on(&flex()).unwrap();
        keep.push(session.replay(Tensor::zeros([size], &flex())).unwrap());
        let other = plus_one::on(&flex()).unwrap();
        drop(session);
        let mut other = other;
        other.warm_up(Tensor::zeros([size], &flex())).unwrap();
    }
    assert!(
        keep.iter()
            .all(|t| floats(t).iter().all(|value| *value == 1.0))
    );
}
