//! What the body writes to the host is written once, at capture.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn remember(x: Tensor<1>, log: &mut Vec<Tensor<1>>) -> Tensor<1> { //~ ERROR `&mut Vec<Tensor<1>>` would keep tensors of the capture [CP0106]
    let y = x.exp();
    log.push(y.clone());
    y
}

#[capture_program]
fn count(x: Tensor<1>, calls: &mut usize) -> Tensor<1> { //~ ERROR `&mut usize` is host state [CP0106]
    *calls += 1;
    x
}

fn main() {}
