//! Code that only runs eagerly does not change what follows it.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn double(mut x: Tensor<1>) -> Tensor<1> {
    if !is_placeholder(&x) {
        x = x * 2.0; //~ ERROR code that only runs eagerly assigns to `x` [CP0406]
    }
    eager_only! {
        if x.dims()[0] > 8 {
            return x; //~ ERROR `return` leaves code that only runs eagerly [CP0406]
        }
    }
    x
}

fn main() {}
