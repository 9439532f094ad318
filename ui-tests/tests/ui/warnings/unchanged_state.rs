//! State that is only read is weights.

#![deny(deprecated)]

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn shift(
    offset: &mut Tensor<1>, //~ ERROR state `offset` is never changed by the program [CP0904]
    x: Tensor<1>,
) -> Tensor<1> {
    x + offset.clone()
}

#[derive(ProgramState, Clone)]
struct Shift {
    offset: Tensor<1>,
}

impl Shift {
    /// In an `impl` block the warning is the same.
    #[capture_program]
    fn shifted(
        &mut self, //~ ERROR state `self` is never changed by the program [CP0904]
        x: Tensor<1>,
    ) -> Tensor<1> {
        x + self.offset.clone()
    }
}

fn main() {}
