//! A frozen number that only scales could change from replay to replay at no cost.

#![deny(deprecated)]

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn step(
    w: &mut Tensor<1>,
    gradient: Tensor<1>,
    #[frozen] rate: f32, //~ ERROR frozen number `rate` only scales tensors [CP0903]
) {
    *w = w.clone() - gradient * rate;
}

/// It decides something, so it is part of the program.
#[capture_program]
fn decides(x: Tensor<1>, #[frozen] rate: f32) -> Tensor<1> {
    if rate > 0.0 { x * rate } else { x }
}

fn main() {}
