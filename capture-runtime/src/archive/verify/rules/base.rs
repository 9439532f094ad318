//! Operations on tensors of every kind: shapes, slices, indices, masks.

use super::{Rule, along, are, ensure, id, positive, ranked, shaped};
use crate::tensor::Kind;
use burn::tensor::Shape;
use burn_ir::{
    BaseOperationIr, BinaryOpIr, CastOpIr, CatOpIr, FlipOpIr, GatherNdOpIr, GatherOpIr,
    MaskFillOpIr, MaskWhereOpIr, PermuteOpIr, ReduceDimOpIr, ReduceOpIr, RepeatDimOpIr, ScalarOpIr,
    ScatterNdOpIr, ScatterOpIr, SelectAssignOpIr, SelectOpIr, ShapeOpIr, SliceAssignOpIr,
    SliceOpIr, SwapDimsOpIr, TensorIr, UnfoldOpIr,
};

pub(super) fn given(operation: &BaseOperationIr, kind: Kind) -> Rule {
    use BaseOperationIr as B;
    let out = match operation {
        B::Reshape(op) => {
            are(kind, [&op.input])?;
            ShapeOpIr::reshape(op.input.clone(), op.out.shape.clone(), id).out
        }
        B::Expand(op) => {
            are(kind, [&op.input])?;
            ShapeOpIr::expand(op.input.clone(), op.out.shape.clone(), id).out
        }
        B::SwapDims(op) => {
            are(kind, [&op.input])?;
            along(&op.input, op.dim1)?;
            along(&op.input, op.dim2)?;
            SwapDimsOpIr::create(op.input.clone(), op.dim1, op.dim2, id).out
        }
        B::Permute(op) => {
            are(kind, [&op.input])?;
            permutes(&op.axes, &op.input)?;
            PermuteOpIr::create(op.input.clone(), op.axes.clone(), id).out
        }
        B::Flip(op) => {
            are(kind, [&op.input])?;
            op.axes
                .iter()
                .try_for_each(|axis| along(&op.input, *axis))?;
            FlipOpIr::create(op.input.clone(), op.axes.clone(), id).out
        }
        B::Unfold(op) => {
            are(kind, [&op.input])?;
            along(&op.input, op.dim)?;
            positive(&[op.size, op.step])?;
            ensure(op.size <= op.input.shape[op.dim], || {
                "a window is larger than its tensor".to_owned()
            })?;
            UnfoldOpIr::create(op.input.clone(), op.dim, op.size, op.step, id).out
        }
        B::Slice(op) => {
            are(kind, [&op.tensor])?;
            sliced(&op.tensor, &op.ranges)?
        }
        B::SliceAssign(op) => {
            are(kind, [&op.tensor, &op.value])?;
            let part = sliced(&op.tensor, &op.ranges)?;
            shaped(&op.value, part.shape.as_slice())?;
            SliceAssignOpIr::create(op.tensor.clone(), op.ranges.clone(), op.value.clone(), id).out
        }
        B::Gather(op) => {
            are(kind, [&op.tensor])?;
            indexed(&op.tensor, &op.indices, op.dim)?;
            GatherOpIr::create(op.tensor.clone(), op.dim, op.indices.clone(), id).out
        }
        B::Scatter(op) => {
            are(kind, [&op.tensor, &op.value])?;
            indexed(&op.tensor, &op.indices, op.dim)?;
            shaped(&op.value, op.indices.shape.as_slice())?;
            let (tensor, indices, value) =
                (op.tensor.clone(), op.indices.clone(), op.value.clone());
            ScatterOpIr::create(tensor, op.dim, indices, value, op.update, id).out
        }
        B::ScatterNd(op) => {
            are(kind, [&op.data, &op.values])?;
            let part = gathered(&op.data, &op.indices)?;
            shaped(&op.values, part.shape.as_slice())?;
            let (data, indices, values) = (op.data.clone(), op.indices.clone(), op.values.clone());
            ScatterNdOpIr::create(data, indices, values, op.reduction, id).out
        }
        B::GatherNd(op) => {
            are(kind, [&op.data])?;
            gathered(&op.data, &op.indices)?
        }
        B::Select(op) => {
            are(kind, [&op.tensor])?;
            selected(&op.tensor, op.dim, &op.indices)?
        }
        B::SelectAssign(op) => {
            are(kind, [&op.tensor, &op.value])?;
            let part = selected(&op.tensor, op.dim, &op.indices)?;
            shaped(&op.value, part.shape.as_slice())?;
            let (tensor, indices, value) =
                (op.tensor.clone(), op.indices.clone(), op.value.clone());
            SelectAssignOpIr::create(tensor, op.dim, indices, value, op.update, id).out
        }
        B::MaskWhere(op) => {
            are(kind, [&op.tensor, &op.value])?;
            are(Kind::Bool, [&op.mask])?;
            MaskWhereOpIr::create(op.tensor.clone(), op.mask.clone(), op.value.clone(), id).out
        }
        B::MaskFill(op) => {
            are(kind, [&op.tensor])?;
            are(Kind::Bool, [&op.mask])?;
            MaskFillOpIr::create(op.tensor.clone(), op.mask.clone(), op.value, id).out
        }
        B::Equal(op) | B::NotEqual(op) => {
            are(kind, [&op.lhs, &op.rhs])?;
            are(Kind::Bool, [&op.out])?;
            BinaryOpIr::create_comparison(op.lhs.clone(), op.rhs.clone(), op.out.dtype, id).out
        }
        B::EqualElem(op) | B::NotEqualElem(op) => {
            are(kind, [&op.lhs])?;
            are(Kind::Bool, [&op.out])?;
            ScalarOpIr::create_comparison(op.lhs.clone(), op.rhs, op.out.dtype, id).out
        }
        B::RepeatDim(op) => {
            are(kind, [&op.tensor])?;
            along(&op.tensor, op.dim)?;
            RepeatDimOpIr::create(op.tensor.clone(), op.dim, op.times, id).out
        }
        B::Cat(op) => {
            are(kind, &op.tensors)?;
            let first = op.tensors.first().ok_or("nothing is joined")?;
            along(first, op.dim)?;
            CatOpIr::create(op.tensors.clone(), op.dim, id).out
        }
        B::Cast(op) => {
            are(kind, [&op.input, &op.out])?;
            CastOpIr::create(op.input.clone(), op.out.dtype, id).out
        }
        B::Empty(op) | B::Ones(op) | B::Zeros(op) => {
            are(kind, [&op.out])?;
            op.out.clone()
        }
        B::All(op) | B::Any(op) => {
            are(kind, [&op.input])?;
            are(Kind::Bool, [&op.out])?;
            ReduceOpIr::create_bool(op.input.clone(), op.out.dtype, id).out
        }
        B::AllDim(op) | B::AnyDim(op) => {
            are(kind, [&op.input])?;
            are(Kind::Bool, [&op.out])?;
            along(&op.input, op.axis)?;
            ensure(op.accumulator_len == 1, || {
                "a reduction keeps one element".to_owned()
            })?;
            ReduceDimOpIr::create_bool(op.input.clone(), op.axis, 1, op.out.dtype, id).out
        }
    };
    Ok(vec![out])
}

