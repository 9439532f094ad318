//! Data is part of the recording.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn add(x: Tensor<1>, #[live] by: f32) -> Tensor<1> {
    let by = Tensor::<1>::from_floats([by], &x.device()); //~ ERROR data of `from_floats` depends on the live number `by` [CP0407]
    x + by
}

fn main() {}
