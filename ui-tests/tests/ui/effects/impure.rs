//! Every replay would use the value read at capture.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn jitter(x: Tensor<1>) -> Tensor<1> {
    let start = std::time::Instant::now(); //~ ERROR `std::time::Instant::now` gives another value at every run of the host [CP0505]
    x.add_scalar(start.elapsed().as_nanos() as f32)
}

#[capture_program]
fn configured(x: Tensor<1>) -> Tensor<1> {
    if std::env::var("DOUBLE").is_ok() { x * 2.0 } else { x } //~ ERROR `std::env::var` gives another value at every run of the host [CP0505]
}

fn main() {}
