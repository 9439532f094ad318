//! Small programs after public reports, of which the right outcome is an error while capturing or at replay.
//!
//! Where the tokens show the hazard it is a compile error, and stands among the UI tests; here a helper hides it.

use crate::common::{flex, floats, row};
use burn::prelude::*;
use capture_runtime::RecordCause;
use capture_runtime::prelude::*;

fn value_of(k: &Tensor<1, Int>) -> i64 {
    k.clone().into_scalar()
}

#[capture_program]
fn add_bias(x: Tensor<1>, k: Tensor<1, Int>) -> Tensor<1> {
    let k = value_of(&k);
    x.add_scalar(k as f32)
}

/// The sample value of an input must not be frozen: inputs have no value.
#[test]
fn case_2_a_read_of_an_input_is_refused_also_with_a_sample_at_hand() {
    let mut session = add_bias::on(&flex()).unwrap();
    for _ in 0..2 {
        let k = Tensor::<1, Int>::from_ints([7], &flex());
        let ReplayError::Record(error) = session.replay(row([1.0]), k).unwrap_err() else {
            panic!("expected an error while capturing")
        };
        assert_eq!(error.cause(), &RecordCause::HostRead);
    }
    let error = add_bias::capture(TensorSpec::float([1]), row([1.0]).int()).unwrap_err();
    assert_eq!(error.cause(), &RecordCause::HostRead);
}

fn show<T: std::fmt::Display>(t: &T) -> String {
    format!("{t}")
}

#[capture_program]
fn shows(x: Tensor<1>) -> Tensor<1> {
    let _label = show(&x);
    x
}

#[test]
fn case_11_a_format_string_held_elsewhere() {
    let error = shows::capture(TensorSpec::float([3])).unwrap_err();
    assert_eq!(error.cause(), &RecordCause::Display);
}

fn clip(g: Tensor<1>, max: f32) -> Tensor<1> {
    let n: f32 = g.clone().powf_scalar(2.0).sum().sqrt().into_scalar();
    if n > max { g * (max / n) } else { g }
}

#[capture_program]
fn clips(g: Tensor<1>) -> Tensor<1> {
    clip(g, 1.0)
}

#[capture_program]
fn clips_on_device(g: Tensor<1>) -> Tensor<1> {
    let n = g.clone().square().sum().sqrt();
    g / n.clamp_min(1.0)
}

#[test]
fn case_16_a_helper_that_reads_is_named_by_its_call_and_the_remedy_works() {
    let error = clips::capture(TensorSpec::float([2])).unwrap_err();
    assert_eq!(error.cause(), &RecordCause::HostRead);
    assert_eq!(error.statement().unwrap().text, "clip(g, 1.0)");
    let mut session = clips_on_device::on(&flex()).unwrap();
    assert_eq!(
        floats(&session.replay(row([3.0, 4.0])).unwrap()),
        [0.6, 0.8]
    );
    assert_eq!(
        floats(&session.replay(row([0.3, 0.4])).unwrap()),
        [0.3, 0.4]
    );
}

#[capture_program(recapture = "deny")]
fn mlp(x: Tensor<1>, #[frozen] layers: usize) -> Tensor<1> {
    let mut h = x;
    for _ in 0..layers {
        h = h + 1.0;
    }
    h
}

#[test]
fn case_23_another_frozen_value_is_refused_where_the_user_chose_so() {
    let mut session = mlp::on(&flex(), 3).unwrap();
    session.replay(row([0.0])).unwrap();
    session.set_frozen(4);
    let error = session.replay(row([0.0])).unwrap_err().to_string();
    assert!(
        error.contains("`layers` was captured as 3, given 4"),
        "{error}"
    );
}

fn elapsed() -> f32 {
    let start = std::time::Instant::now();
    std::thread::yield_now();
    std::hint::black_box(start.elapsed().as_nanos() as f32)
}

#[capture_program]
fn jitter(x: Tensor<1>) -> Tensor<1> {
    let noise = elapsed();
    x.add_scalar(noise)
}

fn drawn() -> f32 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0) as f32
}

#[capture_program]
fn noisy(x: Tensor<1>) -> Tensor<1> {
    let u = drawn();
    x.add_scalar(u)
}

#[test]
fn case_30_and_31_clocks_and_random_numbers_of_the_host() {
    // Two measurements may agree by chance, and then nothing has leaked that differs: some capture of many is caught.
    let clocks = (0..50).any(|_| {
        let error = jitter::capture(TensorSpec::float([1])).err();
        error.is_some_and(|error| matches!(error.cause(), RecordCause::Nondeterministic { .. }))
    });
    assert!(clocks);
    let error = noisy::capture(TensorSpec::float([1])).unwrap_err();
    let RecordCause::Nondeterministic {
        operation,
        first,
        second,
    } = error.cause()
    else {
        panic!("expected a program that differs, got {error}")
    };
    assert_eq!(operation, "add_scalar");
    assert_ne!(first, second);
}

#[capture_program(recapture = "deny")]
fn sum_both(xs: [Tensor<1>; 2]) -> Tensor<1> {
    let [a, b] = xs;
    a + b
}

#[test]
fn case_46_another_shape_in_a_container_is_named_by_its_path() {
    let three = || row([1.0, 2.0, 3.0]);
    let mut session = sum_both::on(&flex()).unwrap();
    session.replay([three(), three()]).unwrap();
    let error = session
        .replay([three(), row([1.0, 2.0, 3.0, 4.0])])
        .unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("`xs[1]` was captured as f32[3], given f32[4]"),
        "{text}"
    );
    let y = session.replay([row([9.0, 9.0, 9.0]), three()]).unwrap();
    assert_eq!(
        floats(&y),
        [10.0, 11.0, 12.0],
        "containers are inputs, not constants"
    );
}

/// Case 46 of index types: another int type is another signature, and its values are right.
#[test]
fn case_46_another_int_type_is_another_signature() {
    use burn::tensor::IntDType;
    let mut session = doubled::on(&flex()).unwrap();
    let x = Tensor::<1, Int>::from_ints([1, 2], &flex());
    for dtype in [IntDType::I64, IntDType::I32, IntDType::I64] {
        let y = session.replay(x.clone().cast(dtype)).unwrap();
        assert_eq!(crate::common::ints(&y), [2, 4]);
        assert_eq!(y.dtype(), dtype.into());
    }
    assert_eq!(session.report().captures, 2);
}

#[capture_program]
fn doubled(x: Tensor<1, Int>) -> Tensor<1, Int> {
    x * 2
}
