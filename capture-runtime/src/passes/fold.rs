//! Constant folding: operations that depend on nothing that changes.

use super::is_pure;
use crate::costs::bytes;
use crate::graph::{Operation, Program};
use burn_ir::TensorId;
use std::collections::HashSet;

/// The largest folded tensor that is kept for the session's life, in bytes, where its operands are not larger. Eager code makes
/// and drops such a tensor in every step; keeping a large one would raise the memory that a session holds.
const LARGEST: u64 = 64 * 1024;

/// Splits the operations into those that run once per session, on the session's device, and those that run at every replay.
///
/// Folded operations run on the device that replays them, so their results are the bits that every replay would compute.
pub(crate) fn fold(program: &Program) -> (Vec<Operation>, Vec<Operation>) {
    let folded = folded(program);
    let each = program.operations.iter().cloned().zip(folded);
    let (once, always): (Vec<_>, Vec<_>) = each.partition(|(_, folded)| *folded);
    let (program, before) = (program.name(), program.operations.len());
    tracing::debug!(pass = "fold", program, before, after = always.len());
    let operations = |side: Vec<(Operation, bool)>| side.into_iter().map(|(it, _)| it).collect();
    (operations(once), operations(always))
}

/// Of each operation, whether it runs once per session.
pub(crate) fn folded(program: &Program) -> Vec<bool> {
    let mut constant: HashSet<TensorId> = program.constants.keys().copied().collect();
    let mut all = Vec::with_capacity(program.operations.len());
    for operation in &program.operations {
        let folds = is_pure(&operation.ir)
            && operation
                .ir
                .inputs()
                .all(|tensor| constant.contains(&tensor.id))
            && operation
                .ir
                .outputs()
                .all(|tensor| bytes(&tensor.shape, tensor.dtype) <= LARGEST);
        if folds {
            constant.extend(operation.ir.outputs().map(|tensor| tensor.id));
        }
        all.push(folds);
    }
    all
}
