//! The boundaries of two programs: which tensor of the one is which of the other, and what else is different.

use super::label::Which;
use super::{BoundaryChange, Kind};
use capture_runtime::__private::ty;
use capture_runtime::{Binding, Parameter, Program};

/// Which leaves of the two boundaries are the same.
pub(super) struct Leaves {
    /// For each leaf of the old program its partner, and the other way round.
    old: Vec<Option<usize>>,
    new: Vec<Option<usize>>,
    /// Parameters that are in both, by their places.
    parameters: Vec<(usize, usize)>,
}

/// The parameter that a leaf belongs to.
fn root(name: &str) -> &str {
    name.split(['.', '[']).next().unwrap_or(name)
}

/// Pairs by `same`, each once and in order, of those that have no partner yet.
fn pair_by<T>(
    (old, new): (&[T], &[T]),
    pairs: &mut Vec<(usize, usize)>,
    same: impl Fn(&T, &T) -> bool,
) {
    for (i, a) in old.iter().enumerate() {
        if pairs.iter().any(|(old, _)| *old == i) {
            continue;
        }
        let free = |j: &usize| !pairs.iter().any(|(_, new)| new == j);
        let partner = new.iter().enumerate().filter(|(j, _)| free(j));
        if let Some((j, _)) = partner.into_iter().find(|(_, b)| same(a, b)) {
            pairs.push((i, j));
        }
    }
}

impl Leaves {
    /// Pairs by name, and those that are left as renamed where role and type are the same.
    pub(super) fn pair(old: &Program, new: &Program) -> Self {
        let mut parameters = Vec::new();
        let both = (old.parameters(), new.parameters());
        pair_by(both, &mut parameters, |a, b| a.name == b.name);
        pair_by(both, &mut parameters, |a: &Parameter, b| {
            (a.role, a.ty) == (b.role, b.ty)
        });

        let (olds, news) = (old.signature().bindings(), new.signature().bindings());
        // A model has thousands of leaves, so names are looked up.
        let named: std::collections::HashMap<&str, usize> = news
            .iter()
            .enumerate()
            .map(|(j, leaf)| (leaf.name.as_str(), j))
            .collect();
        let mut leaves = Self {
            old: olds
                .iter()
                .map(|leaf| named.get(leaf.name.as_str()).copied())
                .collect(),
            new: vec![None; news.len()],
            parameters,
        };
        for (i, j) in leaves.old.iter().enumerate() {
            if let Some(place) = j.and_then(|j| leaves.new.get_mut(j)) {
                *place = Some(i);
            }
        }
        let mut free = (0..news.len())
            .filter(|j| leaves.new.get(*j) == Some(&None))
            .collect::<Vec<_>>();
        for (i, leaf) in olds.iter().enumerate() {
            if leaves.old.get(i) != Some(&None) {
                continue;
            }
            let typed = |leaf: &Binding| (leaf.role, leaf.dtype, leaf.shape.clone());
            let same = |j: &usize| {
                news.get(*j)
                    .is_some_and(|other| typed(other) == typed(leaf))
            };
            if let Some(at) = free.iter().position(same) {
                let j = free.remove(at);
                if let (Some(a), Some(b)) = (leaves.old.get_mut(i), leaves.new.get_mut(j)) {
                    (*a, *b) = (Some(j), Some(i));
                }
            }
        }
        leaves
    }

    /// The number of a leaf's pair: its place in the old program.
    pub(super) fn number(&self, which: Which, leaf: usize) -> Option<usize> {
        match which {
            Which::Old => self.old.get(leaf).copied().flatten().map(|_| leaf),
            Which::New => self.new.get(leaf).copied().flatten(),
        }
    }
}

fn changed(what: String, old: String, new: String) -> Option<BoundaryChange> {
    (old != new).then_some(BoundaryChange {
        kind: Kind::Changed,
        what,
        old: Some(old),
        new: Some(new),
    })
}

fn added(what: String, new: String) -> BoundaryChange {
    BoundaryChange {
        kind: Kind::Added,
        what,
        old: None,
        new: Some(new),
    }
}

fn removed(what: String, old: String) -> BoundaryChange {
    BoundaryChange {
        kind: Kind::Removed,
        what,
        old: Some(old),
        new: None,
    }
}

