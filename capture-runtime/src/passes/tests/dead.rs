//! Dead code.

use super::{count, data, names, on_and_off};
use crate::prelude::*;
use burn::tensor::{Device, Tensor, TensorData};

#[capture_program(crate = crate)]
fn wasteful(w: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    let table = Tensor::<1>::from_data(TensorData::from([5.0f32, 6.0]), &x.device());
    let _unused = (x.clone() * table).exp().sum();
    *w = w.clone().add_scalar(1.0);
    let _also_unused = w.clone().sin();
    x.neg()
}

#[test]
fn what_nobody_reads_is_dropped_with_its_constants() {
    let w = || Tensor::from_floats([1.0, 2.0], &Device::flex());
    let (on, off) = on_and_off(|| wasteful::capture(&w(), TensorSpec::float([2])).unwrap());
    assert_eq!(names(&on), ["add_scalar", "neg"]);
    assert!(on.constants().is_empty());
    assert!(
        ["mul", "exp", "sum", "sin"]
            .iter()
            .all(|name| count(&off, name) == 1)
    );
    assert_eq!(off.constants().len(), 1);
    assert_eq!(on.recorded(), off.recorded());

    let (on, off) = on_and_off(|| {
        let device = Device::flex();
        let mut session = wasteful::on(&device, w()).unwrap();
        let x = Tensor::from_floats([0.25, -4.0], &device);
        (0..3)
            .map(|_| data(&[session.replay(x.clone()).unwrap(), session.state()]))
            .collect::<Vec<_>>()
    });
    assert_eq!(on, off);
    assert_eq!(on[2][1], TensorData::from([4.0f32, 5.0]));
}

#[capture_program(crate = crate)]
fn half(x: Tensor<2>) -> Tensor<2> {
    x.max_dim_with_indices(1).0
}

#[test]
fn an_operation_with_one_result_that_is_read_stays_whole() {
    let program = half::capture(TensorSpec::float([2, 2])).unwrap();
    assert_eq!(names(&program), ["max_dim_with_indices"]);
    let device = Device::flex();
    let mut session = half::on(&device).unwrap();
    for _ in 0..2 {
        let x = Tensor::from_floats([[1.0, 2.0], [4.0, 3.0]], &device);
        assert_eq!(
            session.replay(x).unwrap().to_data(),
            TensorData::from([[2.0f32], [4.0]])
        );
    }
}

#[capture_program(crate = crate)]
fn unread(
    _w: &mut Tensor<1>,
    x: Tensor<1>,
    _y: Tensor<1>,
    #[live] _s: f32,
) -> (Tensor<1>, Tensor<1>) {
    (x.clone(), x)
}

#[test]
fn a_program_without_operations_returns_its_inputs_and_keeps_its_state() {
    let device = Device::flex();
    let mut session = unread::on(&device, Tensor::from_floats([7.0], &device)).unwrap();
    for step in 0..3 {
        let x = Tensor::from_floats([step as f32], &device);
        let (a, b) = session.replay(x.clone(), x.clone(), 1.0).unwrap();
        assert_eq!(data(&[a, b]), data(&[x.clone(), x]));
        assert_eq!(session.state().to_data(), TensorData::from([7.0f32]));
    }
    assert!(session.program().unwrap().operations().is_empty());
}
