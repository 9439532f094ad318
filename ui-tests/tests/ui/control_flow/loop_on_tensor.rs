//! The iterations made at capture are recorded.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn shrink(mut x: Tensor<1>) -> Tensor<1> {
    while x.clone().abs().max().into_scalar::<f32>() > 1e-3 { //~ ERROR `while` condition depends on a tensor value read by `into_scalar` [CP0402]
        x = x * 0.5;
    }
    x
}

#[capture_program]
fn repeat(mut x: Tensor<1>, times: Tensor<1, Int>) -> Tensor<1> {
    for _ in 0..times.into_scalar::<i64>() { //~ ERROR `for` range depends on a tensor value read by `into_scalar` [CP0402]
        x = x * 2.0;
    }
    x
}

fn main() {}
