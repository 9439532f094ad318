//! The generated session names the type of every parameter and of the result.

use burn::prelude::*;
use capture_runtime::prelude::*;

trait Net {
    fn forward(&self, x: Tensor<1>) -> Tensor<1>;
}

#[capture_program]
fn run(net: &impl Net, x: Tensor<1>) -> Tensor<1> { //~ ERROR parameter `net` has a type without a name [CP0109]
    net.forward(x)
}

#[capture_program]
fn apply(x: Tensor<1>, f: impl Fn(Tensor<1>) -> Tensor<1>) -> Tensor<1> { //~ ERROR parameter `f` cannot be a closure [CP0109]
    f(x)
}

fn main() {}
