//! A device named in the body is not the program's.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn shift(x: Tensor<1>) -> Tensor<1> {
    let device = Device::default(); //~ ERROR `Device::default` is not the program's device [CP0302]
    let one = Tensor::<1>::ones([1], &device);
    x + one
}

fn main() {}
