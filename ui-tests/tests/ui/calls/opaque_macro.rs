//! The attribute sees the tokens of a macro and not what they become.

use burn::prelude::*;
use capture_runtime::prelude::*;

macro_rules! to_host {
    ($t:expr) => {
        $t.into_data()
    };
}

#[capture_program]
fn count(x: Tensor<1>) -> Tensor<1> {
    let n = to_host!(x.clone()).num_elements(); //~ ERROR macro `to_host!` hides what it does with `x` [CP0701]
    x.mul_scalar(n as f32)
}

fn main() {}
