//! Operations that read values although their names do not say so.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn positive(x: Tensor<1>) -> Tensor<1> {
    let mask = x.clone().greater_scalar(0.0);
    x.mask_select(mask).sum() //~ ERROR `mask_select` reads a tensor on the host to do its work [CP0202]
}

#[capture_program]
fn targets(y: Tensor<1, Int>) -> Tensor<2, Int> {
    y.one_hot(10) //~ ERROR `one_hot` reads a tensor on the host to do its work [CP0202]
}

#[capture_program]
fn smooth_targets(y: Tensor<1, Int>) -> Tensor<2, Int> {
    y.one_hot_fill(10, 0.9, 0.1, -1) //~ ERROR `one_hot_fill` reads a tensor on the host to do its work [CP0202]
}

#[capture_program]
fn refine(x: Tensor<2>, y: Tensor<2>) -> Tensor<2> {
    if x.clone().all_close(y.clone(), None, None) { //~ ERROR `all_close` reads a tensor on the host to do its work [CP0202]
        x
    } else {
        (x + y) / 2.0
    }
}

#[capture_program]
fn positions(mask: Tensor<2, Bool>) -> Tensor<2, Int> {
    mask.argwhere() //~ ERROR `argwhere` reads a tensor on the host to do its work [CP0202]
}

fn main() {}
