//! A live number is one value on the device.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn repeat(x: Tensor<1>, #[live] times: usize) -> Tensor<1> { //~ ERROR `usize` cannot be a `#[live]` parameter [CP0104]
    x.repeat(&[times])
}

#[capture_program]
fn add(x: Tensor<1>, #[live] y: Tensor<1>) -> Tensor<1> { //~ ERROR `Tensor<1>` cannot be a `#[live]` parameter [CP0104]
    x + y
}

fn main() {}
