//! Functions of floats, and products of matrices.

use super::pooling::{Sampling, taps};
use crate::costs::size::{elements, last};
use burn_ir::{FloatOperationIr, MatmulOpIr};

pub(super) fn flops(operation: &FloatOperationIr) -> u64 {
    use FloatOperationIr as F;
    match operation {
        F::Exp(op)
        | F::Log(op)
        | F::Log1p(op)
        | F::Erf(op)
        | F::Sqrt(op)
        | F::Recip(op)
        | F::Cos(op)
        | F::Cosh(op)
        | F::Sin(op)
        | F::Sinh(op)
        | F::Tan(op)
        | F::Tanh(op)
        | F::ArcCos(op)
        | F::ArcCosh(op)
        | F::ArcSin(op)
        | F::ArcSinh(op)
        | F::ArcTan(op)
        | F::ArcTanh(op)
        | F::Round(op)
        | F::Floor(op)
        | F::Ceil(op)
        | F::Trunc(op) => elements(&op.out),
        F::ArcTan2(op) | F::Powf(op) | F::Hypot(op) => elements(&op.out),
        F::PowfScalar(op) => elements(&op.out),
        F::Matmul(op) => matmul(op),
        // Three components, each of two products and their difference.
        F::Cross(op) => elements(&op.out).saturating_mul(3),
        // Divided, rounded, and held between two bounds.
        F::Quantize(op) => elements(&op.out).saturating_mul(4),
        F::Dequantize(op) => elements(&op.out),
        F::GridSample2d(op) => {
            elements(&op.out).saturating_mul(taps(&op.options.mode, Sampling::Forward))
        }
        F::IsNan(_) | F::IsInf(_) => 0,
        F::IntoInt(_) | F::Random(_) => 0,
    }
}

/// A product and a sum for each element of the result and each of the `K` that it sums.
pub(super) fn matmul(op: &MatmulOpIr) -> u64 {
    multiply_adds(elements(&op.out), last(&op.lhs))
}

/// Twice as many FLOPs as multiply-adds.
pub(super) fn multiply_adds(results: u64, each: u64) -> u64 {
    results.saturating_mul(each).saturating_mul(2)
}
