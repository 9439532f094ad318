//! Layers: products, convolutions, normalizations, attention, and what belongs to them.

use super::activation::softmax;
use super::convolution::{
    backward, bias_backward, biased, deformable, deformable_backward, forward, transposed,
};
use super::float::multiply_adds;
use super::numeric::reduction;
use super::pooling::{Sampling, adaptive, average, average_backward, maximum, taps};
use crate::costs::size::{elements, extent, last, product};
use burn_ir::{AttentionOpIr, LayerNormOpIr, ModuleOperationIr, TensorIr};

pub(super) fn flops(operation: &ModuleOperationIr) -> u64 {
    use ModuleOperationIr as M;
    match operation {
        M::Linear(op) => multiply_adds(elements(&op.out), last(&op.x))
            .saturating_add(biased(op.bias.as_ref(), &op.out)),
        M::LinearXBackward(op) => multiply_adds(elements(&op.out), last(&op.output_grad)),
        M::LinearWeightBackward(op) => multiply_adds(elements(&op.x), last(&op.output_grad)),
        M::LinearBiasBackward(op) => reduction(&op.output_grad, &op.out),

        M::Conv1d(op) => forward(&op.weight, op.bias.as_ref(), &op.out),
        M::Conv2d(op) => forward(&op.weight, op.bias.as_ref(), &op.out),
        M::Conv3d(op) => forward(&op.weight, op.bias.as_ref(), &op.out),
        M::Conv1dXBackward(op) => backward(&op.weight, &op.output_grad),
        M::Conv2dXBackward(op) => backward(&op.weight, &op.output_grad),
        M::Conv3dXBackward(op) => backward(&op.weight, &op.output_grad),
        M::Conv1dWeightBackward(op) => backward(&op.weight, &op.output_grad),
        M::Conv2dWeightBackward(op) => backward(&op.weight, &op.output_grad),
        M::Conv3dWeightBackward(op) => backward(&op.weight, &op.output_grad),
        M::Conv1dBiasBackward(op) => bias_backward(&op.output_grad, &op.out),
        M::Conv2dBiasBackward(op) => bias_backward(&op.output_grad, &op.out),
        M::Conv3dBiasBackward(op) => bias_backward(&op.output_grad, &op.out),
        M::DeformableConv2d(op) => deformable(op),
        M::DeformableConv2dBackward(op) => deformable_backward(op),

        M::ConvTranspose1d(op) => {
            transposed(&op.x, &op.weight).saturating_add(biased(op.bias.as_ref(), &op.out))
        }
        M::ConvTranspose2d(op) => {
            transposed(&op.x, &op.weight).saturating_add(biased(op.bias.as_ref(), &op.out))
        }
        M::ConvTranspose3d(op) => {
            transposed(&op.x, &op.weight).saturating_add(biased(op.bias.as_ref(), &op.out))
        }
        M::ConvTranspose1dWeightBackward(op) => transposed(&op.x, &op.weight),
        M::ConvTranspose2dWeightBackward(op) => transposed(&op.x, &op.weight),
        M::ConvTranspose3dWeightBackward(op) => transposed(&op.x, &op.weight),
        M::ConvTranspose1dBiasBackward(op) => bias_backward(&op.output_grad, &op.out),
        M::ConvTranspose2dBiasBackward(op) => bias_backward(&op.output_grad, &op.out),
        M::ConvTranspose3dBiasBackward(op) => bias_backward(&op.output_grad, &op.out),

        M::AvgPool1d(op) => average(&op.out, [op.kernel_size]),
        M::AvgPool2d(op) => average(&op.out, op.kernel_size),
        M::AvgPool1dBackward(op) => average_backward(&op.grad, [op.kernel_size]),
        M::AvgPool2dBackward(op) => average_backward(&op.grad, op.kernel_size),
        M::AdaptiveAvgPool1d(op) => average(&op.out, adaptive(&op.x, &op.out, 1)),
        M::AdaptiveAvgPool2d(op) => average(&op.out, adaptive(&op.x, &op.out, 2)),
        M::AdaptiveAvgPool3d(op) => average(&op.out, adaptive(&op.x, &op.out, 3)),
        M::AdaptiveAvgPool1dBackward(op) => {
            average_backward(&op.grad, adaptive(&op.x, &op.grad, 1))
        }
        M::AdaptiveAvgPool2dBackward(op) => {
            average_backward(&op.grad, adaptive(&op.x, &op.grad, 2))
        }
        M::AdaptiveAvgPool3dBackward(op) => {
            average_backward(&op.grad, adaptive(&op.x, &op.grad, 3))
        }
        M::MaxPool1d(op) => maximum(&op.out, [op.kernel_size]),
        M::MaxPool2d(op) => maximum(&op.out, op.kernel_size),
        M::MaxPool1dWithIndices(op) => maximum(&op.out, [op.kernel_size]),
        M::MaxPool2dWithIndices(op) => maximum(&op.out, op.kernel_size),
        // Each gradient is added at one place.
        M::MaxPool1dWithIndicesBackward(op) => elements(&op.grad),
        M::MaxPool2dWithIndicesBackward(op) => elements(&op.grad),
        M::Interpolate(op) => {
            elements(&op.out).saturating_mul(taps(&op.options.mode, Sampling::Forward))
        }
        M::InterpolateBackward(op) => {
            elements(&op.grad).saturating_mul(taps(&op.options.mode, Sampling::Backward))
        }

        // Of each element: less the mean, over the deviation, times gamma, plus beta. Of each channel: plus epsilon, the root.
        M::BatchNorm(op) => {
            let channels = elements(&op.variance).saturating_mul(2);
            elements(&op.out).saturating_mul(4).saturating_add(channels)
        }
        M::LayerNorm(op) => layer_norm(op),
        M::Attention(op) => attention(op),
        M::CtcLoss(op) => ctc_cells(&op.log_probs, &op.targets).saturating_mul(CTC_CELL),
        // Both directions; their product over the probability of the step and of the labels, in logarithms, which is added to its class (sums
        // 3, exponential 1, sum 1); and for each element of the gradient an exponential, a difference and a product.
        M::CtcLossBackward(op) => ctc_cells(&op.log_probs, &op.targets)
            .saturating_mul(2 * CTC_CELL + 5)
            .saturating_add(elements(&op.out).saturating_mul(3)),

        M::Embedding(_) | M::Unfold4d(_) => 0,
        // Each row of the gradient is added to the row of its index.
        M::EmbeddingBackward(op) => elements(&op.out_grad),
    }
}

