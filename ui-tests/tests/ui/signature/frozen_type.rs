//! A frozen value is part of the key under which a program is found again.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn add(x: Tensor<1>, #[frozen] y: Tensor<1>) -> Tensor<1> { //~ ERROR `Tensor<1>` cannot be a `#[frozen]` parameter [CP0105]
    x + y
}

#[capture_program]
fn count(x: Tensor<1>, #[frozen] calls: &mut usize) -> Tensor<1> { //~ ERROR `&mut usize` cannot be a `#[frozen]` parameter [CP0105]
    *calls += 1;
    x
}

fn main() {}
