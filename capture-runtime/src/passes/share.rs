//! Common subexpressions: the same operation on the same operands, recorded twice.

use super::is_pure;
use crate::graph::{Operation, Program, renamed};
use burn_ir::{IrVisitorMut, OperationIr, ScalarIr, TensorId, TensorIr, TensorStatus};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Lets every repetition of a pure operation use the first one's results.
pub(crate) fn share(program: &mut Program) {
    let mut same: HashMap<TensorId, TensorId> = HashMap::new();
    let mut seen: HashMap<Key, Vec<TensorId>> = HashMap::new();
    let mut kept: Vec<Operation> = Vec::with_capacity(program.operations.len());
    for mut operation in core::mem::take(&mut program.operations) {
        operation.ir = renamed(&operation.ir, |id| *same.get(&id).unwrap_or(&id));
        if !is_pure(&operation.ir) {
            kept.push(operation);
            continue;
        }
        let outputs: Vec<_> = operation.ir.outputs().map(|tensor| tensor.id).collect();
        match seen.entry(Key::of(&operation.ir)) {
            Entry::Occupied(first) => {
                same.extend(outputs.into_iter().zip(first.get().iter().copied()));
            }
            Entry::Vacant(place) => {
                place.insert(outputs);
                kept.push(operation);
            }
        }
    }
    program.operations = kept;
    for result in &mut program.results {
        result.id = *same.get(&result.id).unwrap_or(&result.id);
    }
    for next in &mut program.next_state {
        *next = *same.get(next).unwrap_or(next);
    }
}

/// An operation without the names of its results.
struct Key(OperationIr);

impl Key {
    fn of(operation: &OperationIr) -> Self {
        struct Anonymous;
        impl IrVisitorMut for Anonymous {
            fn visit_tensor_mut(&mut self, tensor: &mut TensorIr) {
                if tensor.status == TensorStatus::NotInit {
                    tensor.id = TensorId::new(u64::MAX);
                } else {
                    tensor.status = TensorStatus::ReadOnly;
                }
            }
        }
        let mut operation = operation.clone();
        operation.visit_mut(&mut Anonymous);
        Self(operation)
    }
}

impl PartialEq for Key {
    /// Scalars are compared by their bits as well: `0.0` is not `-0.0`.
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 && bits(&self.0) == bits(&other.0)
    }
}

impl Eq for Key {}

impl core::hash::Hash for Key {
    /// Burn hashes scalars by their bits.
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// The numbers of the operation by their bits.
fn bits(operation: &OperationIr) -> Vec<u64> {
    crate::graph::scalars(operation)
        .into_iter()
        .filter_map(|scalar| match scalar {
            ScalarIr::Float(value) => Some(value.to_bits()),
            _ => None,
        })
        .collect()
}
