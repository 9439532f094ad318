//! Lifetimes: where each tensor is used for the last time, and so may be overwritten.

use crate::graph::Operation;
use burn_ir::{IrVisitorMut, OperationIr, TensorId, TensorIr, TensorStatus};
use std::collections::{HashMap, HashSet};

/// One instruction for an interpreter.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) ir: OperationIr,
}

impl Step {
    /// The tensor that the step writes first, by which its operation is [found again](crate::graph::Program::writer).
    pub(crate) fn first_write(&self) -> Option<TensorId> {
        self.ir.outputs().next().map(|tensor| tensor.id)
    }
}

/// Marks each operand `ReadWrite` exactly at the last use of its tensor, and drops results that nobody reads.
///
/// Tensors in `kept` are read only: constants and weights, which the next replay needs, and results, which are taken at the end.
/// An operand that one operation reads twice is read only there and dropped after it, since whichever read comes first would
/// take it from the other.
pub(crate) fn lifetimes(operations: &[Operation], kept: &HashSet<TensorId>) -> Vec<Step> {
    let mut last: HashMap<TensorId, usize> = HashMap::new();
    for (i, operation) in operations.iter().enumerate() {
        for tensor in operation.ir.inputs() {
            last.insert(tensor.id, i);
        }
    }
    let mut steps = Vec::with_capacity(operations.len());
    for (i, operation) in operations.iter().enumerate() {
        let ends = |id: TensorId| !kept.contains(&id) && last.get(&id) == Some(&i);
        let mut reads: HashMap<TensorId, usize> = HashMap::new();
        for tensor in operation.ir.inputs() {
            *reads.entry(tensor.id).or_default() += 1;
        }
        let mut ir = operation.ir.clone();
        ir.visit_mut(&mut Mark {
            writable: |id: TensorId| ends(id) && reads.get(&id) == Some(&1),
        });
        let repeated = operation.ir.inputs().filter(|tensor| {
            ends(tensor.id) && reads.get(&tensor.id).is_some_and(|reads| *reads > 1)
        });
        let unread = operation
            .ir
            .outputs()
            .filter(|tensor| !kept.contains(&tensor.id) && !last.contains_key(&tensor.id));
        let mut dropped = HashSet::new();
        let drops: Vec<_> = repeated
            .chain(unread)
            .filter(|tensor| dropped.insert(tensor.id))
            .map(drop_of)
            .collect();
        steps.push(Step { ir });
        steps.extend(drops.into_iter().map(|ir| Step { ir }));
    }
    steps
}

struct Mark<F> {
    writable: F,
}

impl<F: Fn(TensorId) -> bool> IrVisitorMut for Mark<F> {
    fn visit_tensor_mut(&mut self, tensor: &mut TensorIr) {
        if tensor.status != TensorStatus::NotInit {
            tensor.status = match (self.writable)(tensor.id) {
                true => TensorStatus::ReadWrite,
                false => TensorStatus::ReadOnly,
            };
        }
    }
}

fn drop_of(tensor: &TensorIr) -> OperationIr {
    OperationIr::Drop(TensorIr {
        status: TensorStatus::ReadWrite,
        ..tensor.clone()
    })
}
