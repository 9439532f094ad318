//! A live number has no value at capture.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn scale(x: Tensor<1>, #[live] by: f32) -> Tensor<1> {
    println!("{by}"); //~ ERROR `{by}` displays the live number `by` [CP0603]
    x * by
}

fn main() {}
