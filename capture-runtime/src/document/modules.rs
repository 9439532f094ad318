//! Which module an operation belongs to, as far as a program shows it.

use crate::definition::Role;
use crate::graph::{Operation, Program};
use burn_ir::{BaseOperationIr, OperationIr, TensorId};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The path of each operation's module, `None` where the program does not show one.
///
/// An operation belongs to the module whose weights or state it reads; else to the one whose next state it is computed for, where
/// that is a single one of its statement; else to the module of the operand that was computed last in its statement.
pub(super) fn modules(program: &Program) -> Vec<Option<String>> {
    let leaves = leaves(program);
    let read = program
        .operations()
        .iter()
        .map(|operation| reads(operation, &leaves))
        .collect::<Vec<_>>();
    let written = written(program, &leaves);
    let mut of: Vec<Option<String>> = Vec::with_capacity(read.len());
    let mut producers: HashMap<TensorId, usize> = HashMap::new();
    for (i, operation) in program.operations().iter().enumerate() {
        let inherited = || {
            let made = operation.ir.inputs().filter_map(|t| producers.get(&t.id));
            let same = made.filter(|p| program.operations()[**p].statement == operation.statement);
            same.max().and_then(|p| of[*p].clone())
        };
        let module = read[i].clone().or_else(|| written[i].clone());
        let module = module.or_else(inherited);
        of.push(module);
        for tensor in operation.ir.outputs() {
            producers.insert(tensor.id, i);
        }
    }
    of
}

/// The module of every leaf of weights and state, and of every view of one.
///
/// The members of a list of tensors, such as an optimizer's moments, are not modules.
fn leaves(program: &Program) -> HashMap<TensorId, String> {
    let mut members: BTreeMap<&str, Vec<(&str, TensorId)>> = BTreeMap::new();
    let held = [Role::Weights, Role::State];
    for binding in program.signature().bindings() {
        if held.contains(&binding.role)
            && let Some((module, leaf)) = binding.name.rsplit_once('.')
        {
            members.entry(module).or_default().push((leaf, binding.id));
        }
    }
    let number = |leaf: &str| leaf.bytes().all(|byte| byte.is_ascii_digit());
    let mut leaves = HashMap::new();
    for (module, members) in members {
        if !members.iter().all(|(leaf, _)| number(leaf)) {
            leaves.extend(members.iter().map(|(_, id)| (*id, module.to_owned())));
        }
    }
    for operation in program.operations() {
        if is_view(&operation.ir)
            && let Some(of) = operation.ir.inputs().next()
            && let Some(module) = leaves.get(&of.id).cloned()
        {
            leaves.extend(operation.ir.outputs().map(|view| (view.id, module.clone())));
        }
    }
    leaves
}

/// Whether the operation only looks at its operand in another shape.
pub(super) fn is_view(operation: &OperationIr) -> bool {
    use BaseOperationIr::{Expand, Permute, Reshape, SwapDims};
    match operation {
        OperationIr::BaseFloat(base) | OperationIr::BaseInt(base) | OperationIr::BaseBool(base) => {
            matches!(base, Reshape(_) | SwapDims(_) | Permute(_) | Expand(_))
        }
        _ => false,
    }
}

/// The module of the first leaf that the operation reads.
fn reads(operation: &Operation, leaves: &HashMap<TensorId, String>) -> Option<String> {
    let mut inputs = operation.ir.inputs();
    inputs.find_map(|tensor| leaves.get(&tensor.id).cloned())
}

/// The module for whose next state alone an operation's results are used, within its statement.
fn written(program: &Program, leaves: &HashMap<TensorId, String>) -> Vec<Option<String>> {
    let state = program.signature().role(Role::State);
    let mut wanted: HashMap<TensorId, BTreeSet<&str>> = HashMap::new();
    for (leaf, next) in state.zip(&program.next_state) {
        if let Some(module) = leaves.get(&leaf.id) {
            wanted.entry(*next).or_default().insert(module);
        }
    }
    let mut of = vec![None; program.operations().len()];
    let mut statement_of: HashMap<TensorId, Option<usize>> = HashMap::new();
    for (i, operation) in program.operations().iter().enumerate().rev() {
        let modules: BTreeSet<&str> = operation
            .ir
            .outputs()
            .filter_map(|tensor| wanted.get(&tensor.id))
            .flatten()
            .copied()
            .collect();
        for tensor in operation.ir.inputs() {
            let known = statement_of.entry(tensor.id).or_insert(operation.statement);
            if *known == operation.statement {
                wanted
                    .entry(tensor.id)
                    .or_default()
                    .extend(modules.iter().copied());
            }
        }
        let mut modules = modules.into_iter();
        if let (Some(only), None) = (modules.next(), modules.next()) {
            of[i] = Some(only.to_owned());
        }
    }
    of
}
