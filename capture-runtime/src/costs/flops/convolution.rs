//! Convolutions: a multiply-add for each result and each tap of the kernel that reaches it.
//!
//! Taps that fall on padding count as those that do not, as they do in the usual formula.

use super::float::multiply_adds;
use super::numeric::reduction;
use crate::costs::size::{below_first, elements, extent, product};
use burn_ir::{DeformConv2dBackwardOpIr, DeformConv2dOpIr, TensorIr};

/// A convolution whose weights are `[channels out, channels in / groups, kernel..]`.
pub(super) fn forward(weight: &TensorIr, bias: Option<&TensorIr>, out: &TensorIr) -> u64 {
    multiply_adds(elements(out), below_first(weight)).saturating_add(biased(bias, out))
}

/// The gradient of the input or of the weights: the same multiply-adds as forward, for each element of the gradient.
pub(super) fn backward(weight: &TensorIr, grad: &TensorIr) -> u64 {
    multiply_adds(elements(grad), below_first(weight))
}

/// A transposed convolution, whose weights are `[channels in, channels out / groups, kernel..]`: each element of the input goes to each
/// tap. Its gradients need as many multiply-adds.
pub(super) fn transposed(x: &TensorIr, weight: &TensorIr) -> u64 {
    multiply_adds(elements(x), below_first(weight))
}

/// The sum of a bias to each result.
pub(super) fn biased(bias: Option<&TensorIr>, out: &TensorIr) -> u64 {
    bias.map_or(0, |_| elements(out))
}

/// The gradient of a bias: a sum of gradients.
pub(super) fn bias_backward(grad: &TensorIr, out: &TensorIr) -> u64 {
    reduction(grad, out)
}

/// The convolution, and a bilinear sample of four taps (7) for each element that a tap reads, weighted (1) where there is a mask.
pub(super) fn deformable(op: &DeformConv2dOpIr) -> u64 {
    let each = 7 + u64::from(op.mask.is_some());
    let samples = samples(&op.x, &op.weight, &op.out).saturating_mul(each);
    forward(&op.weight, op.bias.as_ref(), &op.out).saturating_add(samples)
}

/// Two products of the convolution's size, for the weights and for the samples. For each sample the sample again (7), its gradient added to
/// that of four taps (8), and the two derivatives of its place (14); where there is a mask, the sample and its gradient times the factor,
/// and the factor's gradient, a product that is added (4). And the bias.
pub(super) fn deformable_backward(op: &DeformConv2dBackwardOpIr) -> u64 {
    let each = 29 + 4 * u64::from(op.mask.is_some());
    let samples = samples(&op.x, &op.weight, &op.out_grad).saturating_mul(each);
    let products = backward(&op.weight, &op.out_grad).saturating_mul(2);
    let bias = op
        .bias_grad
        .as_ref()
        .map_or(0, |bias| bias_backward(&op.out_grad, bias));
    products.saturating_add(samples).saturating_add(bias)
}

/// How many elements the taps of a deformable convolution read: every channel, at every tap, for every place of the result.
fn samples(x: &TensorIr, weight: &TensorIr, out: &TensorIr) -> u64 {
    product([
        extent(x, 0),
        extent(x, 1),
        extent(weight, 2),
        extent(weight, 3),
        extent(out, 2),
        extent(out, 3),
    ])
}