/// What is different about the boundaries.
pub(super) fn changes(old: &Program, new: &Program, leaves: &Leaves) -> Vec<BoundaryChange> {
    let mut changes = Vec::new();
    changes.extend(changed(
        "name".to_owned(),
        old.name().to_owned(),
        new.name().to_owned(),
    ));
    let (gone, come) = parameters(old, new, leaves, &mut changes);
    tensors(old, new, leaves, (&gone, &come), &mut changes);
    frozen(old, new, &mut changes);
    results(old, new, &mut changes);
    changes
}

/// Parameters as a whole; returns the names of those that are in one program only, whose tensors need not be listed.
fn parameters<'p>(
    old: &'p Program,
    new: &'p Program,
    leaves: &Leaves,
    changes: &mut Vec<BoundaryChange>,
) -> (Vec<&'p str>, Vec<&'p str>) {
    let text =
        |parameter: &Parameter| format!("{} {}: {}", parameter.role, parameter.name, parameter.ty);
    let what = |parameter: &Parameter| format!("parameter {}", parameter.name);
    for (i, j) in &leaves.parameters {
        if let (Some(a), Some(b)) = (old.parameters().get(*i), new.parameters().get(*j)) {
            changes.extend(changed(what(b), text(a), text(b)));
        }
    }
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    for (i, parameter) in old.parameters().iter().enumerate() {
        if !leaves.parameters.iter().any(|(old, _)| *old == i) {
            gone.push(parameter.name);
            changes.push(removed(what(parameter), text(parameter)));
        }
    }
    for (j, parameter) in new.parameters().iter().enumerate() {
        if !leaves.parameters.iter().any(|(_, new)| *new == j) {
            come.push(parameter.name);
            changes.push(added(what(parameter), text(parameter)));
        }
    }
    (gone, come)
}

/// Tensors of parameters that are in both programs.
fn tensors(
    old: &Program,
    new: &Program,
    leaves: &Leaves,
    (gone, come): (&[&str], &[&str]),
    changes: &mut Vec<BoundaryChange>,
) {
    let what = |leaf: &Binding| format!("{} {}", leaf.role, leaf.name);
    let typed = |leaf: &Binding| ty(&leaf.shape, leaf.dtype);
    for (i, leaf) in old.signature().bindings().iter().enumerate() {
        let partner = leaves.old.get(i).copied().flatten();
        match partner.and_then(|j| new.signature().bindings().get(j)) {
            Some(partner) => {
                changes.extend(changed(what(partner), typed(leaf), typed(partner)));
            }
            None if gone.contains(&root(&leaf.name)) => {}
            None => changes.push(removed(what(leaf), typed(leaf))),
        }
    }
    for (j, leaf) in new.signature().bindings().iter().enumerate() {
        let alone = leaves.new.get(j) == Some(&None);
        if alone && !come.contains(&root(&leaf.name)) {
            changes.push(added(what(leaf), typed(leaf)));
        }
    }
}

fn frozen(old: &Program, new: &Program, changes: &mut Vec<BoundaryChange>) {
    let (olds, news) = (old.signature().frozen(), new.signature().frozen());
    let value = |of: &[(String, String)], name: &str| {
        let found = of.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value.clone())
    };
    for (name, was) in olds {
        let what = format!("frozen {name}");
        match value(news, name) {
            Some(is) => changes.extend(changed(what, was.clone(), is)),
            None => changes.push(removed(what, was.clone())),
        }
    }
    for (name, is) in news {
        if value(olds, name).is_none() {
            changes.push(added(format!("frozen {name}"), is.clone()));
        }
    }
}

fn results(old: &Program, new: &Program, changes: &mut Vec<BoundaryChange>) {
    let find = |of: &Program, name: &str| {
        let mut all = of.results().iter();
        all.find(|result| result.name == name).cloned()
    };
    // The one result of a program is called `result` itself.
    let what = |name: &str| match name {
        "result" => "result".to_owned(),
        name => format!("result {name}"),
    };
    for result in old.results() {
        let (what, was) = (what(&result.name), ty(&result.shape, result.dtype));
        match find(new, &result.name) {
            Some(is) => changes.extend(changed(what, was, ty(&is.shape, is.dtype))),
            None => changes.push(removed(what, was)),
        }
    }
    for result in new.results() {
        if find(old, &result.name).is_none() {
            changes.push(added(what(&result.name), ty(&result.shape, result.dtype)));
        }
    }
}
