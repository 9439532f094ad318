//! Constant folding: operations that depend on nothing that changes.

use super::is_pure;
use crate::graph::{Operation, Program};
use burn_ir::TensorId;
use std::collections::HashSet;

/// The largest folded tensor that is kept for the session's life, in bytes, where its operands are not larger. Eager code makes
/// and drops such a tensor in every step; keeping a large one would raise the memory that a session holds.
const LARGEST: usize = 64 * 1024;

/// Splits the operations into those that run once per session, on the session's device, and those that run at every replay.
///
/// Folded operations run on the device that replays them, so their results are the bits that every replay would compute.
pub(crate) fn fold(program: &Program) -> (Vec<Operation>, Vec<Operation>) {
    let mut constant: HashSet<TensorId> = program.constants.keys().copied().collect();
    let mut once = Vec::new();
    let mut always = Vec::new();
    for operation in &program.operations {
        let folds = is_pure(&operation.ir)
            && operation
                .ir
                .inputs()
                .all(|tensor| constant.contains(&tensor.id))
            && operation
                .ir
                .outputs()
                .all(|tensor| tensor.shape.num_elements() * tensor.dtype.size() <= LARGEST);
        if folds {
            constant.extend(operation.ir.outputs().map(|tensor| tensor.id));
            once.push(operation.clone());
        } else {
            always.push(operation.clone());
        }
    }
    (once, always)
}
