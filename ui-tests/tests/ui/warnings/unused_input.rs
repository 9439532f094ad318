//! An input that no operation uses is asked for, checked and copied by every replay all the same.

#![deny(deprecated)]

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn dropped(
    x: Tensor<1>,
    mask: Tensor<1>, //~ ERROR input `mask` is used by no operation [CP0902]
    #[live] rate: f32, //~ ERROR live number `rate` is used by no operation [CP0902]
    #[allow(deprecated)] kept: Tensor<1>,
    _given: Tensor<1>,
) -> Tensor<1> {
    drop(mask);
    drop(kept);
    let _ = rate;
    x * 2.0
}

fn main() {}
