//! Which statement of the old program is which of the new one.

use super::label::Which;
use super::pairing::Pairing;
use capture_runtime::Statement;
use std::collections::{HashMap, HashSet};

impl Pairing<'_, '_> {
    /// The statement that an operation comes from.
    pub(super) fn statement(&self, which: Which, operation: usize) -> Option<&Statement> {
        let program = match which {
            Which::Old => self.old.program,
            Which::New => self.new.program,
        };
        program.statement(program.operations().get(operation)?)
    }

    /// What each statement of the old program has become: the one of the new program with most of its operations, each once. One that
    /// has no operation left has become a new one that stands in its place.
    pub(super) fn statements(&self) -> HashMap<&Statement, &Statement> {
        let mut counts: HashMap<(&Statement, &Statement), (usize, usize)> = HashMap::new();
        for (i, j) in &self.pairs {
            let both = (
                self.statement(Which::Old, *i),
                self.statement(Which::New, *j),
            );
            if let (Some(old), Some(new)) = both {
                let count = counts.entry((old, new)).or_insert((0, *i));
                *count = (count.0 + 1, count.1.min(*i));
            }
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|((old, new), (count, first))| {
            let other = old.text != new.text;
            (
                core::cmp::Reverse(*count),
                other,
                *first,
                new.line,
                new.column,
            )
        });
        let (mut becomes, mut taken) = (HashMap::new(), HashSet::new());
        for ((old, new), _) in counts {
            if !becomes.contains_key(old) && taken.insert(new) {
                becomes.insert(old, new);
            }
        }
        let new = self.in_order(Which::New);
        let mut next = 0;
        for old in self.in_order(Which::Old) {
            let there = new.get(next).copied().filter(|new| !taken.contains(new));
            if let (false, Some(there)) = (becomes.contains_key(old), there) {
                becomes.insert(old, there);
                taken.insert(there);
            }
            if let Some(is) = becomes.get(old) {
                next = new
                    .iter()
                    .position(|new| new == is)
                    .map_or(next, |place| place + 1);
            }
        }
        becomes
    }

    /// The statements of a program, in the order in which they are first met.
    fn in_order(&self, which: Which) -> Vec<&Statement> {
        let count = match which {
            Which::Old => self.old.nodes.len(),
            Which::New => self.new.nodes.len(),
        };
        let mut seen = HashSet::new();
        let each = (0..count).filter_map(|i| self.statement(which, i));
        each.filter(|statement| seen.insert(*statement)).collect()
    }
}
