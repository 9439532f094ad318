//! Only the branch taken at capture is recorded.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn relu(x: Tensor<1>) -> Tensor<1> {
    if x.clone().sum().greater_scalar(0.0).into_scalar::<bool>() { //~ ERROR `if` condition depends on a tensor value read by `into_scalar` [CP0401]
        x
    } else {
        x.neg()
    }
}

#[capture_program]
fn choose(x: Tensor<1>, which: Tensor<1, Int>) -> Tensor<1> {
    match which.into_scalar::<i64>() { //~ ERROR `match` depends on a tensor value read by `into_scalar` [CP0401]
        0 => x,
        _ => x * 2.0,
    }
}

#[capture_program]
fn checked(x: Tensor<1>) -> Tensor<1> {
    assert!(x.clone().sum().into_scalar::<f32>() > 0.0); //~ ERROR assertion depends on a tensor value read by `into_scalar` [CP0401]
    x
}

fn main() {}
