//! The write happens once, at capture.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[derive(Module, Debug)]
struct Counter {
    weight: burn::module::Param<Tensor<1>>,
    steps: usize,
}

#[capture_program]
fn step(counter: &mut Counter, x: Tensor<1>) -> Tensor<1> {
    counter.steps += 1; //~ ERROR `counter.steps` is host state written inside a captured program [CP0501]
    x * counter.weight.val() * counter.steps as f32
}

fn main() {}
