//! Capture has to find every tensor, in the same order each time.

use burn::prelude::*;
use capture_runtime::prelude::*;

use std::collections::HashMap;

trait Net {
    fn forward(&self, x: Tensor<1>) -> Tensor<1>;
}

#[capture_program]
fn sum(xs: HashMap<u32, Tensor<1>>) -> Tensor<1> { //~ ERROR `HashMap` hides the tensors of a parameter [CP0108]
    Tensor::cat(xs.into_values().collect(), 0)
}

#[capture_program]
fn run(net: &dyn Net, x: Tensor<1>) -> Tensor<1> { //~ ERROR a trait object hides the tensors of a parameter [CP0108]
    net.forward(x)
}

#[capture_program]
fn first(xs: &[Tensor<1>]) -> Tensor<1> { //~ ERROR a slice hides the tensors of a parameter [CP0108]
    xs[0].clone()
}

fn main() {}
