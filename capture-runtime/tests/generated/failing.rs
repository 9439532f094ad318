//! The generated equality test can fail: each program here is unequal on purpose, and its test says where.

use crate::common::Mlp;
use burn::prelude::*;
use burn::tensor::Distribution;
use capture_runtime::__private::{Definition, Example, replay_equals_eager};
use capture_runtime::prelude::*;
use capture_runtime::{Arguments, ProgramOutput};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a generated test of four steps panics with.
#[track_caller]
fn failure<I: Arguments, O: ProgramOutput, S, W, F>(
    definition: &Definition<I, O, S, W, F>,
    example: Example<I, O, S, W, F>,
) -> String {
    let test = AssertUnwindSafe(|| replay_equals_eager(definition, &example, 4));
    let panic = catch_unwind(test).expect_err("the test must fail");
    *panic.downcast::<String>().expect("a message")
}

/// Runs otherwise while capturing, out of the attribute's sight.
fn hidden(x: Tensor<2>, threshold: f32) -> Tensor<2> {
    let off = x.clone().greater_elem(threshold).float();
    if is_placeholder(&x) { x } else { x + off }
}

#[capture_program]
fn another_result(x: Tensor<2>) -> (Tensor<1>, Vec<Tensor<2>>) {
    (x.clone().sum(), vec![x.clone(), hidden(x, 0.0)])
}

#[test]
fn a_result_that_differs_is_named() {
    let example = Example {
        state: |_| (),
        weights: |_| (),
        frozen: |_| (),
        describe: |_, inputs| {
            inputs.argument::<Tensor<2>>("x", TensorSpec::float([2, 3]).within(-2..=-1));
        },
        arguments: |drawn| (drawn.input(),),
        eager: |(x,), (), (), (), _| another_result(x),
    };
    // Below the threshold both do the same.
    replay_equals_eager(&another_result::__definition(), &example, 4);
    let example = Example {
        describe: |_, inputs| {
            inputs.argument::<Tensor<2>>("x", TensorSpec::float([2, 3]).within(1..2));
        },
        ..example
    };
    let message = failure(&another_result::__definition(), example);
    for expected in [
        "`another_result` replays another result than it computes eagerly, in step 1 with seed 0\n",
        "`result.1[1]` first differs at [0, 0]: 2.0 eagerly, 1.0 replayed; 6 of 6 elements differ",
        "a helper that asks `is_placeholder`",
    ] {
        assert!(message.contains(expected), "{expected} is not in {message}");
    }
}

/// Advances the model otherwise while capturing.
fn shifted(model: &mut Mlp, x: &Tensor<2>) {
    let shift = if is_placeholder(x) { 0.0 } else { 1.0 };
    let bias = model.output.bias.take().expect("a bias");
    model.output.bias = Some(bias.map(|bias| bias + shift));
}

#[capture_program]
fn another_state(model: &mut Mlp, x: Tensor<2>) -> Tensor<2> {
    let y = model.forward(x.clone());
    shifted(model, &x);
    y
}

#[test]
fn a_state_that_differs_is_named_leaf_by_leaf() {
    let example = Example {
        state: Mlp::new,
        weights: |_| (),
        frozen: |_| (),
        describe: |_, inputs| inputs.argument::<Tensor<2>>("x", TensorSpec::float([2, 5])),
        arguments: |drawn| (drawn.input(),),
        eager: |(x,), model, (), (), _| another_state(model, x),
    };
    let message = failure(&another_state::__definition(), example);
    for expected in [
        "`another_state` replays another state than it computes eagerly, in step 1 with seed 0\n",
        "`model.output.bias` first differs at [0]: ",
        "3 of 3 elements differ",
    ] {
        assert!(message.contains(expected), "{expected} is not in {message}");
    }
}

/// Runs otherwise in the third step, when `seen` is 3.
fn third(seen: &Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    match is_placeholder(seen) || seen.clone().into_scalar::<f32>() != 3.0 {
        true => x,
        false => x * 2.0,
    }
}

#[capture_program]
fn third_time(seen: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    *seen = seen.clone() + 1.0;
    third(seen, x)
}

