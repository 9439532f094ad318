//! A body is run once, from start to end, by the runtime.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
async fn asynchronous(x: Tensor<1>) -> Tensor<1> { //~ ERROR the `capture_program` attribute cannot be applied to an `async fn` [CP0102]
    x
}

#[capture_program]
unsafe fn unchecked(x: Tensor<1>) -> Tensor<1> { //~ ERROR the `capture_program` attribute cannot be applied to an `unsafe fn` [CP0102]
    x
}

#[capture_program]
const fn constant() {} //~ ERROR the `capture_program` attribute cannot be applied to a `const fn` [CP0102]

fn main() {}