/// `axes` name each dimension of `tensor` once.
fn permutes(axes: &[usize], tensor: &TensorIr) -> Result<(), String> {
    let mut sorted = axes.to_vec();
    sorted.sort_unstable();
    let all = sorted.iter().copied().eq(0..tensor.shape.rank());
    ensure(all, || {
        format!("{axes:?} is no order of a tensor's dimensions")
    })
}

fn sliced(tensor: &TensorIr, ranges: &[burn::tensor::Slice]) -> Result<TensorIr, String> {
    ensure(ranges.len() <= tensor.shape.rank(), || {
        "more ranges than dimensions".to_owned()
    })?;
    ensure(ranges.iter().all(|range| range.step != 0), || {
        "a slice has the step 0".to_owned()
    })?;
    Ok(SliceOpIr::create(tensor.clone(), ranges.to_vec(), id).out)
}

/// `indices` go along `dim` of `tensor`: in every other dimension they are not longer than it.
fn indexed(tensor: &TensorIr, indices: &TensorIr, dim: usize) -> Result<(), String> {
    are(Kind::Int, [indices])?;
    along(tensor, dim)?;
    ranked(indices, tensor.shape.rank())?;
    let both = indices.shape.iter().zip(tensor.shape.iter()).enumerate();
    let mut others = both.filter(|(i, _)| *i != dim);
    ensure(
        others.all(|(_, (indices, tensor))| indices <= tensor),
        || "indices reach beyond their tensor".to_owned(),
    )
}

fn selected(tensor: &TensorIr, dim: usize, indices: &TensorIr) -> Result<TensorIr, String> {
    are(Kind::Int, [indices])?;
    along(tensor, dim)?;
    ranked(indices, 1)?;
    Ok(SelectOpIr::create(tensor.clone(), dim, indices.clone(), id).out)
}

fn gathered(data: &TensorIr, indices: &TensorIr) -> Result<TensorIr, String> {
    are(Kind::Int, [indices])?;
    let shape: &Shape = &indices.shape;
    let depth = shape.iter().last().ok_or("indices have no dimension")?;
    ensure(*depth <= data.shape.rank(), || {
        "indices are deeper than their tensor".to_owned()
    })?;
    Ok(GatherNdOpIr::create(data.clone(), indices.clone(), id).out)
}
