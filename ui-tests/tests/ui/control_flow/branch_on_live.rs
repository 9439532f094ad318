//! A live number changes with every replay, and the host decides once.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn warm(x: Tensor<1>, #[live] rate: f64) -> Tensor<1> {
    if rate > 0.1 { x * rate } else { x } //~ ERROR `if` condition depends on the live number `rate` [CP0403]
}

#[capture_program]
fn switch(x: Tensor<1>, #[live] on: bool, #[live] mode: i32) -> Tensor<1> {
    let x = if on { x } else { x * 2.0 }; //~ ERROR `if` condition depends on the live number `on` [CP0403]
    match mode { //~ ERROR `match` depends on the live number `mode` [CP0403]
        0 => x,
        _ => x * 3.0,
    }
}

#[capture_program]
fn repeat(mut x: Tensor<1>, #[live] times: i64) -> Tensor<1> {
    let many = times >= 8; //~ ERROR host `bool` depends on the live number `times` [CP0403]
    let _ = many;
    for _ in 0..times { //~ ERROR `for` range depends on the live number `times` [CP0403]
        x = x * 2.0;
    }
    x
}

fn main() {}
