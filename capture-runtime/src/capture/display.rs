//! A tensor displayed in a helper: Burn reads one element at a time, and every read leaves an operation that nobody uses.

use super::Recording;
use burn_ir::{BaseOperationIr, OperationIr, SliceOpIr, TensorId};
use std::collections::{HashMap, HashSet};

/// Above this many elements Burn prints the edges of a tensor only.
const SUMMARIZED: usize = 1000;

/// The statement under which a tensor was displayed, where there is one: `Some(None)` before the first statement.
///
/// `Display` slices every element of a tensor, one after the other (of a large one the edges, the first and the last among them).
/// All of them unused is what tells it from slices that an author forgot, which are dropped as dead code; a forgotten slice of a tensor of
/// one element cannot be told from it, and is refused as well.
pub(crate) fn displayed(recording: &Recording) -> Option<Option<usize>> {
    let read: HashSet<TensorId> = recording
        .operations
        .iter()
        .flat_map(|(operation, _)| operation.inputs().map(|tensor| tensor.id))
        .chain(recording.outputs.iter().copied())
        .chain(recording.next_state.iter().copied())
        .collect();
    let mut shown: HashMap<TensorId, HashSet<usize>> = HashMap::new();
    for (operation, statement) in &recording.operations {
        let Some(slice) = slice(operation) else {
            continue;
        };
        if read.contains(&slice.out.id) || slice.out.shape.num_elements() != 1 {
            continue;
        }
        let shown = shown.entry(slice.tensor.id).or_default();
        shown.insert(index(slice));
        let count = slice.tensor.shape.num_elements();
        let all = shown.len() == count;
        let edges = count > SUMMARIZED && shown.contains(&0) && shown.contains(&(count - 1));
        if all || edges {
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

/// The index of the element that `slice` takes, in row-major order.
fn index(slice: &SliceOpIr) -> usize {
    let extents = slice.tensor.shape.as_slice();
    slice
        .ranges
        .iter()
        .zip(extents)
        .fold(0, |index, (range, extent)| {
            index * extent + usize::try_from(range.start).unwrap_or(0)
        })
}
