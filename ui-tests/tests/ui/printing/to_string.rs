//! `to_string` is `Display`.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn double(x: Tensor<1>) -> Tensor<1> {
    let _label = x.to_string(); //~ ERROR `to_string` displays a tensor inside a captured program [CP0602]
    x * 2.0
}

fn main() {}
