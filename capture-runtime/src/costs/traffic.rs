//! The bytes that each operation moves.
//!
//! Every tensor that an operation reads counts once, also where it is two of the operands, and every result once. What is read of an
//! operand is what it shows of its buffer: one that is expanded reads the few elements that stand there. Beyond that:
//!
//! * a view moves nothing ([`view`] knows which results are views);
//! * operations that take elements by index read the elements that they take, and the indices;
//! * operands that some gradients are given for their shape alone are not read.

use super::cost::Cost;
use super::layout::{Layout, view};
use super::size::{bytes, elements};
use burn_ir::{BaseOperationIr, ModuleOperationIr, OperationIr, TensorId, TensorIr};
use std::collections::HashMap;

/// The layouts of the tensors of a program, as far as the operations have been met.
#[derive(Default)]
pub(super) struct Layouts(HashMap<TensorId, Layout>);

impl Layouts {
    /// The layout of a tensor: that of a view where one was met, otherwise elements side by side.
    pub(super) fn of(&self, tensor: &TensorIr) -> Layout {
        let known = self.0.get(&tensor.id);
        known.cloned().unwrap_or_else(|| Layout::of(&tensor.shape))
    }

    /// What the tensor shows of its buffer, in bytes.
    fn shown(&self, tensor: &TensorIr) -> u64 {
        let layout = self.0.get(&tensor.id);
        layout
            .map_or_else(|| elements(tensor), Layout::distinct)
            .saturating_mul(tensor.dtype.size() as u64)
    }
}

/// What the operation moves, without its arithmetic. Its result's layout is known afterwards.
pub(super) fn traffic(operation: &OperationIr, layouts: &mut Layouts) -> Cost {
    if matches!(operation, OperationIr::Init(_) | OperationIr::Drop(_)) {
        return Cost::default();
    }
    if let (Some(input), Some(out)) = (operation.inputs().next(), operation.outputs().next())
        && let Some(layout) = view(operation, &layouts.of(input))
    {
        layouts.0.insert(out.id, layout);
        return Cost::default();
    }
    let mut read: HashMap<TensorId, u64> = HashMap::new();
    for tensor in operation.inputs() {
        if shape_alone(operation).contains(&Some(tensor.id)) {
            continue;
        }
        let bytes = taken(operation, tensor).unwrap_or_else(|| layouts.shown(tensor));
        read.entry(tensor.id).or_insert(bytes);
    }
    let written = operation.outputs().map(whole);
    Cost {
        flops: 0,
        bytes_read: read.into_values().fold(0, u64::saturating_add),
        bytes_written: written.fold(0, u64::saturating_add),
    }
}

fn whole(tensor: &TensorIr) -> u64 {
    bytes(&tensor.shape, tensor.dtype)
}

/// What is read of a tensor whose elements are taken by index: as much as the result has.
fn taken(operation: &OperationIr, tensor: &TensorIr) -> Option<u64> {
    let (from, out) = match operation {
        OperationIr::BaseFloat(operation)
        | OperationIr::BaseInt(operation)
        | OperationIr::BaseBool(operation) => match operation {
            BaseOperationIr::Select(op) => (&op.tensor, &op.out),
            BaseOperationIr::Gather(op) => (&op.tensor, &op.out),
            BaseOperationIr::GatherNd(op) => (&op.data, &op.out),
            _ => return None,
        },
        OperationIr::Module(ModuleOperationIr::Embedding(op)) => (&op.weights, &op.out),
        _ => return None,
    };
    (from.id == tensor.id).then(|| whole(out))
}

/// The operands of a gradient that tell a shape, and have no element that it reads.
fn shape_alone(operation: &OperationIr) -> [Option<TensorId>; 2] {
    use ModuleOperationIr as M;
    let OperationIr::Module(operation) = operation else {
        return [None; 2];
    };
    let (first, second) = match operation {
        M::EmbeddingBackward(op) => (Some(&op.weights), None),
        M::Conv1dXBackward(op) => (Some(&op.x), None),
        M::Conv2dXBackward(op) => (Some(&op.x), None),
        M::Conv3dXBackward(op) => (Some(&op.x), None),
        M::Conv1dWeightBackward(op) => (Some(&op.weight), None),
        M::Conv2dWeightBackward(op) => (Some(&op.weight), None),
        M::Conv3dWeightBackward(op) => (Some(&op.weight), None),
        M::ConvTranspose1dWeightBackward(op) => (Some(&op.weight), None),
        M::ConvTranspose2dWeightBackward(op) => (Some(&op.weight), None),
        M::ConvTranspose3dWeightBackward(op) => (Some(&op.weight), None),
        M::Conv1dBiasBackward(op) => (Some(&op.x), Some(&op.bias)),
        M::Conv2dBiasBackward(op) => (Some(&op.x), Some(&op.bias)),
        M::Conv3dBiasBackward(op) => (Some(&op.x), Some(&op.bias)),
        M::ConvTranspose1dBiasBackward(op) => (Some(&op.x), Some(&op.bias)),
        M::ConvTranspose2dBiasBackward(op) => (Some(&op.x), Some(&op.bias)),
        M::ConvTranspose3dBiasBackward(op) => (Some(&op.x), Some(&op.bias)),
        M::AvgPool1dBackward(op) => (Some(&op.x), None),
        M::AvgPool2dBackward(op) => (Some(&op.x), None),
        M::AdaptiveAvgPool1dBackward(op) => (Some(&op.x), None),
        M::AdaptiveAvgPool2dBackward(op) => (Some(&op.x), None),
        M::AdaptiveAvgPool3dBackward(op) => (Some(&op.x), None),
        M::MaxPool1dWithIndicesBackward(op) => (Some(&op.x), None),
        M::MaxPool2dWithIndicesBackward(op) => (Some(&op.x), None),
        M::InterpolateBackward(op) => (Some(&op.x), None),
        // Every other operation reads all that it is given.
        _ => (None, None),
    };
    [
        first.map(|tensor| tensor.id),
        second.map(|tensor| tensor.id),
    ]
}
