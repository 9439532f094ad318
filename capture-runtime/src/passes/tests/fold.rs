//! Constant folding.

use super::data;
use crate::graph::{Operation, Program};
use crate::passes::fold;
use crate::prelude::{TensorSpec, capture_program};
use burn::tensor::{Device, Distribution, Tensor, TensorData};

fn split(program: &Program) -> (Vec<String>, Vec<String>) {
    let (once, always) = fold(program);
    let names = |operations: Vec<Operation>| operations.iter().map(Operation::name).collect();
    (names(once), names(always))
}

#[capture_program(crate = crate)]
fn tables(w: &mut Tensor<1>, x: Tensor<1>) -> Vec<Tensor<1>> {
    let device = x.device();
    let table = Tensor::<1>::from_data(TensorData::from([0.5f32, 2.0]), &device);
    let folded = table.clone().exp() + Tensor::full([2], 0.1, &device);
    *w = w.clone() * folded.clone();
    // A constant, a folded tensor, and both as operands of operations that could write into them.
    vec![
        table.clone(),
        folded.clone(),
        table * x.clone(),
        folded.sqrt() + x,
    ]
}

#[test]
fn what_depends_on_constants_only_runs_once() {
    let w = Tensor::from_floats([1.0, 1.0], &Device::flex());
    let program = tables::capture(&w, TensorSpec::float([2])).unwrap();
    let (once, always) = split(&program);
    assert!(
        once.contains(&"exp".to_owned()) && once.contains(&"sqrt".to_owned()),
        "{once:?}"
    );
    assert_eq!(always, ["mul", "mul", "add"]);
}

#[test]
fn constants_and_folded_tensors_are_never_consumed() {
    let device = Device::flex();
    let w = || Tensor::from_floats([1.0, 1.0], &device);
    let x = || Tensor::from_floats([3.0, -0.25], &device);
    let mut session = tables::on(&device, w()).unwrap();
    let mut eager = w();
    for _ in 0..4 {
        let replayed = session.replay(x()).unwrap();
        assert_eq!(data(&replayed), data(&tables(&mut eager, x())));
        assert_eq!(session.state().to_data(), eager.to_data());
        // Whoever was given a constant may change it.
        let _ = replayed
            .into_iter()
            .map(|tensor| tensor.mul_scalar(0.0))
            .collect::<Vec<_>>();
    }
}

#[capture_program(crate = crate)]
fn noise(x: Tensor<1>) -> (Tensor<1>, Tensor<1>) {
    let noise = Tensor::<1>::random([4], Distribution::Default, &x.device()).exp();
    (noise.clone(), noise + x)
}

#[test]
fn random_numbers_and_what_depends_on_them_are_never_folded() {
    let program = noise::capture(TensorSpec::float([4])).unwrap();
    let (once, always) = split(&program);
    assert!(once.is_empty(), "{once:?}");
    assert_eq!(always, ["random", "exp", "add"]);

    let device = Device::flex();
    let mut session = noise::on(&device).unwrap();
    let x = Tensor::zeros([4], &device);
    let (first, _) = session.replay(x.clone()).unwrap();
    let (second, _) = session.replay(x).unwrap();
    assert_ne!(first.to_data(), second.to_data());
}

#[capture_program(crate = crate)]
fn large(x: Tensor<1>) -> Tensor<1> {
    let many = Tensor::<1>::ones([20_000], &x.device());
    many.sum() + x
}

#[test]
fn a_large_tensor_is_made_anew_rather_than_kept() {
    let program = large::capture(TensorSpec::float([1])).unwrap();
    let (once, always) = split(&program);
    assert!(once.is_empty(), "{once:?}");
    assert_eq!(always, ["ones", "sum", "add"]);
}

#[capture_program(crate = crate)]
fn only_constants(_x: Tensor<1>) -> (Tensor<1>, Tensor<1>) {
    let device = _x.device();
    let one = Tensor::<1>::ones([3], &device);
    (one.clone(), one.mul_scalar(4.0))
}

#[test]
fn a_program_of_constants_gives_them_at_every_replay() {
    let device = Device::flex();
    let mut session = only_constants::on(&device).unwrap();
    for _ in 0..3 {
        let (one, four) = session.replay(Tensor::zeros([1], &device)).unwrap();
        assert_eq!(one.add_scalar(1.0).to_data(), TensorData::from([2.0f32; 3]));
        assert_eq!(four.to_data(), TensorData::from([4.0f32; 3]));
    }
}
