//! Promise 2 for what is not a plain read: display, foreign tensors, seeds, quantized tensors, tensors made elsewhere.

use crate::common::{flex, floats, row};
use burn::prelude::*;
use capture_runtime::RecordCause;
use capture_runtime::prelude::*;
use std::fmt::Display;

fn show<T: Display>(value: &T) -> String {
    format!("{value}")
}

fn width<T: Display>(value: &T) -> usize {
    value.to_string().len()
}

const SHOWN: u32 = line!() + 4;
#[capture_program]
fn displays(x: Tensor<2>) -> Tensor<2> {
    let y = x * 2.0;
    let _label = show(&y);
    y + 1.0
}

#[capture_program]
fn displays_an_int(x: Tensor<1, Int>) -> Tensor<1, Int> {
    let _label = show(&x);
    x + 1
}

#[capture_program]
fn displays_a_number(n: Tensor<1>, #[frozen] count: usize) -> Tensor<1> {
    let _label = show(&count);
    n.add_scalar(count as f32)
}

#[capture_program]
fn display_decides(x: Tensor<1>) -> Tensor<1> {
    let n = width(&x);
    x.add_scalar(n as f32)
}

#[test]
fn display_in_a_helper_is_refused_at_its_statement() {
    let spec = |shape: [usize; 2]| TensorSpec::float(shape);
    for shape in [[1, 2], [2, 3], [40, 40], [1, 2000]] {
        let error = displays::capture(spec(shape)).expect_err(&format!("{shape:?}"));
        assert_eq!(error.cause(), &RecordCause::Display, "{shape:?}: {error}");
        assert_eq!(error.statement().unwrap().line, SHOWN, "{error}");
        assert!(
            error.to_string().contains("print it after `replay()`"),
            "{error}"
        );
    }
    let error = displays_an_int::capture(TensorSpec::int([5])).unwrap_err();
    assert_eq!(error.cause(), &RecordCause::Display);
    let error = display_decides::capture(TensorSpec::float([5])).unwrap_err();
    assert_eq!(error.cause(), &RecordCause::Display);
}

#[test]
fn display_of_a_host_value_stays_legal() {
    let mut session = displays_a_number::on(&flex(), 3).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [4.0]);
}

fn debug<T: core::fmt::Debug>(value: &T) -> usize {
    format!("{value:?}").len()
}

#[capture_program]
fn debugs(x: Tensor<1>) -> Tensor<1> {
    let _ = debug(&x);
    let _unused = x.clone().slice(s![0..1]);
    let _last = x.clone().slice(s![2..3]) + 1.0;
    x + 1.0
}

#[test]
fn debug_and_forgotten_slices_stay_legal() {
    let mut session = debugs::on(&flex()).unwrap();
    assert_eq!(
        floats(&session.replay(row([1.0, 2.0, 3.0])).unwrap()),
        [2.0, 3.0, 4.0]
    );
    assert_eq!(session.report().operations, 1, "dead slices are dropped");
}

fn elsewhere() -> Tensor<1> {
    Tensor::from_floats([1.0, 2.0], &Device::flex())
}

#[capture_program]
fn mixes(x: Tensor<1>) -> Tensor<1> {
    let bias = elsewhere();
    x + bias
}

#[capture_program]
fn returns_foreign(x: Tensor<1>) -> (Tensor<1>, Tensor<1>) {
    (x, elsewhere())
}

#[capture_program]
fn state_becomes_foreign(s: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    *s = elsewhere();
    x
}

#[test]
fn tensors_of_another_device_are_refused() {
    let error = mixes::capture(TensorSpec::float([2])).unwrap_err();
    assert_eq!(error.cause(), &RecordCause::ForeignTensor, "{error}");
    assert!(error.statement().is_some(), "{error}");
    assert!(
        error.to_string().contains("make the tensor a parameter"),
        "{error}"
    );

    let error = returns_foreign::capture(TensorSpec::float([2])).unwrap_err();
    assert!(
        matches!(error.cause(), RecordCause::Foreign { name } if name == "result.1"),
        "{error}"
    );
    let error =
        state_becomes_foreign::capture(&row([0.0, 0.0]), TensorSpec::float([2])).unwrap_err();
    assert!(
        matches!(error.cause(), RecordCause::Foreign { name } if name == "s"),
        "{error}"
    );
}

fn seed(device: &Device) {
    device.seed(42);
}

#[capture_program]
fn seeds(x: Tensor<1>) -> Tensor<1> {
    let device = x.device();
    seed(&device);
    x.random_like(burn::tensor::Distribution::Default)
}

#[test]
fn seeding_in_a_helper_is_refused() {
    let error = seeds::capture(TensorSpec::float([2])).unwrap_err();
    assert_eq!(error.cause(), &RecordCause::Seed, "{error}");
    assert!(error.to_string().contains("step.seed(42)"), "{error}");
}

fn onto(device: &Device) -> Tensor<1> {
    Tensor::<1>::from_floats([10.0, 20.0], &Device::flex()).to_device(device)
}

#[capture_program]
fn constant_from_a_helper(x: Tensor<1>) -> Tensor<1> {
    let device = x.device();
    x + onto(&device)
}

#[test]
fn a_constant_moved_onto_the_program_is_legal() {
    let mut session = constant_from_a_helper::on(&flex()).unwrap();
    for _ in 0..2 {
        assert_eq!(
            floats(&session.replay(row([1.0, 2.0])).unwrap()),
            [11.0, 22.0]
        );
    }
    assert_eq!(session.report().constant_bytes, 8);
}
