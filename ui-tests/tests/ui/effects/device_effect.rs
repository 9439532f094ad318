//! Seeding and waiting are done by the host, at capture only.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn noise(x: Tensor<1>, device: &Device) -> Tensor<1> {
    device.seed(7); //~ ERROR `seed` acts on a device inside a captured program [CP0506]
    x.device().sync().unwrap(); //~ ERROR `sync` acts on a device inside a captured program [CP0506]
    x.random_like(burn::tensor::Distribution::Default)
}

fn main() {}
