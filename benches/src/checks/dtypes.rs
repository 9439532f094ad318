//! Element types: those of the device work, others are an error by name.

use super::{ramp, required, values};
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

/// A body that asks which element types there are.
#[capture_program]
fn answers(x: Tensor<1>, device: &Device) -> Tensor<1> {
    let has = |dtype: DType| {
        if device.supports_dtype(dtype) {
            1.0
        } else {
            0.0
        }
    };
    let asked = [DType::F64, DType::BF16, DType::I64, DType::F32].map(has);
    Tensor::from_floats(asked, device) * x
}

#[capture_program]
fn cast_where_it_can_be(x: Tensor<1>, #[live] by: f32) -> Tensor<1> {
    let wide = by as f64 * 0.1;
    x * wide
}

pub(super) fn a_body_asks_for_element_types(device: &Device) {
    let x = Tensor::<1>::ones([4], device);
    let mut session = required(answers::on(device));
    let eager = values(answers(x.clone(), device));
    assert_eq!(values(session.replay(x.clone()).unwrap()), eager);

    let mut session = required(cast_where_it_can_be::on(device));
    let replayed = values(session.replay(x, 3.0).unwrap());
    assert!(
        replayed.iter().all(|value| (value - 0.3).abs() < 1e-6),
        "{replayed:?}"
    );
}
