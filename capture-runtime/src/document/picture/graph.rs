//! What is drawn: boxes with their lines of text, and arrows.

use super::super::groups::{Group, edges, groups};
use super::super::text::{elided, numbers, root};
use crate::costs::Costs;
use crate::definition::Role;
use crate::graph::{Binding, Program, ty};
use burn_ir::TensorId;
use std::collections::{BTreeSet, HashMap, HashSet};

/// How a box looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An input or a live number.
    Given,
    /// Operations of the statement with this number in the legend.
    Work(Option<usize>),
    /// A result.
    Left,
}

/// A box.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) title: String,
    pub(super) lines: Vec<String>,
    /// Its part of the program's floating point operations, from 0 to 1.
    pub(super) share: f64,
    /// What a reader sees who points at it.
    pub(super) hint: String,
}

/// An arrow between two boxes, with the type of what goes along.
#[derive(Clone, Debug)]
pub(super) struct Arrow {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) label: String,
}

/// Boxes and arrows.
#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) arrows: Vec<Arrow>,
    /// Operations that are not drawn, at the program's end.
    pub(super) omitted: usize,
}

/// The widest line, in characters.
pub(super) const WIDTH: usize = 34;
/// The most lines of operations in a box.
const LINES: usize = 3;
/// The most boxes with operations.
const BOXES: usize = 160;

/// The boxes and arrows of a program.
pub(super) fn graph(program: &Program, costs: &Costs) -> Graph {
    let mut groups = groups(program);
    let omitted = groups.get(BOXES..).map_or(0, |rest| {
        rest.iter().map(|group| group.operations.len()).sum()
    });
    groups.truncate(BOXES);
    let mut graph = Graph {
        omitted,
        ..Graph::default()
    };
    let readers = first_readers(program, &groups);
    let types = program.types();
    let numbers = numbers(program, costs);
    let total = costs.total().flops.max(1);
    let first_group = graph.given(program, &readers);
    for (i, group) in groups.iter().enumerate() {
        let number = group.statement.and_then(|s| *numbers.get(s)?);
        let same = |other: Option<&Group>| other.is_some_and(|o| o.statement == group.statement);
        let alone = !same(i.checked_sub(1).and_then(|i| groups.get(i))) && !same(groups.get(i + 1));
        let mut node = work(program, costs, group, alone, total);
        node.kind = Kind::Work(number);
        graph.nodes.push(node);
    }
    for (from, binding) in given(program).enumerate() {
        if let Some(to) = readers.get(&binding.id) {
            graph.arrows.push(Arrow {
                from,
                to: first_group + to,
                label: String::new(),
            });
        }
    }
    for ((from, to), tensors) in edges(program, &groups) {
        let types = tensors.iter().filter_map(|id| types.get(id));
        graph.arrows.push(Arrow {
            from: first_group + from,
            to: first_group + to,
            label: label(types.map(|(shape, dtype)| ty(shape, *dtype)).collect()),
        });
    }
    graph.left(program, &groups, first_group);
    graph
}

impl Graph {
    /// Adds the boxes of what a replay is given, and returns how many there are.
    fn given(&mut self, program: &Program, readers: &HashMap<TensorId, usize>) -> usize {
        for binding in given(program) {
            let unread = !readers.contains_key(&binding.id);
            let note = if unread { " (unused)" } else { "" };
            self.nodes.push(Node {
                kind: Kind::Given,
                title: elided(&binding.name, WIDTH),
                lines: vec![format!("{} {}{note}", binding.role, typed(binding))],
                share: 0.0,
                hint: format!("{}: {} {}", binding.name, binding.role, typed(binding)),
            });
        }
        self.nodes.len()
    }

    /// Adds the boxes of results.
    fn left(&mut self, program: &Program, groups: &[Group], first_group: usize) {
        let writers = writers(program, groups);
        for result in program.results() {
            let node = self.nodes.len();
            self.nodes.push(Node {
                kind: Kind::Left,
                title: elided(&result.name, WIDTH),
                lines: vec![format!("returns {}", typed(result))],
                share: 0.0,
                hint: format!("{}: result {}", result.name, typed(result)),
            });
            if let Some(from) = writers.get(&result.id) {
                self.arrows.push(Arrow {
                    from: first_group + from,
                    to: node,
                    label: String::new(),
                });
            }
        }
    }
}

fn given(program: &Program) -> impl Iterator<Item = &Binding> {
    let bindings = program.signature().bindings().iter();
    bindings.filter(|binding| matches!(binding.role, Role::Input | Role::Live))
}

