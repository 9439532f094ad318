//! A host value would be frozen without a word, so each parameter says what it is.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn sgd(weight: &mut Tensor<1>, grad: Tensor<1>, rate: f64) -> Tensor<1> { //~ ERROR host parameter `rate` must be `#[live]` or `#[frozen]` [CP0101]
    *weight = weight.clone() - grad * rate;
    weight.clone()
}

#[capture_program]
fn pick(
    x: Tensor<1>,
    name: &str, //~ ERROR host parameter `name` must be `#[live]` or `#[frozen]` [CP0101]
    sizes: Vec<usize>, //~ ERROR host parameter `sizes` must be `#[live]` or `#[frozen]` [CP0101]
) -> Tensor<1> {
    if name == "double" && sizes.is_empty() { x * 2.0 } else { x }
}

fn main() {}
