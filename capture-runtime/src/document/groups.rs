//! Operations that belong together: of one statement, and of one module where the program shows it.

use super::modules::{is_view, modules};
use crate::graph::Program;
use burn_ir::{OperationIr, TensorId};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

/// A run of operations of one statement and one module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The statement's index in the program.
    pub(super) statement: Option<usize>,
    /// The path of the module.
    pub(super) module: Option<String>,
    /// The operations.
    pub(super) operations: Range<usize>,
}

/// More groups than this are drawn by statement alone.
const READABLE: usize = 120;

/// The operations in runs, in the program's order.
pub(super) fn groups(program: &Program) -> Vec<Group> {
    let modules = modules(program);
    let fine = smooth(program, runs(program, &modules));
    if fine.len() <= READABLE {
        return fine;
    }
    runs(program, &vec![None; modules.len()])
}

/// Neighbours of the same statement and module.
fn runs(program: &Program, modules: &[Option<String>]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (i, operation) in program.operations().iter().enumerate() {
        match groups.last_mut() {
            Some(last) if last.statement == operation.statement && last.module == modules[i] => {
                last.operations.end = i + 1;
            }
            _ => groups.push(Group {
                statement: operation.statement,
                module: modules[i].clone(),
                operations: i..i + 1,
            }),
        }
    }
    groups
}

/// Joins what a reader would not tell apart: a run without a module inside a module's, and runs that only move data.
fn smooth(program: &Program, runs: Vec<Group>) -> Vec<Group> {
    let moves = |group: &Group| {
        let mut operations = program.operations()[group.operations.clone()].iter();
        operations.all(|operation| moves_data(&operation.ir))
    };
    let mut groups: Vec<Group> = Vec::new();
    let mut runs = runs.into_iter().peekable();
    while let Some(run) = runs.next() {
        let Some(last) = groups
            .last_mut()
            .filter(|last| last.statement == run.statement)
        else {
            groups.push(run);
            continue;
        };
        let again = runs
            .peek()
            .is_some_and(|next| next.statement == last.statement && next.module == last.module);
        let inside = run.module.is_none() && run.operations.len() <= 4 && again;
        if last.module == run.module || inside || moves(&run) {
            last.operations.end = run.operations.end;
        } else {
            groups.push(run);
        }
    }
    groups
}

/// Whether the operation computes nothing.
fn moves_data(operation: &OperationIr) -> bool {
    use burn_ir::BaseOperationIr::{Cast, Slice};
    match operation {
        OperationIr::BaseFloat(base) | OperationIr::BaseInt(base) | OperationIr::BaseBool(base) => {
            is_view(operation) || matches!(base, Cast(_) | Slice(_))
        }
        _ => false,
    }
}

/// Which tensors go from one group to another, by the two groups; without those that a longer way implies.
pub(super) fn edges(
    program: &Program,
    groups: &[Group],
) -> BTreeMap<(usize, usize), BTreeSet<TensorId>> {
    let mut producer: HashMap<TensorId, usize> = HashMap::new();
    let mut edges: BTreeMap<(usize, usize), BTreeSet<TensorId>> = BTreeMap::new();
    for (to, group) in groups.iter().enumerate() {
        for operation in &program.operations()[group.operations.clone()] {
            for tensor in operation.ir.inputs() {
                if let Some(from) = producer.get(&tensor.id).filter(|from| **from != to) {
                    edges.entry((*from, to)).or_default().insert(tensor.id);
                }
            }
            for tensor in operation.ir.outputs() {
                producer.insert(tensor.id, to);
            }
        }
    }
    reduced(edges, groups.len())
}

/// The transitive reduction: groups are in order, so every edge goes forward.
fn reduced(
    mut edges: BTreeMap<(usize, usize), BTreeSet<TensorId>>,
    count: usize,
) -> BTreeMap<(usize, usize), BTreeSet<TensorId>> {
    let mut before: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); count];
    let mut implied = Vec::new();
    for to in 0..count {
        let mut direct: Vec<usize> = (0..to)
            .filter(|from| edges.contains_key(&(*from, to)))
            .collect();
        direct.reverse();
        let mut reached: BTreeSet<usize> = BTreeSet::new();
        for from in direct {
            if reached.contains(&from) {
                implied.push((from, to));
            }
            reached.insert(from);
            reached.extend(&before[from]);
        }
        before[to] = reached;
    }
    for edge in implied {
        edges.remove(&edge);
    }
    edges
}
