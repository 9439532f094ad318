//! Programs for the archives.

use burn::prelude::*;
use capture_runtime::prelude::*;
use std::path::Path;

/// A training step without a model: weights, state, an input, a live number and a frozen one.
#[capture_program]
#[allow(deprecated)] // `scale` could be live: it is frozen so that there is something frozen.
pub(crate) fn step(
    w: &Tensor<2>,
    total: &mut Tensor<1>,
    x: Tensor<2>,
    #[live] rate: f32,
    #[frozen] scale: f32,
) -> Tensor<1> {
    let h = x.matmul(w.clone()) * scale;
    let loss = h.square().sum() * rate;
    *total = total.clone() + loss.clone();
    loss
}

/// A program that holds nothing.
#[capture_program]
pub(crate) fn double(x: Tensor<1>) -> Tensor<1> {
    x * 2.0
}

/// The values of the weights in [`save_step`].
pub(crate) const WEIGHTS: [[f32; 2]; 3] = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];

/// An archive of [`step`] with weights and state, the total being 10.
pub(crate) fn save_step(path: &Path) {
    let device = Device::flex();
    let weights = Tensor::from_floats(WEIGHTS, &device);
    let total = Tensor::from_floats([10.0], &device);
    let mut session = step::on(&device, weights, total, 0.5).unwrap();
    session
        .warm_up(Tensor::<2>::zeros([4, 3], &device), 0.0)
        .unwrap();
    session.save(path).unwrap();
}

/// The program of [`double`], for eight numbers.
pub(crate) fn doubled() -> Program {
    double::capture(TensorSpec::float([8])).unwrap()
}
