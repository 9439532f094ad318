//! A recording has one exit.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn add(x: Tensor<1>, bias: Option<Tensor<1>>) -> Tensor<1> {
    x + bias? //~ ERROR `?` returns early from a captured program [CP0405]
}

fn main() {}
