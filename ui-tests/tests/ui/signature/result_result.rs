//! What fails at capture cannot fail at replay.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn checked(x: Tensor<1>) -> Result<Tensor<1>, String> { //~ ERROR a captured program cannot return a `Result` [CP0112]
    let factor: f32 = "2.0".parse().map_err(|_| "no number".to_owned())?;
    Ok(x * factor)
}

fn main() {}
