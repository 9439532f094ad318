//! A finished recording cannot be a part of a program.

use burn::prelude::*;
use capture_runtime::prelude::*;

struct Recorded;

impl Recorded {
    fn replay(&self, x: Tensor<1>) -> Tensor<1> {
        x
    }
}

#[capture_program]
fn outer(x: Tensor<1>) -> Tensor<1> {
    Recorded.replay(x) + 1.0 //~ ERROR `replay` inside a captured program [CP0702]
}

fn main() {}
