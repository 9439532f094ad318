//! What fails at capture cannot fail at replay.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn checked(x: Tensor<1>) -> Result<Tensor<1>, String> { //~ ERROR a captured program cannot return a `Result` [CP0112]
    if x.dims()[0] == 0 { Err("empty".to_owned()) } else { Ok(x) }
}

fn main() {}
