//! Element types: those of the device work, others are an error by name.

use super::{ramp, required};
use burn::prelude::*;
use burn::tensor::{DType, FloatDType};
use capture_runtime::RecordCause;
use capture_runtime::prelude::*;

#[capture_program]
fn halves(total: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    *total = total.clone() + x.clone();
    x * 0.5
}

pub(super) fn element_types_of_the_device(device: &Device) {
    for dtype in [
        FloatDType::F32,
        FloatDType::F16,
        FloatDType::BF16,
        FloatDType::F64,
    ] {
        if !device.supports_dtype(DType::from(dtype)) {
            continue;
        }
        let zeros = Tensor::<1>::zeros([3], device).cast(dtype);
        let mut session = required(halves::on(device, zeros));
        for seed in 0..3 {
            let x = ramp([3], seed, device).cast(dtype);
            let replayed = session.replay(x.clone()).unwrap();
            assert_eq!(replayed.dtype(), DType::from(dtype));
            assert_eq!(replayed.into_data(), (x * 0.5).into_data(), "{dtype:?}");
        }
    }
}

#[capture_program]
fn precise(x: Tensor<1>) -> Tensor<1> {
    let wide = x.cast(FloatDType::F64);
    (wide * 0.1).cast(FloatDType::F32)
}

pub(super) fn an_element_type_that_is_missing(device: &Device) {
    if device.supports_dtype(DType::F64) {
        return;
    }
    let mut session = precise::on(device).unwrap();
    let error = session
        .replay(ramp([3], 1, device))
        .expect_err("the device has no f64");
    let capture_runtime::ReplayError::Record(record) = &error else {
        panic!("{error}");
    };
    assert!(
        matches!(record.cause(), RecordCause::ElementType { .. }),
        "{error}"
    );
    let statement = record.statement().expect("the statement is known");
    assert!(
        statement.text.contains("x.cast(FloatDType::F64)"),
        "{statement:?}"
    );

    let flex = Device::flex();
    let zeros = Tensor::<1>::zeros([3], &flex).cast(FloatDType::F64);
    let error = halves::on(device, zeros)
        .map(drop)
        .expect_err("the device has no f64");
    assert!(
        matches!(error.cause(), RecordCause::ElementType { .. }),
        "{error}"
    );
    assert!(error.to_string().contains("total"), "{error}");
}
