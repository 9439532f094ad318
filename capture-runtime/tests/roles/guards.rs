//! Guards for code that eager and captured runs share: `is_placeholder`, `can_move`, `eager_only!`, and the program's device.

use crate::common::{flex, floats, row};
use burn::prelude::*;
use burn::tensor::FloatDType;
use capture_runtime::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

static EAGER: AtomicUsize = AtomicUsize::new(0);

fn note() {
    EAGER.fetch_add(1, Ordering::SeqCst);
}

#[capture_program]
fn guarded(x: Tensor<1>) -> Tensor<1> {
    let y = x * 2.0;
    if !is_placeholder(&y) {
        println!("{y}");
        note();
    }
    eager_only! {
        note();
        println!("{}", y.clone().sum().into_scalar::<f32>());
    }
    if is_placeholder(&y) { y + 0.0 } else { y }
}

/// Shared by both kinds of runs; not part of a body, so the guard decides when it runs.
fn log(x: &Tensor<1>) {
    if !is_placeholder(x) {
        note();
        println!("{x}");
    }
}

#[capture_program]
fn logs(x: Tensor<1>) -> Tensor<1> {
    let y = x + 1.0;
    log(&y);
    y
}

fn movable(x: &Tensor<1>) -> f32 {
    f32::from(u8::from(can_move(x)))
}

#[capture_program]
fn asks(x: Tensor<1>, #[live] by: f32) -> Tensor<1> {
    let constant = Tensor::<1>::from_floats([1.0], &x.device());
    let computed = x.clone() * by;
    let answers = [movable(&x), movable(&computed), movable(&constant)];
    Tensor::from_floats(answers, &x.device())
}

#[capture_program]
fn on_device(x: Tensor<1>, device: &Device) -> Tensor<1> {
    let ones = Tensor::<1>::ones(x.shape(), device);
    let kept = x.to_device(device);
    kept + ones
}

#[capture_program]
fn without_inputs(device: &Device) -> Tensor<1> {
    Tensor::arange(0..4, device).float()
}

#[capture_fn]
fn has_flex32(device: &Device) -> bool {
    device.supports_dtype(FloatDType::Flex32)
}

/// A capture device has every element type; a body is told of the device on which it will run.
#[capture_program]
fn asks_the_device(x: Tensor<1>, device: &Device) -> Tensor<1> {
    let other = x.device();
    let answers = [
        device.supports_dtype(FloatDType::Flex32),
        other.supports_dtype(FloatDType::Flex32),
        Device::supports_dtype(device, FloatDType::F64),
        has_flex32(device),
    ];
    x * Tensor::from_floats(answers.map(|answer| f32::from(u8::from(answer))), device)
}

#[test]
fn a_body_asks_what_the_device_can() {
    let x = row([1.0; 4]);
    let eager = floats(&asks_the_device(x.clone(), &flex()));
    assert_eq!(eager, [0.0, 0.0, 1.0, 0.0]);
    let mut session = asks_the_device::on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(x).unwrap()), eager);
    let program = asks_the_device::capture(TensorSpec::float([4])).unwrap();
    assert!(
        program.to_string().contains("[0.0, 0.0, 1.0, 0.0]"),
        "{program}"
    );
}

#[test]
fn guards_in_a_body_and_in_a_helper() {
    let mut session = guarded::on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [2.0]);
    let mut shared = logs::on(&flex()).unwrap();
    assert_eq!(floats(&shared.replay(row([1.0])).unwrap()), [2.0]);
    assert_eq!(EAGER.load(Ordering::SeqCst), 0);
    guarded(row([1.0]));
    assert_eq!(EAGER.load(Ordering::SeqCst), 2);
    logs(row([1.0]));
    assert_eq!(EAGER.load(Ordering::SeqCst), 3);
}

#[test]
fn only_constants_of_a_program_can_move() {
    let mut session = asks::on(&flex()).unwrap();
    assert_eq!(
        floats(&session.replay(row([5.0]), 2.0).unwrap()),
        [0.0, 0.0, 1.0]
    );
    assert_eq!(floats(&asks(row([5.0]), 2.0)), [1.0, 1.0, 1.0]);
}

#[test]
fn the_programs_device() {
    let mut session = on_device::on(&flex()).unwrap();
    assert_eq!(
        floats(&session.replay(row([1.0, 2.0])).unwrap()),
        [2.0, 3.0]
    );
    assert_eq!(floats(&on_device(row([1.0, 2.0]), &flex())), [2.0, 3.0]);
    let mut session = without_inputs::on(&flex()).unwrap();
    for _ in 0..2 {
        assert_eq!(floats(&session.replay().unwrap()), [0.0, 1.0, 2.0, 3.0]);
    }
    assert_eq!(session.device(), &flex());
}
