//! A type error in a body is said once, though the body is compiled twice, and under the user's tokens.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn program(x: Tensor<1>, #[live] lr: f64) -> Tensor<1> {
    let y: Tensor<2> = x; //~ ERROR mismatched types [E0308]
    let z = y.squeeze::<1>().no_such_method(); //~ ERROR no method named `no_such_method` found [E0599]
    z * missing * lr //~ ERROR cannot find value `missing` in this scope [E0425]
}

#[capture_fn]
fn helper(x: Tensor<1>) -> Tensor<1> {
    let y: Tensor<2> = x; //~ ERROR mismatched types [E0308]
    y.squeeze()
}

fn main() {}