/// For each row of `n`: mean `n`, differences `n`, variance `2 n`, epsilon and root 2, quotients `n`, gamma `n`; beta `n` where there is
/// one.
fn layer_norm(op: &LayerNormOpIr) -> u64 {
    let all = elements(&op.input);
    let each = 6 + u64::from(op.beta.is_some());
    let rows = all / last(&op.input).max(1);
    all.saturating_mul(each)
        .saturating_add(rows.saturating_mul(2))
}

/// Scores `query keyᵀ`, scaled; softcap (division, tanh, product) and bias where they are; softmax of each row of scores; its product with
/// the values. A mask chooses, and saves nothing: a causal attention counts every score.
fn attention(op: &AttentionOpIr) -> u64 {
    let rows = elements(&op.query) / last(&op.query).max(1);
    let keys = extent(&op.key, op.key.shape.iter().count().saturating_sub(2));
    let scores = product([rows, keys]);
    let each = 1 + 3 * u64::from(op.options.softcap.is_some()) + u64::from(op.attn_bias.is_some());
    multiply_adds(scores, last(&op.query))
        .saturating_add(scores.saturating_mul(each))
        .saturating_add(softmax(scores, rows))
        .saturating_add(multiply_adds(scores, last(&op.value)))
}

/// The logarithm of the sum of three exponentials (maximum 2, differences 3, exponentials 3, sum 2, logarithm 1, sum 1), plus the
/// probability 1.
const CTC_CELL: u64 = 13;

/// The cells of the lattice: for every step and sequence, the labels with a blank around each.
fn ctc_cells(log_probs: &TensorIr, targets: &TensorIr) -> u64 {
    let labels = last(targets).saturating_mul(2).saturating_add(1);
    product([extent(log_probs, 0), extent(log_probs, 1), labels])
}