#[test]
fn the_step_that_differs_is_counted() {
    let example = Example {
        state: |device| Tensor::<1>::zeros([1], device),
        weights: |_| (),
        frozen: |_| (),
        describe: |_, inputs| inputs.argument::<Tensor<1>>("x", TensorSpec::float([4])),
        arguments: |drawn| (drawn.input(),),
        eager: |(x,), seen, (), (), _| third_time(seen, x),
    };
    let message = failure(&third_time::__definition(), example);
    assert!(message.contains("in step 3 with seed 0"), "{message}");
    assert!(
        message.contains("`result` first differs at [0]: "),
        "{message}"
    );
}

/// Draws more random numbers eagerly than while capturing.
fn drawing(x: &Tensor<1>) {
    if !is_placeholder(x) {
        let _ = x.random_like(Distribution::Default);
    }
}

#[capture_program]
fn more_random(x: Tensor<1>) -> Tensor<1> {
    drawing(&x);
    x.random_like(Distribution::Default)
}

#[test]
fn another_count_of_random_numbers_is_said() {
    let example = Example {
        state: |_| (),
        weights: |_| (),
        frozen: |_| (),
        describe: |_, inputs| inputs.argument::<Tensor<1>>("x", TensorSpec::float([4])),
        arguments: |drawn| (drawn.input(),),
        eager: |(x,), (), (), (), _| more_random(x),
    };
    let message = failure(&more_random::__definition(), example);
    assert!(
        message.contains("drew a different count of random numbers"),
        "{message}"
    );
}

#[capture_program]
fn doubled(x: Tensor<1>, y: Tensor<1, Int>) -> (Tensor<1>, Tensor<1, Int>) {
    (x * 2.0, y)
}

#[test]
fn specs_that_do_not_fit_are_named() {
    let of = |describe| Example {
        state: |_| (),
        weights: |_| (),
        frozen: |_| (),
        describe,
        arguments: |drawn| (drawn.input(), drawn.input()),
        eager: |(x, y), (), (), (), _| doubled(x, y),
    };
    let message = failure(
        &doubled::__definition(),
        of(|_, inputs| {
            inputs.argument::<Tensor<1>>("x", TensorSpec::float([4, 1]));
            inputs.argument::<Tensor<1, Int>>("y", TensorSpec::int([4]));
        }),
    );
    assert!(
        message.contains("the spec of `x` does not fit"),
        "{message}"
    );
    let ranges = [
        (
            TensorSpec::float([4]).within(1.0..0.0),
            TensorSpec::int([4]),
            "empty or not finite",
        ),
        (
            TensorSpec::float([4]),
            TensorSpec::int([4]).within(0.0..1.0),
            "a range of floats",
        ),
        (
            TensorSpec::float([4]),
            TensorSpec::int([4]).within(2..2),
            "is empty",
        ),
        (
            TensorSpec::float([4]),
            TensorSpec::int([4]).within(0..1i64 << 40),
            "not all of type I32",
        ),
    ];
    for (x, y, expected) in ranges {
        let error = doubled::capture(x, y).expect_err(expected).to_string();
        assert!(error.contains(expected), "{expected} is not in {error}");
    }
}

#[capture_program]
fn gathered(x: Tensor<1>, index: Tensor<1, Int>) -> Tensor<1> {
    // Eager code keeps the index within the bounds.
    let index = if is_bounded(&index) {
        index.clamp(0, 3)
    } else {
        index
    };
    x.gather(0, index)
}

fn is_bounded(index: &Tensor<1, Int>) -> bool {
    !is_placeholder(index)
}

#[test]
fn a_replay_that_fails_is_reported() {
    let example = Example {
        state: |_| (),
        weights: |_| (),
        frozen: |_| (),
        describe: |_, inputs| {
            inputs.argument::<Tensor<1>>("x", TensorSpec::float([4]));
            inputs.argument::<Tensor<1, Int>>("index", TensorSpec::int([2]).within(100..200));
        },
        arguments: |drawn| (drawn.input(), drawn.input()),
        eager: |(x, index), (), (), (), _| gathered(x, index),
    };
    let message = failure(&gathered::__definition(), example);
    assert!(
        message.starts_with("the replay of step 1 with seed 0 failed: "),
        "{message}"
    );
}
