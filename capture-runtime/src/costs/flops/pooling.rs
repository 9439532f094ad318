//! Pooling and interpolation: windows of elements.

use crate::costs::size::{elements, product};
use burn_ir::{InterpolateModeIr, TensorIr};

/// The mean of a window of `n`: `n - 1` sums and a division.
pub(super) fn average(out: &TensorIr, window: impl IntoIterator<Item = usize>) -> u64 {
    elements(out).saturating_mul(size(window))
}

/// A share of each gradient (1), added to each element of its window (`n`).
pub(super) fn average_backward(grad: &TensorIr, window: impl IntoIterator<Item = usize>) -> u64 {
    elements(grad).saturating_mul(size(window).saturating_add(1))
}

/// The maximum of a window of `n`.
pub(super) fn maximum(out: &TensorIr, window: impl IntoIterator<Item = usize>) -> u64 {
    elements(out).saturating_mul(size(window).saturating_sub(1))
}

/// The window of an adaptive pooling over the last `dims` dimensions: the input's extent over the result's, rounded up.
pub(super) fn adaptive(input: &TensorIr, out: &TensorIr, dims: usize) -> Vec<usize> {
    let tail = |tensor: &TensorIr| -> Vec<usize> {
        let skipped = tensor.shape.iter().count().saturating_sub(dims);
        tensor.shape.iter().skip(skipped).copied().collect()
    };
    let windows = tail(input).into_iter().zip(tail(out));
    windows.map(|(from, to)| from.div_ceil(to.max(1))).collect()
}

fn size(window: impl IntoIterator<Item = usize>) -> u64 {
    product(window.into_iter().map(|extent| extent as u64))
}

/// Which way elements go through an interpolation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sampling {
    /// Results are weighted sums of taps.
    Forward,
    /// Gradients are shared out to taps.
    Backward,
}

/// The FLOPs of one interpolated element: of `n` taps a weighted sum (`2 n - 1`), backward a weighted sum into each (`2 n`). The nearest
/// element is taken as it is, and its gradient added (1). Weights are shared between channels and do not count.
pub(super) fn taps(mode: &InterpolateModeIr, sampling: Sampling) -> u64 {
    let taps: u64 = match mode {
        InterpolateModeIr::Nearest | InterpolateModeIr::NearestExact => {
            return u64::from(sampling == Sampling::Backward);
        }
        InterpolateModeIr::Bilinear => 4,
        InterpolateModeIr::Bicubic => 16,
        InterpolateModeIr::Lanczos3 => 36,
    };
    match sampling {
        Sampling::Forward => 2 * taps - 1,
        Sampling::Backward => 2 * taps,
    }
}
