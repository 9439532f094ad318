//! A sort runs on the host on every device that records graphs.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program(engine = "graph")]
fn ranked(x: Tensor<1>) -> (Tensor<1>, Tensor<1, Int>) {
    let doubled = x * 2.0;
    let order = doubled.clone().argsort(0); //~ ERROR `argsort` cannot be part of a device graph [CP0703]
    (doubled.sort(0), order) //~ ERROR `sort` cannot be part of a device graph [CP0703]
}

/// Cut into pieces, and a `Vec` of the host.
#[capture_program]
fn cut(x: Tensor<1>) -> Tensor<1> {
    let mut sizes = vec![3, 1, 2];
    sizes.sort();
    x.sort(0)
}

fn main() {}
