//! `replay` returns what the device computed.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn rows(x: Tensor<2>) -> (Tensor<2>, usize) { //~ ERROR a captured program cannot return `usize` [CP0113]
    let rows = x.dims()[0];
    (x, rows)
}

#[capture_program]
fn same(x: &Tensor<1>) -> &Tensor<1> { //~ ERROR a captured program cannot return a reference [CP0113]
    x
}

fn main() {}
