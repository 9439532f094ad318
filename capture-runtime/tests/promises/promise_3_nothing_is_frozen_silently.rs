//! Promise 3: what leaks in from the host is found by capturing twice, and reported with the operation, its line and both values.

use crate::common::{flex, row};
use burn::prelude::*;
use capture_runtime::RecordCause;
use capture_runtime::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The operation and the two values of a `Nondeterministic` error.
#[track_caller]
fn leak(error: &RecordError) -> (&str, &str, &str) {
    match error.cause() {
        RecordCause::Nondeterministic {
            operation,
            first,
            second,
        } => (operation, first, second),
        _ => panic!("expected a program that differs, got {error}"),
    }
}

static CALLS: AtomicUsize = AtomicUsize::new(10);

fn counted() -> usize {
    tick(&CALLS)
}

fn tick(counter: &AtomicUsize) -> usize {
    counter.fetch_add(1, Ordering::SeqCst)
}

const COUNTED: u32 = line!() + 4;
#[capture_program]
fn counts(x: Tensor<1>) -> Tensor<1> {
    let n = counted();
    let shifted = x.add_scalar(n as f32);
    shifted * 2.0
}

#[test]
fn a_static_is_named_with_its_line_and_both_values() {
    let error = counts::capture(TensorSpec::float([2])).unwrap_err();
    let (operation, first, second) = leak(&error);
    assert_eq!(operation, "add_scalar");
    assert!(first.contains("10") && second.contains("11"), "{error}");
    let statement = error.statement().expect("the statement of the operation");
    assert_eq!(
        (statement.line, statement.binding),
        (COUNTED, Some("shifted"))
    );
    assert!(
        error.to_string().contains("`#[live]` or `#[frozen]`"),
        "{error}"
    );
}

fn clock() -> f32 {
    std::thread::sleep(std::time::Duration::from_millis(1));
    let now = std::time::SystemTime::now();
    let since = now.duration_since(std::time::UNIX_EPOCH).unwrap();
    since.subsec_nanos() as f32
}

#[capture_program]
fn jitters(x: Tensor<1>) -> Tensor<1> {
    let jitter = clock();
    x.mul_scalar(jitter)
}

#[test]
fn a_clock_is_found() {
    let error = jitters::capture(TensorSpec::float([2])).unwrap_err();
    let (operation, first, second) = leak(&error);
    assert_eq!(operation, "mul_scalar");
    assert_ne!(first, second);
}

/// A random number of the host, without a crate for it.
fn random() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}

#[capture_program]
fn noise_as_a_constant(x: Tensor<1>) -> Tensor<1> {
    let noise = Tensor::from_floats([random() as f32, random() as f32], &x.device());
    x + noise
}

#[test]
fn a_constant_of_host_random_numbers_is_found() {
    let error = noise_as_a_constant::capture(TensorSpec::float([2])).unwrap_err();
    let (operation, first, second) = leak(&error);
    assert_eq!(operation, "add");
    assert!(
        first.starts_with("of a constant") && first != second,
        "{error}"
    );
}

static SIDES: AtomicUsize = AtomicUsize::new(0);

#[capture_program]
fn takes_turns(x: Tensor<1>) -> Tensor<1> {
    let side = tick(&SIDES);
    if side.is_multiple_of(2) {
        x.exp()
    } else {
        x.sin()
    }
}

#[test]
fn a_branch_that_flips_is_found() {
    let error = takes_turns::capture(TensorSpec::float([2])).unwrap_err();
    let (operation, first, second) = leak(&error);
    assert_eq!(operation, "exp");
    assert!(first.contains("exp") && second.contains("sin"), "{error}");
}

static LENGTHS: AtomicUsize = AtomicUsize::new(1);

#[capture_program]
fn grows(x: Tensor<1>) -> Tensor<1> {
    let mut y = x;
    for _ in 0..tick(&LENGTHS) {
        y = y.exp();
    }
    y
}

static ROWS: AtomicUsize = AtomicUsize::new(1);

