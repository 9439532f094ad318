//! Operations on float and int tensors: arithmetic, comparisons, reductions, sorting.

use super::{Rule, along, are, ensure, id};
use crate::tensor::Kind;
use burn_ir::{
    BinaryOpIr, ClampOpIr, DimOpIr, FullOpIr, NumericOperationIr, PadOpIr, RandomOpIr,
    ReduceDimOpIr, ReduceDimWithIndicesOpIr, ReduceDimsOpIr, ReduceOpIr, ScalarOpIr, SortOpIr,
    SortWithIndicesOpIr, TensorIr, TopKWithIndicesOpIr, UnaryOpIr,
};

pub(super) fn given(operation: &NumericOperationIr, kind: Kind) -> Rule {
    use NumericOperationIr as N;
    let out = match operation {
        N::Add(op) | N::Sub(op) | N::Div(op) | N::Rem(op) | N::Mul(op) | N::Powi(op) => {
            are(kind, [&op.lhs, &op.rhs])?;
            BinaryOpIr::create(op.lhs.clone(), op.rhs.clone(), id).out
        }
        N::AddScalar(op)
        | N::SubScalar(op)
        | N::DivScalar(op)
        | N::RemScalar(op)
        | N::MulScalar(op)
        | N::PowiScalar(op)
        | N::ClampMin(op)
        | N::ClampMax(op) => {
            are(kind, [&op.lhs])?;
            ScalarOpIr::create(op.lhs.clone(), op.rhs, id).out
        }
        N::Abs(op) | N::Neg(op) | N::Sign(op) => {
            are(kind, [&op.input])?;
            UnaryOpIr::create(op.input.clone(), id).out
        }
        N::Clamp(op) => {
            are(kind, [&op.tensor])?;
            ClampOpIr::create(op.tensor.clone(), op.min, op.max, id).out
        }
        N::Full(op) => {
            are(kind, [&op.out])?;
            FullOpIr::create(op.out.shape.clone(), op.out.dtype, op.value, id).out
        }
        N::IntRandom(op) => {
            are(kind, [&op.out])?;
            RandomOpIr::create(op.out.shape.clone(), op.out.dtype, op.distribution, id).out
        }
        N::Mean(op) | N::Sum(op) | N::Prod(op) | N::Max(op) | N::Min(op) | N::MaxAbs(op) => {
            are(kind, [&op.input])?;
            ReduceOpIr::create(op.input.clone(), id).out
        }
        N::MeanDim(op)
        | N::SumDim(op)
        | N::ProdDim(op)
        | N::MaxDim(op)
        | N::MinDim(op)
        | N::MaxAbsDim(op) => {
            are(kind, [&op.input])?;
            one(op)?;
            ReduceDimOpIr::create(op.input.clone(), op.axis, 1, id).out
        }
        N::SumDims(op) => {
            are(kind, [&op.input])?;
            op.axes
                .iter()
                .try_for_each(|axis| along(&op.input, *axis))?;
            ReduceDimsOpIr::create(op.input.clone(), op.axes.clone(), id).out
        }
        N::Greater(op) | N::GreaterEqual(op) | N::Lower(op) | N::LowerEqual(op) => {
            are(kind, [&op.lhs, &op.rhs])?;
            are(Kind::Bool, [&op.out])?;
            BinaryOpIr::create_comparison(op.lhs.clone(), op.rhs.clone(), op.out.dtype, id).out
        }
        N::GreaterElem(op) | N::GreaterEqualElem(op) | N::LowerElem(op) | N::LowerEqualElem(op) => {
            are(kind, [&op.lhs])?;
            are(Kind::Bool, [&op.out])?;
            ScalarOpIr::create_comparison(op.lhs.clone(), op.rhs, op.out.dtype, id).out
        }
        N::ArgMax(op) | N::ArgMin(op) => {
            are(kind, [&op.input])?;
            are(Kind::Int, [&op.out])?;
            one(op)?;
            ReduceDimOpIr::create_arg(op.input.clone(), op.axis, 1, op.out.dtype, id).out
        }
        N::ArgTopK(op) => {
            are(kind, [&op.input])?;
            are(Kind::Int, [&op.out])?;
            top(&op.input, op.axis, op.accumulator_len)?;
            ReduceDimOpIr::create_arg(
                op.input.clone(),
                op.axis,
                op.accumulator_len,
                op.out.dtype,
                id,
            )
            .out
        }
        N::TopK(op) => {
            are(kind, [&op.input])?;
            top(&op.input, op.axis, op.accumulator_len)?;
            ReduceDimOpIr::create(op.input.clone(), op.axis, op.accumulator_len, id).out
        }
        N::TopKWithIndices(op) => {
            are(kind, [&op.tensor])?;
            are(Kind::Int, [&op.out_indices])?;
            top(&op.tensor, op.dim, op.k)?;
            let indices = op.out_indices.dtype;
            let made = TopKWithIndicesOpIr::create(op.tensor.clone(), op.dim, op.k, indices, id);
            return Ok(vec![made.out, made.out_indices]);
        }
        N::MaxDimWithIndices(op) | N::MinDimWithIndices(op) => {
            are(kind, [&op.tensor])?;
            are(Kind::Int, [&op.out_indices])?;
            along(&op.tensor, op.dim)?;
            let indices = op.out_indices.dtype;
            let made = ReduceDimWithIndicesOpIr::create(op.tensor.clone(), op.dim, indices, id);
            return Ok(vec![made.out, made.out_indices]);
        }
        N::CumSum(op) | N::CumProd(op) | N::CumMin(op) | N::CumMax(op) => {
            are(kind, [&op.input])?;
            along(&op.input, op.axis)?;
            DimOpIr::create(op.input.clone(), op.axis, id).out
        }
        N::Sort(op) => {
            are(kind, [&op.input])?;
            along(&op.input, op.dim)?;
            SortOpIr::create(op.input.clone(), op.dim, op.descending, id).out
        }
        N::ArgSort(op) => {
            are(kind, [&op.input])?;
            are(Kind::Int, [&op.out])?;
            along(&op.input, op.dim)?;
            SortOpIr::create_arg(op.input.clone(), op.dim, op.descending, op.out.dtype, id).out
        }
        N::SortWithIndices(op) => {
            are(kind, [&op.input])?;
            are(Kind::Int, [&op.out_indices])?;
            along(&op.input, op.dim)?;
            let (dim, descending) = (op.dim, op.descending);
            let indices = op.out_indices.dtype;
            let made = SortWithIndicesOpIr::create(op.input.clone(), dim, descending, indices, id);
            return Ok(vec![made.out, made.out_indices]);
        }
        N::Pad(op) => {
            are(kind, [&op.input])?;
            PadOpIr::create(op.input.clone(), op.padding.clone(), op.mode, id).out
        }
    };
    Ok(vec![out])
}

/// A reduction along a dimension that keeps one element of it.
fn one(op: &ReduceDimOpIr) -> Result<(), String> {
    along(&op.input, op.axis)?;
    ensure(op.accumulator_len == 1, || {
        "a reduction keeps one element".to_owned()
    })
}

/// The `k` largest along a dimension.
fn top(input: &TensorIr, dim: usize, k: usize) -> Result<(), String> {
    along(input, dim)?;
    ensure(k <= input.shape[dim], || {
        "more elements are asked for than there are".to_owned()
    })
}
