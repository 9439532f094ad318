//! Promise 5: warm-up and capture do not advance the state, every replay that succeeds advances it once, and one that fails leaves it.

use crate::common::{Mlp, Numbers, assert_same_module, flex, floats, row, tensors, training};
use burn::optim::GradientsParams;
use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn acc(s: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    *s = s.clone() + x;
    s.clone()
}

#[capture_program]
fn picks(s: &mut Tensor<1>, table: &Tensor<1>, i: Tensor<1, Int>) -> Tensor<1> {
    let picked = table.clone().select(0, i);
    *s = s.clone() + picked.clone().sum();
    picked
}

/// The failing operation comes after the state was used for the last time.
#[capture_program]
fn picks_late(s: &mut Tensor<1>, table: &Tensor<1>, i: Tensor<1, Int>) -> Tensor<1> {
    *s = s.clone() * 2.0;
    table.clone().select(0, i)
}

#[capture_program]
fn train_step(model: &mut Mlp, optim: &mut AdamW, x: Tensor<2>) -> Tensor<1> {
    let loss = model.forward(x).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(0.05, model, grads);
    loss
}

fn index<const N: usize>(values: [i64; N]) -> Tensor<1, Int> {
    Tensor::from_ints(values, &flex())
}

#[test]
fn starting_warming_up_and_capturing_do_not_advance() {
    let mut session = acc::on(&flex(), row([1.0])).unwrap();
    assert_eq!(floats(&session.state()), [1.0]);
    for _ in 0..3 {
        session.warm_up(row([5.0])).unwrap();
        assert_eq!(floats(&session.state()), [1.0]);
    }
    assert_eq!(session.report().captures, 1);
    assert_eq!(session.report().replays, 0);
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [2.0]);
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [3.0]);
    assert_eq!(floats(&session.into_state()), [3.0]);
}

#[test]
fn a_second_signature_works_on_the_same_state() {
    let mut session = acc::on(&flex(), row([1.0, 2.0])).unwrap();
    session.replay(row([1.0, 1.0])).unwrap();
    session.replay(row([10.0])).unwrap();
    session.warm_up(row([100.0])).unwrap();
    assert_eq!(
        floats(&session.replay(row([1.0, 1.0])).unwrap()),
        [13.0, 14.0]
    );
    assert_eq!(session.report().captures, 2);
}

#[test]
fn a_failed_replay_leaves_the_state_or_says_that_it_is_lost() {
    let table = row([10.0, 20.0]);
    let mut session = picks::on(&flex(), row([0.0]), table.clone()).unwrap();
    session.replay(index([0])).unwrap();
    for _ in 0..3 {
        let error = session.replay(index([7])).unwrap_err();
        let ReplayError::Operation {
            operation,
            statement,
            ..
        } = &error
        else {
            panic!("expected a failed operation, got {error}")
        };
        assert_eq!(operation, "select");
        assert_eq!(statement.as_ref().unwrap().binding, Some("picked"));
        assert!(
            error.to_string().contains("the state is as it was"),
            "{error}"
        );
        assert_eq!(floats(&session.state()), [10.0]);
    }
    assert_eq!(floats(&session.replay(index([1])).unwrap()), [20.0]);
    assert_eq!(floats(&session.state()), [30.0]);
    assert_eq!(session.report().replays, 2);

    let mut late = picks_late::on(&flex(), row([1.0]), table).unwrap();
    late.replay(index([1])).unwrap();
    let mut expected = vec![2.0];
    match late.replay(index([7])).unwrap_err() {
        ReplayError::Operation { .. } => {}
        ReplayError::Unusable { .. } => {
            assert!(matches!(
                late.replay(index([0])),
                Err(ReplayError::Unusable { .. })
            ));
            late.set_state(row([5.0])).unwrap();
            expected = vec![5.0];
        }
        other => panic!("unexpected: {other}"),
    }
    assert_eq!(floats(&late.state()), expected);
    late.replay(index([0])).unwrap();
    assert_eq!(floats(&late.state()), [expected[0] * 2.0]);
}

#[test]
fn the_state_that_is_read_is_a_copy() {
    let mut session = acc::on(&flex(), row([1.0])).unwrap();
    let before = session.state();
    session.replay(row([1.0])).unwrap();
    let between = session.state();
    session.replay(row([1.0])).unwrap();
    assert_eq!(floats(&before), [1.0]);
    assert_eq!(floats(&between), [2.0]);
    assert_eq!(floats(&session.state()), [3.0]);
}

#[test]
fn the_tensor_that_became_state_stays_the_callers() {
    let mine = row([1.0]);
    let mut session = acc::on(&flex(), mine.clone()).unwrap();
    for _ in 0..3 {
        session.replay(mine.clone()).unwrap();
    }
    assert_eq!(floats(&mine), [1.0]);
    assert_eq!(floats(&session.into_state()), [4.0]);
}

#[test]
fn training_resumes_from_a_state_that_was_taken_back() {
    let model = Mlp::new(&training());
    let optim = AdamWConfig::new().init();
    let mut numbers = Numbers::new(1);
    let batches: Vec<_> = (0..8).map(|_| numbers.tensor([4, 5], &flex())).collect();

    let mut whole = train_step::on(&flex(), model.clone(), optim.clone()).unwrap();
    for x in &batches {
        whole.replay(x.clone()).unwrap();
    }
    let mut first = train_step::on(&flex(), model.clone(), optim).unwrap();
    for x in &batches[..4] {
        first.replay(x.clone()).unwrap();
    }
    let (half, moments) = first.into_state();
    assert_ne!(tensors(&half), tensors(&model));
    let mut second = train_step::on(&flex(), half, moments).unwrap();
    for x in &batches[4..] {
        second.replay(x.clone()).unwrap();
    }
    assert_same_module(&second.into_state().0, &whole.into_state().0, "two halves");
}

#[test]
fn a_state_that_is_replaced_counts_from_there() {
    let mut session = acc::on(&flex(), row([1.0])).unwrap();
    session.replay(row([1.0])).unwrap();
    session.set_state(row([40.0])).unwrap();
    assert_eq!(floats(&session.replay(row([2.0])).unwrap()), [42.0]);
    assert_eq!(
        session.report().captures,
        1,
        "the same shapes need no new capture"
    );
    session.set_state(row([1.0, 2.0])).unwrap();
    assert_eq!(floats(&session.replay(row([2.0])).unwrap()), [3.0, 4.0]);
    assert_eq!(session.report().captures, 2);
}

/// State of which a step changes the shape.
#[capture_program]
fn append(s: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    *s = Tensor::cat(vec![s.clone(), x], 0);
    s.clone()
}

#[test]
fn state_may_grow_and_captures_again() {
    let mut session = append::on(&flex(), row([1.0])).unwrap();
    session.warm_up(row([2.0])).unwrap();
    assert_eq!(floats(&session.state()), [1.0]);
    assert_eq!(floats(&session.replay(row([2.0])).unwrap()), [1.0, 2.0]);
    assert_eq!(
        floats(&session.replay(row([3.0])).unwrap()),
        [1.0, 2.0, 3.0]
    );
    assert_eq!(
        floats(&session.replay(row([4.0])).unwrap()),
        [1.0, 2.0, 3.0, 4.0]
    );
    assert_eq!(session.report().captures, 3);
    assert_eq!(floats(&session.into_state()), [1.0, 2.0, 3.0, 4.0]);
}
