//! Which operation of the old program is which of the new one.
//!
//! The surest evidence comes first, and each pair that is found is evidence for the next ones, since labels stop at pairs:
//!
//! 1. the same computation of the same operands, or one whose results are read in the same places (`label`);
//! 2. of what is left the longest common subsequence of equal operations, of which no operand is known to be another;
//! 3. the same kind of operation with the same operands or the same readers: attributes, shapes or numbers have changed;
//! 4. the same kind in the same statement.

use super::boundary::Leaves;
use super::label::{Grain, Interner, Labels, Which};
use super::side::{Side, Value};
use super::{BoundaryChange, Kind};
use capture_runtime::Program;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::HashMap;

/// Two programs, and their pairs of operations.
pub(super) struct Pairing<'p, 'l> {
    pub(super) old: Side<'p>,
    pub(super) new: Side<'p>,
    leaves: &'l Leaves,
    /// For each operation the number of its pair; the pairs in the order in which they were found.
    old_pairs: Vec<Option<usize>>,
    new_pairs: Vec<Option<usize>>,
    pub(super) pairs: Vec<(usize, usize)>,
}

/// Pairs the operations of two programs.
pub(super) fn pair<'p, 'l>(
    old: &'p Program,
    new: &'p Program,
    leaves: &'l Leaves,
) -> Pairing<'p, 'l> {
    let mut interner = Interner::default();
    let (old, new) = (Side::new(old, &mut interner), Side::new(new, &mut interner));
    let mut pairing = Pairing {
        old_pairs: vec![None; old.nodes.len()],
        new_pairs: vec![None; new.nodes.len()],
        pairs: Vec::new(),
        old,
        new,
        leaves,
    };
    while pairing.by_label(Grain::Exact, &mut interner)
        || pairing.by_sequence(&mut interner)
        || pairing.by_label(Grain::Kind, &mut interner)
        || pairing.by_statement()
    {}
    pairing
}

impl Pairing<'_, '_> {
    /// The partner of an old operation.
    pub(super) fn partner(&self, old: usize) -> Option<usize> {
        let pair = self.old_pairs.get(old).copied().flatten()?;
        self.pairs.get(pair).map(|(_, new)| *new)
    }

    /// Whether a new operation has a partner.
    pub(super) fn known(&self, new: usize) -> bool {
        self.new_pairs.get(new).is_some_and(Option::is_some)
    }

    fn add(&mut self, old: usize, new: usize) -> bool {
        let places = (self.old_pairs.get_mut(old), self.new_pairs.get_mut(new));
        let (Some(a @ None), Some(b @ None)) = places else {
            return false;
        };
        (*a, *b) = (Some(self.pairs.len()), Some(self.pairs.len()));
        self.pairs.push((old, new));
        true
    }

    /// The operations without a partner.
    fn free(&self) -> (Vec<usize>, Vec<usize>) {
        let free = |pairs: &[Option<usize>]| -> Vec<usize> {
            let places = pairs.iter().enumerate();
            places
                .filter(|(_, pair)| pair.is_none())
                .map(|(i, _)| i)
                .collect()
        };
        (free(&self.old_pairs), free(&self.new_pairs))
    }

    fn labels(&self, which: Which, grain: Grain) -> Labels<'_, '_> {
        let (side, pairs) = match which {
            Which::Old => (&self.old, &self.old_pairs),
            Which::New => (&self.new, &self.new_pairs),
        };
        Labels {
            which,
            side,
            pairs,
            leaves: self.leaves,
            grain,
        }
    }

    /// Pairs operations whose labels are equal: both of them, or that of the operands, or that of the readers. Several with the same
    /// label, which compute the same, are paired in order.
    fn by_label(&mut self, grain: Grain, interner: &mut Interner) -> bool {
        let of = |which: Which, interner: &mut Interner| {
            let labels = self.labels(which, grain);
            let (up, down) = (labels.upstream(interner), labels.downstream(interner));
            let both = up.iter().zip(&down);
            let both: Vec<u64> = both
                .map(|(up, down)| interner.words(vec![*up, *down]))
                .collect();
            [both, up, down]
        };
        let (old, new) = (of(Which::Old, interner), of(Which::New, interner));
        let mut found = false;
        for (old, new) in old.iter().zip(&new) {
            let (free_old, free_new) = self.free();
            let mut waiting: HashMap<u64, Vec<usize>> = HashMap::new();
            for i in free_new.into_iter().rev() {
                if let Some(label) = new.get(i) {
                    waiting.entry(*label).or_default().push(i);
                }
            }
            for i in free_old {
                let partner = old.get(i).and_then(|label| waiting.get_mut(label)?.pop());
                if let Some(partner) = partner {
                    found |= self.add(i, partner);
                }
            }
            if found {
                return true;
            }
        }
        found
    }

