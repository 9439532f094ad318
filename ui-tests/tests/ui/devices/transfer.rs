//! A program stays on one device.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn square(x: Tensor<2>, #[frozen] cpu: Device) -> Tensor<2> {
    let y = x.clone().matmul(x.transpose());
    y.to_device(&cpu) //~ ERROR `to_device` moves a tensor off the program's device [CP0301]
}

fn main() {}
