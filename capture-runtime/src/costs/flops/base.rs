//! Operations that every element type has: movement of data and comparisons, which are no arithmetic, and updates by index, which may be.

use crate::costs::size::elements;
use burn_backend::tensor::IndexingUpdateOp;
use burn_ir::{BaseOperationIr, TensorIr};

pub(super) fn flops(operation: &BaseOperationIr) -> u64 {
    use BaseOperationIr as B;
    match operation {
        B::SelectAssign(op) => update(&op.update, &op.value),
        B::Scatter(op) => update(&op.update, &op.value),
        B::ScatterNd(op) => update(&op.reduction, &op.values),
        B::Reshape(_)
        | B::SwapDims(_)
        | B::Permute(_)
        | B::Flip(_)
        | B::Expand(_)
        | B::Unfold(_)
        | B::Slice(_)
        | B::SliceAssign(_)
        | B::Select(_)
        | B::MaskWhere(_)
        | B::MaskFill(_)
        | B::Gather(_)
        | B::GatherNd(_)
        | B::RepeatDim(_)
        | B::Cat(_)
        | B::Cast(_) => 0,
        B::Empty(_) | B::Ones(_) | B::Zeros(_) => 0,
        B::Equal(_) | B::EqualElem(_) | B::NotEqual(_) | B::NotEqualElem(_) => 0,
        B::All(_) | B::Any(_) | B::AllDim(_) | B::AnyDim(_) => 0,
    }
}

/// One combination for each value that is written.
fn update(update: &IndexingUpdateOp, values: &TensorIr) -> u64 {
    match update {
        IndexingUpdateOp::Assign => 0,
        IndexingUpdateOp::Add
        | IndexingUpdateOp::Mul
        | IndexingUpdateOp::Min
        | IndexingUpdateOp::Max => elements(values),
    }
}
