//! Activation functions: the sum of the steps that define each.

use crate::costs::size::{elements, extent};
use burn_ir::{ActivationOperationIr, DimOpIr};

pub(super) fn flops(operation: &ActivationOperationIr) -> u64 {
    use ActivationOperationIr as A;
    match operation {
        // The larger of the number and zero.
        A::Relu(op) => elements(&op.out),
        // A choice between the gradient and zero.
        A::ReluBackward(_) => 0,
        A::LeakyRelu(op) => elements(&op.out),
        A::PRelu(op) => elements(&op.out),
        // x / sqrt 2, erf, + 1, * x, / 2.
        A::Gelu(op) => elements(&op.out).saturating_mul(5),
        // The distribution as for gelu: 4. The density, c exp(-x x / 2): 4. Their combination with the gradient: 3.
        A::GeluBackward(op) => elements(&op.out).saturating_mul(11),
        // -x, exp, + 1, its reciprocal.
        A::Sigmoid(op) => elements(&op.out).saturating_mul(4),
        // g s (1 - s).
        A::SigmoidBackward(op) => elements(&op.out).saturating_mul(3),
        // a x + b, held between two bounds.
        A::HardSigmoid(op) => elements(&op.out).saturating_mul(4),
        // -x, exp, ln(1 + _), -_.
        A::LogSigmoid(op) => elements(&op.out).saturating_mul(4),
        // g / (1 + exp x).
        A::LogSigmoidBackward(op) => elements(&op.out).saturating_mul(4),
        A::Softmax(op) => softmax(elements(&op.input), lines(op)),
        // In place of the division: one logarithm for each line, and a difference for each element.
        A::LogSoftmax(op) => softmax(elements(&op.input), lines(op)).saturating_add(lines(op)),
        // A softmax of the negated numbers.
        A::Softmin(op) => {
            softmax(elements(&op.input), lines(op)).saturating_add(elements(&op.input))
        }
    }
}

/// For each line of `n`: its maximum (`n - 1`), differences to it, exponentials, their sum (`n - 1`), and quotients: `5 n - 2`.
pub(super) fn softmax(elements: u64, lines: u64) -> u64 {
    let five = elements.saturating_mul(5);
    five.saturating_sub(lines.saturating_mul(2))
}

/// How many lines stand along the operation's dimension.
fn lines(op: &DimOpIr) -> u64 {
    elements(&op.input) / extent(&op.input, op.axis).max(1)
}