    /// Pairs along the longest common subsequence of what is left: first of operations that agree with what is next to them.
    fn by_sequence(&mut self, interner: &mut Interner) -> bool {
        let near = |which: Which, interner: &mut Interner| {
            self.labels(which, Grain::Exact).nearby(interner)
        };
        let near = (near(Which::Old, interner), near(Which::New, interner));
        let exact = |side: &Side<'_>| side.nodes.iter().map(|node| node.exact).collect::<Vec<_>>();
        let exact = (exact(&self.old), exact(&self.new));
        [near, exact].iter().any(|(old, new)| {
            let (free_old, free_new) = self.free();
            let pick = |of: &[u64], free: &[usize]| -> Vec<u64> {
                free.iter().filter_map(|i| of.get(*i).copied()).collect()
            };
            let same = common(&pick(old, &free_old), &pick(new, &free_new));
            let mut found = false;
            for (i, j) in same {
                if let (Some(i), Some(j)) = (free_old.get(i), free_new.get(j))
                    && !self.contradict(*i, *j)
                {
                    found |= self.add(*i, *j);
                }
            }
            found
        })
    }

    /// Pairs what is left of one kind in one statement, in order.
    fn by_statement(&mut self) -> bool {
        let statements = self.statements();
        let (free_old, mut free_new) = self.free();
        let mut found = Vec::new();
        for i in free_old {
            let Some(node) = self.old.nodes.get(i) else {
                continue;
            };
            let own = self.statement(Which::Old, i);
            let becomes = own.and_then(|own| statements.get(own).copied());
            let partner = free_new.iter().position(|j| {
                let other = self.statement(Which::New, *j);
                let there = match (becomes, own, other) {
                    (Some(becomes), _, Some(other)) => becomes == other,
                    (None, Some(own), Some(other)) => own.text == other.text,
                    (_, None, None) => true,
                    _ => false,
                };
                let kind = self.new.nodes.get(*j).map(|new| new.kind);
                there && kind == Some(node.kind)
            });
            found.extend(partner.map(|place| (i, free_new.remove(place))));
        }
        drop(statements);
        let mut progress = false;
        for (i, j) in found {
            progress |= self.add(i, j);
        }
        progress
    }

    /// Whether two values are surely not the same: both are known, and are no pair. What an added or a removed operation writes is
    /// explained by that operation.
    pub(super) fn differ(&self, old: Value, new: Value) -> bool {
        match (old, new) {
            (Value::Constant(a, _), Value::Constant(b, _)) => a != b,
            (Value::Leaf(a), Value::Leaf(b)) => {
                self.leaves.number(Which::Old, a).is_none()
                    || self.leaves.number(Which::Old, a) != self.leaves.number(Which::New, b)
            }
            (Value::Made(a, output), Value::Made(b, of)) => match self.partner(a) {
                Some(partner) => self.known(b) && (partner, output) != (b, of),
                None => false,
            },
            (Value::Made(a, _), _) => self.partner(a).is_some(),
            (_, Value::Made(b, _)) => self.known(b),
            (Value::Unknown, Value::Unknown) => false,
            _ => true,
        }
    }

    /// Whether some operand of two operations is surely another one; a constant may be.
    fn contradict(&self, old: usize, new: usize) -> bool {
        let operands = (self.old.nodes.get(old), self.new.nodes.get(new));
        let (Some(old), Some(new)) = operands else {
            return true;
        };
        let constants =
            |a: &Value, b: &Value| matches!((a, b), (Value::Constant(..), Value::Constant(..)));
        let both = old.operands.iter().zip(&new.operands);
        let mut other = both.filter(|(a, b)| !constants(a, b) && self.differ(**a, **b));
        old.operands.len() != new.operands.len() || other.next().is_some()
    }

    /// Results, and next values of state, that come from another operation.
    pub(super) fn exits(&self) -> Vec<BoundaryChange> {
        let mut changes = Vec::new();
        let mut compare = |what: String, old: Value, new: Value| {
            if self.differ(old, new) {
                changes.push(BoundaryChange {
                    kind: Kind::Changed,
                    what,
                    old: Some(self.old.describe(old)),
                    new: Some(self.new.describe(new)),
                });
            }
        };
        let results = self.old.program.results().iter().zip(&self.old.results);
        for (result, old) in results {
            let mut others = self.new.program.results().iter().zip(&self.new.results);
            if let Some((_, new)) = others.find(|(other, _)| other.name == result.name) {
                compare(format!("value of {}", result.name), *old, *new);
            }
        }
        for (leaf, old) in &self.old.next {
            let number = self.leaves.number(Which::Old, *leaf);
            let same = |other: &usize| {
                number.is_some() && self.leaves.number(Which::New, *other) == number
            };
            if let Some((_, new)) = self.new.next.iter().find(|(other, _)| same(other)) {
                let name = self.old.describe(Value::Leaf(*leaf));
                compare(format!("next value of {name}"), *old, *new);
            }
        }
        changes
    }
}

/// The places of a longest common subsequence, by the algorithm of E. Myers, "An O(ND) difference algorithm and its variations" (1986).
pub(super) fn common(old: &[u64], new: &[u64]) -> Vec<(usize, usize)> {
    let mut same = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, old, new) {
        if let DiffOp::Equal {
            old_index,
            new_index,
            len,
        } = op
        {
            same.extend((0..len).map(|i| (old_index + i, new_index + i)));
        }
    }
    same
}
