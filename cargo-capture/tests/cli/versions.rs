//! Two versions of one program.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn layer(x: Tensor<2>, #[frozen] by: f32) -> Tensor<2> {
    x.exp() + by
}

fn archive(by: f32) -> Vec<u8> {
    layer::capture(TensorSpec::float([2, 3]), by)
        .unwrap()
        .to_bytes()
        .unwrap()
}

/// The archive of the older version.
pub(crate) fn older() -> Vec<u8> {
    archive(1.0)
}

/// The archive of the newer version: it adds another number.
pub(crate) fn newer() -> Vec<u8> {
    archive(2.0)
}
