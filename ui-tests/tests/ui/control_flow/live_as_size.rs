//! Sizes and positions are part of the recording.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn row(x: Tensor<2>, #[live] at: i64) -> Tensor<2> {
    x.narrow(0, at as usize, 1) //~ ERROR cast to `usize` needs the live number `at` on the host [CP0404]
}

#[capture_program]
fn rows(x: Tensor<2>, #[live] from: i32) -> Tensor<2> {
    x.slice([from..from + 2]) //~ ERROR `slice` cannot take the live number `from` [CP0404]
}

fn main() {}
