//! Lifetimes.

use super::{data, given_up};
use crate::graph::{Program, operation_name};
use crate::passes::{Step, lifetimes};
use crate::prelude::{TensorSpec, capture_program};
use burn::tensor::{Device, Tensor};
use burn_ir::TensorId;
use std::collections::HashSet;

/// The steps of `program`, with its results and its constants kept.
fn steps(program: &Program) -> Vec<Step> {
    let kept: HashSet<TensorId> = program
        .outputs()
        .chain(program.constants().keys().copied())
        .collect();
    lifetimes(program.operations(), &kept)
}

/// For each step its name, and which of its operands it gives up.
fn summary(steps: &[Step]) -> Vec<(String, Vec<bool>)> {
    steps
        .iter()
        .map(|step| {
            let operands = step.ir.inputs().map(|tensor| given_up(&tensor.status));
            (operation_name(&step.ir), operands.collect())
        })
        .collect()
}

fn expected(steps: &[(&str, &[bool])]) -> Vec<(String, Vec<bool>)> {
    steps
        .iter()
        .map(|(name, operands)| ((*name).to_owned(), operands.to_vec()))
        .collect()
}

#[capture_program(crate = crate)]
fn chain(w: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    let y = x.clone().exp();
    let z = y.neg() * x;
    *w = w.clone() + z.clone();
    z
}

#[test]
fn a_tensor_is_given_up_exactly_at_its_last_use() {
    let w = Tensor::from_floats([1.0, 2.0], &Device::flex());
    let program = chain::capture(&w, TensorSpec::float([2])).unwrap();
    let wanted = expected(&[
        // The input is read again.
        ("exp", &[false]),
        ("neg", &[true]),
        // The negation and, now, the input.
        ("mul", &[true, true]),
        // The old state, so that the new one takes its buffer; the product is a result.
        ("add", &[true, false]),
    ]);
    assert_eq!(summary(&steps(&program)), wanted);
}

#[capture_program(crate = crate)]
fn squares(x: Tensor<1>) -> Tensor<1> {
    let y = x.exp();
    (y.clone() * y).sqrt()
}

#[test]
fn an_operand_that_is_read_twice_is_dropped_after_the_operation() {
    let program = squares::capture(TensorSpec::float([2])).unwrap();
    let steps = summary(&steps(&program));
    let names: Vec<_> = steps.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["exp", "mul", "drop", "sqrt"]);
    assert_eq!(steps[1].1, [false, false]);
}

#[capture_program(crate = crate)]
fn indices(x: Tensor<2>) -> Tensor<2> {
    x.max_dim_with_indices(1).0.neg()
}

#[test]
fn a_result_that_nobody_reads_is_dropped_at_once() {
    let program = indices::capture(TensorSpec::float([2, 2])).unwrap();
    let steps = steps(&program);
    let names: Vec<_> = steps.iter().map(|step| operation_name(&step.ir)).collect();
    assert_eq!(names, ["max_dim_with_indices", "drop", "neg"]);
}

#[capture_program(crate = crate)]
fn lent(w: &Tensor<1>, x: Tensor<1>) -> (Tensor<1>, Tensor<1>) {
    let y = w.clone().exp() + x;
    (w.clone().neg(), y)
}

#[test]
fn weights_and_earlier_results_survive_every_replay() {
    let device = Device::flex();
    let w = || Tensor::from_floats([0.5, -1.0], &device);
    let x = || Tensor::from_floats([2.0, 3.0], &device);
    let mut session = lent::on(&device, w()).unwrap();
    let (a, b) = lent(&w(), x());
    let eager = data(&[a, b]);
    let mut earlier = Vec::new();
    for _ in 0..3 {
        let (a, b) = session.replay(x()).unwrap();
        earlier.push([a, b]);
        assert_eq!(session.weights().to_data(), w().to_data());
    }
    for results in earlier {
        assert_eq!(data(&results), eager);
    }
}

#[capture_program(crate = crate)]
fn exchange(a: &mut Tensor<1>, b: &mut Tensor<1>) -> Tensor<1> {
    let sum = a.clone() + b.clone();
    core::mem::swap(a, b);
    sum
}

#[test]
fn states_that_change_places_stay_whole() {
    let device = Device::flex();
    let (a, b) = (
        Tensor::from_floats([1.0], &device),
        Tensor::from_floats([2.0], &device),
    );
    let mut session = exchange::on(&device, a.clone(), b.clone()).unwrap();
    for step in 0..4 {
        let sum = session.replay().unwrap();
        assert_eq!(sum.to_data(), (a.clone() + b.clone()).to_data());
        let (first, second) = session.state();
        let wanted = if step % 2 == 0 {
            [b.clone(), a.clone()]
        } else {
            [a.clone(), b.clone()]
        };
        assert_eq!(data(&[first, second]), data(&wanted));
    }
}

#[capture_program(crate = crate)]
fn merged(a: &mut Tensor<1>, b: &mut Tensor<1>, x: Tensor<1>) {
    let next = a.clone() + b.clone() * x;
    *a = next.clone();
    *b = next;
}

#[test]
fn states_that_become_one_tensor_advance_apart_again() {
    let device = Device::flex();
    let (mut a, mut b) = (
        Tensor::from_floats([1.0], &device),
        Tensor::from_floats([2.0], &device),
    );
    let mut session = merged::on(&device, a.clone(), b.clone()).unwrap();
    for step in 0..4 {
        let x = Tensor::from_floats([0.5 + step as f32], &device);
        merged(&mut a, &mut b, x.clone());
        session.replay(x).unwrap();
        let (first, second) = session.state();
        assert_eq!(data(&[first, second]), data(&[a.clone(), b.clone()]));
    }
}
