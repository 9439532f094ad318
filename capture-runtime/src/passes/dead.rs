//! Dead code: operations whose results nobody reads.

use super::has_effect;
use crate::graph::Program;
use burn_ir::TensorId;
use std::collections::HashSet;

/// Drops every operation that no result and no next state depends on, and constants that nobody reads any more.
pub(crate) fn dead(program: &mut Program) {
    let mut live: HashSet<TensorId> = program.outputs().collect();
    let mut kept = Vec::with_capacity(program.operations.len());
    for operation in core::mem::take(&mut program.operations).into_iter().rev() {
        let read = operation
            .ir
            .outputs()
            .any(|tensor| live.contains(&tensor.id));
        if read || has_effect(&operation.ir) {
            live.extend(operation.ir.inputs().map(|tensor| tensor.id));
            kept.push(operation);
        }
    }
    kept.reverse();
    program.operations = kept;
    if program.constants.keys().any(|id| !live.contains(id)) {
        let mut constants = (*program.constants).clone();
        constants.retain(|id, _| live.contains(id));
        program.constants = constants.into();
    }
}
