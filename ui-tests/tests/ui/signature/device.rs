//! A program has one device, which is given as a reference.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn shift(x: Tensor<1>, device: Device) -> Tensor<1> { //~ ERROR the program's device must be taken as `&Device` [CP0111]
    x + Tensor::<1>::ones([1], &device)
}

fn main() {}
