//! Other forms of host values that freeze, random numbers and side effects (classes 3, 5 and 9 of the reports).

use crate::common::{flex, floats, row};
use burn::nn::{GaussianNoise, GaussianNoiseConfig};
use burn::prelude::*;
use burn::tensor::Distribution;
use capture_runtime::prelude::*;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};

thread_local! { static STEP: Cell<u32> = const { Cell::new(0) }; }
static SEEN: Mutex<Vec<f32>> = Mutex::new(Vec::new());
static STARTED: LazyLock<f32> = LazyLock::new(|| 3.0);

fn step_of_this_thread() -> u32 {
    STEP.with(|step| step.replace(step.get() + 1))
}

fn seen_so_far() -> usize {
    let mut seen = SEEN.lock().unwrap();
    seen.push(1.0);
    seen.len()
}

/// The values of a map, in the map's order, which is another one for every map.
fn in_some_order() -> Vec<f32> {
    let map: HashMap<u32, f32> = (0..64).map(|i| (i, i as f32)).collect();
    map.into_values().collect()
}

fn started() -> f32 {
    *STARTED
}

#[capture_program]
fn thread_local_counter(x: Tensor<1>) -> Tensor<1> {
    let step = step_of_this_thread();
    x * (step as f32)
}

#[capture_program]
fn length_of_a_static(x: Tensor<1>) -> Tensor<1> {
    let n = seen_so_far();
    Tensor::cat(vec![x; n], 0)
}

#[capture_program]
fn order_of_a_map(x: Tensor<1>) -> Tensor<1> {
    let table = in_some_order();
    let table = Tensor::<1>::from_floats(table.as_slice(), &x.device());
    x + table
}

#[capture_program]
fn value_that_stays(x: Tensor<1>) -> Tensor<1> {
    let offset = started();
    x + offset
}

#[track_caller]
fn refused<T>(result: Result<T, RecordError>, code: &str) -> String {
    let Err(error) = result else {
        panic!("expected {code}")
    };
    assert_eq!(error.code(), code, "{error}");
    error.to_string()
}

#[test]
fn class_3_values_of_the_host_that_leak_in() {
    let _alone = crate::alone();
    let text = refused(
        thread_local_counter::capture(TensorSpec::float([2])),
        "CR0109",
    );
    assert!(text.contains("`mul_scalar` was 0.0, then 1.0"), "{text}");
    let text = refused(
        length_of_a_static::capture(TensorSpec::float([2])),
        "CR0109",
    );
    assert!(text.contains("`cat`"), "{text}");
    refused(order_of_a_map::capture(TensorSpec::float([64])), "CR0109");
    let mut session = value_that_stays::on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [4.0]);
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Mode {
    Plain,
    Powers { up_to: usize },
}

#[capture_program(recapture = "deny")]
fn by_mode(
    x: Tensor<1>,
    #[frozen] mode: Mode,
    #[frozen] scale: Option<(u8, &'static str)>,
) -> Tensor<1> {
    let x = match scale {
        Some((factor, "times")) => x * factor as f32,
        Some((factor, _)) => x + factor as f32,
        None => x,
    };
    match mode {
        Mode::Plain => x,
        Mode::Powers { up_to } => (1..=up_to)
            .map(|n| x.clone().powi_scalar(n as i32))
            .reduce(|a, b| a + b)
            .unwrap(),
    }
}

#[test]
fn class_3_frozen_values_are_part_of_the_program() {
    let _alone = crate::alone();
    let mut session = by_mode::on(&flex(), Mode::Powers { up_to: 2 }, None).unwrap();
    assert_eq!(floats(&session.replay(row([3.0])).unwrap()), [12.0]);
    session.set_frozen((Mode::Powers { up_to: 2 }, Some((2, "times"))));
    let error = session.replay(row([3.0])).unwrap_err();
    assert_eq!(error.code(), "CR0201");
    let text = error.to_string();
    assert!(
        text.contains("`scale` was captured as None, given Some((2, \"times\"))"),
        "{text}"
    );
    session.set_frozen((Mode::Plain, None));
    let text = session.replay(row([3.0])).unwrap_err().to_string();
    assert!(
        text.contains("`mode` was captured as Powers { up_to: 2 }, given Plain"),
        "{text}"
    );
    session.set_frozen((Mode::Powers { up_to: 2 }, None));
    assert_eq!(
        floats(&session.replay(row([2.0])).unwrap()),
        [6.0],
        "the session works on"
    );
}

#[capture_program]
#[allow(deprecated)] // What is suspect is what the test is about.
fn scaled(x: Tensor<1>, #[frozen] by: f32, #[live] plus: f32) -> Tensor<1> {
    let shift = |t: Tensor<1>| t + plus;
    shift(x * by)
}

#[test]
fn class_3_floats_freeze_by_their_bits_and_live_ones_do_not() {
    let _alone = crate::alone();
    let mut session = scaled::on(&flex(), 0.0).unwrap();
    for (by, captures) in [(0.0, 1), (-0.0, 2), (f32::NAN, 3), (0.0, 3), (f32::NAN, 3)] {
        session.set_frozen(by);
        for plus in [1.0, -1.0] {
            let y = floats(&session.replay(row([5.0]), plus).unwrap())[0];
            assert!(y == plus || by.is_nan() && y.is_nan(), "{by} {plus} {y}");
        }
        assert_eq!(session.report().captures, captures, "{by}");
    }
}

