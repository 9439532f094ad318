//! A program's device that is kept beyond its capture: the one way to find Burn's capture device busy.
#![forbid(unsafe_code)]

use burn::prelude::*;
use capture_runtime::prelude::*;
use std::sync::Mutex;

static KEPT: Mutex<Option<Device>> = Mutex::new(None);

fn keep(x: &Tensor<1>) {
    *KEPT.lock().unwrap() = Some(x.device());
}

#[capture_program]
fn keeps(x: Tensor<1>) -> Tensor<1> {
    keep(&x);
    x * 2.0
}

/// The only test of this process: the capture device that was used last is the one that the next capture takes.
#[test]
fn a_capture_on_a_busy_device_is_refused_and_the_next_one_works() {
    let program = keeps::capture(TensorSpec::float([2])).unwrap();
    let device = KEPT.lock().unwrap().take().unwrap();
    let mut refused = None;
    let _ = device.capture_scope(|scope| {
        refused = keeps::capture(TensorSpec::float([2])).err();
        scope.complete([], [])
    });
    let error = refused.expect("the device is busy");
    assert_eq!(error.code(), "CR0116", "{error}");
    assert!(
        error.to_string().contains("do not keep `x.device()`"),
        "{error}"
    );
    let again = keeps::capture(TensorSpec::float([2])).unwrap();
    assert_eq!(again.operations().len(), program.operations().len());
}
