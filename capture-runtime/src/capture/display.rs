//! A tensor displayed in a helper: Burn reads one element at a time, and every read leaves an operation that nobody uses.

use super::Recording;
use burn_ir::{BaseOperationIr, OperationIr, SliceOpIr, TensorId};
use std::collections::{HashMap, HashSet};

/// The statement under which a tensor was displayed, where there is one: `Some(None)` before the first statement.
///
/// `Display` slices the first element of a tensor and, at the end, the last. Both unused is what tells it from a slice that
/// an author forgot; other slices of one element stay legal, and are dropped as dead code.
pub(crate) fn displayed(recording: &Recording) -> Option<Option<usize>> {
    let read: HashSet<TensorId> = recording
        .operations
        .iter()
        .filter(|(operation, _)| !matches!(operation, OperationIr::Drop(_)))
        .flat_map(|(operation, _)| operation.inputs().map(|tensor| tensor.id))
        .chain(recording.outputs.iter().copied())
        .chain(recording.next_state.iter().copied())
        .collect();
    let mut begun: HashMap<TensorId, Option<usize>> = HashMap::new();
    for (operation, statement) in &recording.operations {
        let Some(slice) = slice(operation) else {
            continue;
        };
        if read.contains(&slice.out.id) || slice.out.shape.num_elements() != 1 {
            continue;
        }
        if at(slice, |_| 0) {
            begun.entry(slice.tensor.id).or_insert(*statement);
        }
        if at(slice, |extent| extent - 1)
            && let Some(statement) = begun.get(&slice.tensor.id)
        {
            return Some(*statement);
        }
    }
    None
}

fn slice(operation: &OperationIr) -> Option<&SliceOpIr> {
    match operation {
        OperationIr::BaseFloat(BaseOperationIr::Slice(slice))
        | OperationIr::BaseInt(BaseOperationIr::Slice(slice))
        | OperationIr::BaseBool(BaseOperationIr::Slice(slice)) => Some(slice),
        _ => None,
    }
}

/// Whether `slice` takes the element whose index along a dimension is `index` of the extent.
fn at(slice: &SliceOpIr, index: impl Fn(usize) -> usize) -> bool {
    slice
        .ranges
        .iter()
        .zip(slice.tensor.shape.as_slice())
        .all(|(range, extent)| range.start == index(*extent).cast_signed())
}