/// Burn has one random generator for the process: one test at a time may draw.
fn pick(choices: usize) -> usize {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0) as usize % choices
}

/// Drops one of many branches at random, on the host.
#[capture_program]
fn layer_that_the_host_drops(x: Tensor<1>) -> Tensor<1> {
    let skipped = pick(1 << 20);
    x + skipped as f32
}

fn reseeded(device: &Device) -> Device {
    let device = device.clone();
    device.seed(1);
    device
}

#[capture_program]
fn seeded_through_a_copy(x: Tensor<1>) -> Tensor<1> {
    let device = reseeded(&x.device());
    let noise = Tensor::random([1], Distribution::Default, &device);
    x + noise
}

#[capture_program]
fn noise_in_a_closure(x: Tensor<1>, #[frozen] times: usize) -> Tensor<1> {
    let draw = || x.random_like(Distribution::Uniform(0.0, 1.0));
    (0..times).fold(x.clone(), |sum, _| sum + draw())
}

#[capture_program]
#[allow(deprecated)] // What is suspect is what the test is about.
fn noise_of_a_layer(layer: &GaussianNoise, w: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    let y = layer.forward(x);
    let _ = (y.clone() * w.clone()).sum().backward();
    y
}

#[test]
fn class_5_random_numbers() {
    let _alone = crate::alone();
    refused(
        layer_that_the_host_drops::capture(TensorSpec::float([1])),
        "CR0109",
    );
    refused(
        seeded_through_a_copy::capture(TensorSpec::float([1])),
        "CR0107",
    );

    let mut session = noise_in_a_closure::on(&flex(), 3).unwrap();
    let zeros = || Tensor::<1>::zeros([16], &flex());
    let mut draws = HashSet::new();
    for _ in 0..8 {
        let y = floats(&session.replay(zeros()).unwrap());
        assert!(y.iter().all(|value| (0.0..3.0).contains(value)));
        draws.insert(format!("{y:?}"));
    }
    assert_eq!(draws.len(), 8, "fresh numbers");
    session.seed(5);
    let first = floats(&session.replay(zeros()).unwrap());
    flex().seed(5);
    assert_eq!(
        floats(&noise_in_a_closure(zeros(), 3)),
        first,
        "the eager function draws the same"
    );

    let layer = GaussianNoiseConfig::new(1.0).init();
    let w = Tensor::<1>::ones([16], &crate::common::training()).require_grad();
    let mut session = noise_of_a_layer::on(&flex(), layer, w).unwrap();
    let (a, b) = (
        session.replay(zeros()).unwrap(),
        session.replay(zeros()).unwrap(),
    );
    assert_ne!(
        floats(&a),
        floats(&b),
        "the layer is active in a program that trains"
    );
}

static LOGGED: AtomicUsize = AtomicUsize::new(0);

fn log_step() {
    LOGGED.fetch_add(1, Ordering::Relaxed);
}

/// Weights of a loss that change on the host from call to call.
#[derive(ProgramState, Clone, Debug)]
struct Annealed {
    total: Tensor<1>,
    remaining: usize,
}

fn anneal(state: &mut Annealed) -> f32 {
    state.remaining = state.remaining.saturating_sub(1);
    state.remaining as f32
}

#[capture_program]
fn logs_on_the_host(x: Tensor<1>) -> Tensor<1> {
    log_step();
    x * 2.0
}

#[capture_program]
fn anneals_on_the_host(state: &mut Annealed, x: Tensor<1>) -> Tensor<1> {
    let weight = anneal(state);
    state.total = state.total.clone() + x * weight;
    state.total.clone()
}

/// The same, with the count on the device.
#[capture_program]
fn anneals_on_the_device(
    total: &mut Tensor<1>,
    remaining: &mut Tensor<1>,
    x: Tensor<1>,
) -> Tensor<1> {
    *remaining = (remaining.clone() - 1.0).clamp_min(0.0);
    *total = total.clone() + x * remaining.clone();
    total.clone()
}

#[test]
fn class_9_side_effects_of_the_host() {
    let _alone = crate::alone();
    let mut session = logs_on_the_host::on(&flex()).unwrap();
    for _ in 0..5 {
        session.replay(row([1.0])).unwrap();
    }
    assert_eq!(
        LOGGED.load(Ordering::Relaxed),
        2,
        "once for each recording, and not at replay"
    );

    let state = |remaining| Annealed {
        total: row([0.0]),
        remaining,
    };
    let text = refused(
        anneals_on_the_host::capture(&state(3), TensorSpec::float([1])),
        "CR0109",
    );
    assert!(text.contains("was 2.0, then 1.0"), "{text}");
    // A count that has come to its end does not change any more.
    let mut session = anneals_on_the_host::on(&flex(), state(0)).unwrap();
    assert_eq!(floats(&session.replay(row([7.0])).unwrap()), [0.0]);

    let mut session = anneals_on_the_device::on(&flex(), row([0.0]), row([3.0])).unwrap();
    let totals = [1.0, 1.0, 1.0].map(|x| floats(&session.replay(row([x])).unwrap())[0]);
    assert_eq!(totals, [2.0, 3.0, 3.0]);
}
