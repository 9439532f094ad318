//! The attribute on something else, and options that do not exist.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program(cash = 4)] //~ ERROR unknown option `cash`, expected one of [CP0001]
fn misspelled(x: Tensor<1>) -> Tensor<1> {
    x * 2.0
}

#[capture_program]
struct NotAFunction; //~ ERROR the `capture_program` attribute cannot be applied to [CP0001]

fn main() {}