/// The first group that reads a tensor: an arrow from what is given leads there alone, so that the picture stays clear.
fn first_readers(program: &Program, groups: &[Group]) -> HashMap<TensorId, usize> {
    let mut readers = HashMap::new();
    for (i, group) in groups.iter().enumerate() {
        for operation in &program.operations()[group.operations.clone()] {
            for tensor in operation.ir().inputs() {
                readers.entry(tensor.id).or_insert(i);
            }
        }
    }
    readers
}

/// The group that writes a tensor.
fn writers(program: &Program, groups: &[Group]) -> HashMap<TensorId, usize> {
    let mut writers = HashMap::new();
    for (i, group) in groups.iter().enumerate() {
        for operation in &program.operations()[group.operations.clone()] {
            writers.extend(operation.ir().outputs().map(|tensor| (tensor.id, i)));
        }
    }
    writers
}

/// The parameters whose next state a group writes.
fn advanced<'a>(program: &'a Program, group: &Group) -> BTreeSet<&'a str> {
    let operations = program.operations()[group.operations.clone()].iter();
    let written: HashSet<TensorId> = operations
        .flat_map(|operation| operation.ir().outputs())
        .map(|tensor| tensor.id)
        .collect();
    let state = program.signature().role(Role::State);
    let leaves = state.zip(&program.next_state);
    let mine = leaves.filter(|(leaf, next)| leaf.id != **next && written.contains(next));
    mine.map(|(leaf, _)| root(&leaf.name)).collect()
}

/// The box of a group.
fn work(program: &Program, costs: &Costs, group: &Group, alone: bool, total: u64) -> Node {
    let names: Vec<String> = program.operations()[group.operations.clone()]
        .iter()
        .map(|operation| operation.name())
        .collect();
    let flops: u64 = costs.operations()[group.operations.clone()]
        .iter()
        .fold(0, |sum, cost| sum.saturating_add(cost.flops));
    let statement = group.statement.and_then(|i| program.statements.get(i));
    let binding = statement.and_then(|statement| statement.binding);
    // Where a statement is one box, what it binds says more than which module it uses.
    let title = match (&group.module, binding) {
        (Some(module), None) => module.clone(),
        (Some(module), Some(_)) if !alone => module.clone(),
        (_, Some(binding)) => binding.to_owned(),
        (None, None) => statement.map_or_else(String::new, |statement| {
            statement.text.trim_end_matches(';').to_owned()
        }),
    };
    let place = statement.map(|statement| format!("{statement}\n{}\n", statement.text));
    let mut lines = summary(&names);
    let advanced: Vec<&str> = advanced(program, group).into_iter().collect();
    if !advanced.is_empty() {
        lines.push(elided(&format!("→ next {}", advanced.join(", ")), WIDTH));
    }
    Node {
        kind: Kind::Work(None),
        title: elided(&title, WIDTH),
        lines,
        share: flops as f64 / total as f64,
        hint: format!("{}{}", place.unwrap_or_default(), names.join(", ")),
    }
}

/// The operations in a few lines; neighbours of the same name once, with their number.
fn summary(names: &[String]) -> Vec<String> {
    let mut runs: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match runs.last_mut() {
            Some((last, count)) if *last == name => *count += 1,
            _ => runs.push((name, 1)),
        }
    }
    let mut lines = vec![String::new()];
    let mut shown = 0;
    for (name, count) in runs {
        let word = if count == 1 {
            name.to_owned()
        } else {
            format!("{name} ×{count}")
        };
        let Some(line) = lines.last_mut() else { break };
        let gap = if line.is_empty() { "" } else { " · " };
        let width = line.chars().count() + gap.len() + word.chars().count();
        let room = if lines.len() == LINES {
            WIDTH.saturating_sub(10)
        } else {
            WIDTH
        };
        if width <= room || lines.last().is_some_and(String::is_empty) {
            if let Some(line) = lines.last_mut() {
                line.push_str(gap);
                line.push_str(&elided(&word, WIDTH));
            }
        } else if lines.len() < LINES {
            lines.push(elided(&word, WIDTH));
        } else {
            break;
        }
        shown += count;
    }
    if shown < names.len()
        && let Some(line) = lines.last_mut()
    {
        line.push_str(&format!(" + {}", names.len() - shown));
    }
    lines
}

fn label(types: Vec<String>) -> String {
    match types.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        several if several.iter().all(|ty| ty == &several[0]) => {
            format!("{} × {}", several.len(), several[0])
        }
        several => format!("{} tensors", several.len()),
    }
}

fn typed(binding: &Binding) -> String {
    ty(&binding.shape, binding.dtype)
}