#[capture_program]
fn reshapes(x: Tensor<1>) -> Tensor<2> {
    let rows = tick(&ROWS);
    x.unsqueeze::<2>().repeat(&[rows, 1])
}

static WHICH: AtomicUsize = AtomicUsize::new(0);

#[capture_program]
fn returns_another(x: Tensor<1>, y: Tensor<1>) -> Tensor<1> {
    let which = tick(&WHICH);
    if which.is_multiple_of(2) { x } else { y }
}

#[test]
fn lengths_shapes_and_results_that_change_are_found() {
    let spec = || TensorSpec::float([2]);
    let error = grows::capture(spec()).unwrap_err();
    let (_, first, second) = leak(&error);
    assert_eq!((first, second), ("absent", "recorded"), "{error}");
    leak(&reshapes::capture(spec()).unwrap_err());
    let error = returns_another::capture(spec(), spec()).unwrap_err();
    assert_eq!(leak(&error).0, "result");
}

static FIRST_DRAW: AtomicUsize = AtomicUsize::new(0);

#[capture_program]
fn scales_the_noise(x: Tensor<1>) -> Tensor<1> {
    let high = tick(&FIRST_DRAW) as f64 + 1.0;
    x.random_like(burn::tensor::Distribution::Uniform(0.0, high))
}

#[test]
fn the_bounds_of_a_distribution_are_compared() {
    let error = scales_the_noise::capture(TensorSpec::float([2])).unwrap_err();
    assert!(leak(&error).0.contains("random"), "{error}");
}

/// State with a number of the host beside a tensor: what a hand-written optimizer looks like.
#[derive(ProgramState, Debug, Clone)]
struct Counter {
    total: Tensor<1>,
    steps: i32,
}

#[capture_program]
fn counts_on_the_host(state: &mut Counter, x: Tensor<1>) -> Tensor<1> {
    bump(state);
    let scaled = x.mul_scalar(state.steps as f32);
    state.total = state.total.clone() + scaled;
    state.total.clone()
}

fn bump(state: &mut Counter) {
    state.steps += 1;
}

#[test]
fn a_counter_in_a_struct_is_found() {
    let state = Counter {
        total: row([0.0]),
        steps: 0,
    };
    let mut session = counts_on_the_host::on(&flex(), state).unwrap();
    let ReplayError::Record(error) = session.replay(row([1.0])).unwrap_err() else {
        panic!("expected an error while capturing")
    };
    let (operation, first, second) = leak(&error);
    assert_eq!(operation, "mul_scalar");
    assert!(first.contains('1') && second.contains('2'), "{error}");
    assert_eq!(error.statement().unwrap().binding, Some("scaled"));
    assert_eq!(session.state().steps, 0, "the capture leaves no trace");
}

/// A host number that nothing on the device depends on: no operation shows it.
#[capture_program]
fn counts_unseen(state: &mut Counter, x: Tensor<1>) -> Tensor<1> {
    bump(state);
    state.total = state.total.clone() + x;
    state.total.clone()
}

#[test]
fn a_counter_that_no_operation_uses_is_found_too() {
    let state = Counter {
        total: row([0.0]),
        steps: 0,
    };
    let mut session = counts_unseen::on(&flex(), state).unwrap();
    let ReplayError::Record(error) = session.replay(row([1.0])).unwrap_err() else {
        panic!("expected an error while capturing")
    };
    let RecordCause::HostState { before, after } = error.cause() else {
        panic!("{error}")
    };
    assert_eq!(
        (before.as_str(), after.as_str()),
        ("state.steps: 0", "state.steps: 1")
    );
    assert_eq!(session.state().steps, 0, "the capture leaves no trace");
}

#[capture_program]
#[allow(deprecated)] // the rate is frozen on purpose
fn pure(x: Tensor<1>, #[frozen] rate: f32) -> Tensor<1> {
    x.mul_scalar(rate) + 0.5
}

#[test]
fn captures_of_a_pure_function_agree() {
    let first = pure::capture(TensorSpec::float([2]), 2.0).unwrap();
    let second = pure::capture(TensorSpec::float([2]), 2.0).unwrap();
    assert_eq!(first.to_string(), second.to_string());
}
