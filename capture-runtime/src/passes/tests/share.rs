//! Common subexpressions.

use super::{count, data, names, on_and_off};
use crate::prelude::*;
use burn::tensor::{Device, Distribution, Tensor};

#[capture_program(crate = crate)]
fn repeated(w: &mut Tensor<1>, x: Tensor<1>) -> (Tensor<1>, Tensor<1>) {
    let first = x.clone().exp().neg() * w.clone();
    let second = x.exp().neg() * w.clone();
    *w = first.clone() + second.clone();
    (first, second)
}

#[test]
fn a_repetition_runs_once_and_both_results_are_its() {
    let w = || Tensor::from_floats([0.3, -0.7], &Device::flex());
    let (on, off) = on_and_off(|| repeated::capture(&w(), TensorSpec::float([2])).unwrap());
    assert_eq!(names(&on), ["exp", "neg", "mul", "add"]);
    assert_eq!((count(&on, "exp"), count(&off, "exp")), (1, 2));
    assert_eq!((count(&on, "mul"), count(&off, "mul")), (1, 2));
    assert_eq!(on.results()[0].id, on.results()[1].id);

    let (on, off) = on_and_off(|| {
        let device = Device::flex();
        let mut session = repeated::on(&device, w()).unwrap();
        let x = Tensor::from_floats([0.1, 1.7], &device);
        (0..3)
            .map(|_| {
                let (a, b) = session.replay(x.clone()).unwrap();
                data(&[a, b, session.state()])
            })
            .collect::<Vec<_>>()
    });
    assert_eq!(on, off);
    assert_ne!(on[0], on[1], "the state advances");
}

#[capture_program(crate = crate)]
fn alike(x: Tensor<1>, y: Tensor<1>) -> Vec<Tensor<1>> {
    vec![
        x.clone() - y.clone(),
        y.clone() - x.clone(),
        x.clone().mul_scalar(0.0),
        x.clone().mul_scalar(-0.0),
        y.mul_scalar(0.0),
        x.add_scalar(0.0),
    ]
}

#[test]
fn operations_that_are_merely_alike_stay() {
    let program = alike::capture(TensorSpec::float([2]), TensorSpec::float([2])).unwrap();
    assert_eq!(count(&program, "sub"), 2, "operands in another order");
    assert_eq!(
        count(&program, "mul_scalar"),
        3,
        "another operand, or zero of the other sign"
    );

    let device = Device::flex();
    let x = || Tensor::from_floats([1.0, -1.0], &device);
    let y = || Tensor::from_floats([2.0, 5.0], &device);
    let mut session = alike::on(&device).unwrap();
    assert_eq!(
        data(&session.replay(x(), y()).unwrap()),
        data(&alike(x(), y()))
    );
}

#[capture_program(crate = crate)]
fn drawn(x: Tensor<1>) -> (Tensor<1>, Tensor<1>) {
    let a = Tensor::<1>::random([8], Distribution::Default, &x.device());
    let b = Tensor::<1>::random([8], Distribution::Default, &x.device());
    (a * x.clone(), b * x)
}

#[test]
fn random_numbers_are_never_shared() {
    let program = drawn::capture(TensorSpec::float([8])).unwrap();
    assert_eq!(count(&program, "random"), 2);

    let device = Device::flex();
    let x = Tensor::ones([8], &device);
    let mut session = drawn::on(&device).unwrap();
    let (a, b) = session.replay(x.clone()).unwrap();
    assert_ne!(a.to_data(), b.to_data());
    let (again, _) = session.replay(x).unwrap();
    assert_ne!(
        a.to_data(),
        again.to_data(),
        "nor kept from one replay to the next"
    );
}

#[capture_program(crate = crate)]
fn pairs(x: Tensor<2>) -> (Tensor<2>, Tensor<2, burn::tensor::Int>) {
    let (max, _) = x.clone().max_dim_with_indices(1);
    let (_, index) = x.max_dim_with_indices(1);
    (max, index)
}

#[test]
fn every_result_of_a_repetition_is_shared() {
    let program = pairs::capture(TensorSpec::float([2, 3])).unwrap();
    assert_eq!(count(&program, "max_dim_with_indices"), 1);

    let device = Device::flex();
    let x = Tensor::from_floats([[1.0, 3.0, 2.0], [9.0, 7.0, 8.0]], &device);
    let mut session = pairs::on(&device).unwrap();
    let (max, index) = session.replay(x).unwrap();
    assert_eq!(max.to_data().iter::<f32>().collect::<Vec<_>>(), [3.0, 9.0]);
    assert_eq!(index.to_data().iter::<i64>().collect::<Vec<_>>(), [1, 0]);
}
