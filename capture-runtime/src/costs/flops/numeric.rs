//! Arithmetic and reductions of floats and integers.

use crate::costs::size::{elements, extent};
use burn_ir::{NumericOperationIr, TensorIr};

pub(super) fn flops(operation: &NumericOperationIr) -> u64 {
    use NumericOperationIr as N;
    match operation {
        N::Add(op) | N::Sub(op) | N::Div(op) | N::Rem(op) | N::Mul(op) | N::Powi(op) => {
            elements(&op.out)
        }
        N::AddScalar(op)
        | N::SubScalar(op)
        | N::DivScalar(op)
        | N::RemScalar(op)
        | N::MulScalar(op)
        | N::PowiScalar(op)
        | N::ClampMin(op)
        | N::ClampMax(op) => elements(&op.out),
        N::Abs(op) | N::Neg(op) | N::Sign(op) => elements(&op.out),
        N::Clamp(op) => elements(&op.out).saturating_mul(2),

        N::Sum(op) | N::Prod(op) | N::Max(op) | N::Min(op) => reduction(&op.input, &op.out),
        N::SumDim(op)
        | N::ProdDim(op)
        | N::MaxDim(op)
        | N::MinDim(op)
        | N::ArgMax(op)
        | N::ArgMin(op) => reduction(&op.input, &op.out),
        N::SumDims(op) => reduction(&op.input, &op.out),
        N::MaxDimWithIndices(op) | N::MinDimWithIndices(op) => reduction(&op.tensor, &op.out),
        // The sum, and then one division for each mean.
        N::Mean(op) => reduction(&op.input, &op.out).saturating_add(elements(&op.out)),
        N::MeanDim(op) => reduction(&op.input, &op.out).saturating_add(elements(&op.out)),
        // An absolute value for each element, and then the maximum.
        N::MaxAbs(op) => reduction(&op.input, &op.out).saturating_add(elements(&op.input)),
        N::MaxAbsDim(op) => reduction(&op.input, &op.out).saturating_add(elements(&op.input)),

        N::CumSum(op) | N::CumProd(op) | N::CumMin(op) | N::CumMax(op) => {
            // The first element of each line is taken over as it is.
            let length = extent(&op.input, op.axis).max(1);
            let all = elements(&op.input);
            all.saturating_sub(all / length)
        }

        N::Full(_) | N::IntRandom(_) | N::Pad(_) => 0,
        N::Greater(_) | N::GreaterEqual(_) | N::Lower(_) | N::LowerEqual(_) => 0,
        N::GreaterElem(_) | N::GreaterEqualElem(_) | N::LowerElem(_) | N::LowerEqualElem(_) => 0,
        // Sorting compares and moves.
        N::Sort(_) | N::SortWithIndices(_) | N::ArgSort(_) => 0,
        N::TopK(_) | N::ArgTopK(_) | N::TopKWithIndices(_) => 0,
    }
}

/// `n - 1` for each result of `n` elements.
pub(super) fn reduction(input: &TensorIr, out: &TensorIr) -> u64 {
    elements(input).saturating_sub(elements(out))
}
