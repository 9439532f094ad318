//! Burn's optimizers keep their state on the host.

use burn::prelude::*;
use capture_runtime::prelude::*;
use burn::optim::ModuleOptimizer;

#[capture_program]
fn step(optim: &mut ModuleOptimizer, x: Tensor<1>) -> Tensor<1> { //~ ERROR `ModuleOptimizer` keeps its state on the host [CP0110]
    let _ = optim;
    x
}

fn main() {}
