//! A recording has one exit.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn scale(x: Tensor<1>) -> Result<Tensor<1>, std::num::ParseFloatError> {
    let factor: f32 = "2.0".parse()?; //~ ERROR `?` returns early from a captured program [CP0405]
    Ok(x * factor)
}

fn main() {}
