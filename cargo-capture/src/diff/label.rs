//! Numbers of operations: equal for two operations exactly where what the number stands for is equal.
//!
//! Value numbering (J. Cocke and J. T. Schwartz, "Programming languages and their compilers", 1970) across two programs: the number of an
//! operation is that of its kind with the numbers of its operands. A number *downstream* is that of its kind with those of everything that
//! reads it. A change leaves the numbers of what is not computed from it, and the numbers downstream of what it is not computed from:
//! between the two, one change leaves every other operation a number to be known by.

use super::boundary::Leaves;
use super::side::{Side, Use, Value};
use burn::tensor::TensorData;
use std::collections::HashMap;

/// Numbers for what is equal, the same for both programs.
#[derive(Default)]
pub(super) struct Interner {
    texts: HashMap<String, u64>,
    data: HashMap<(String, Vec<u8>), u64>,
    words: HashMap<Vec<u64>, u64>,
}

impl Interner {
    pub(super) fn text(&mut self, text: &str) -> u64 {
        let next = self.texts.len() as u64;
        match self.texts.get(text) {
            Some(number) => *number,
            None => *self.texts.entry(text.to_owned()).or_insert(next),
        }
    }

    pub(super) fn data(&mut self, data: &TensorData) -> u64 {
        let next = self.data.len() as u64;
        let ty = format!("{:?} {:?}", data.dtype(), data.shape());
        *self
            .data
            .entry((ty, data.as_bytes().to_vec()))
            .or_insert(next)
    }

    pub(super) fn words(&mut self, words: Vec<u64>) -> u64 {
        let next = self.words.len() as u64;
        *self.words.entry(words).or_insert(next)
    }
}

/// Which program of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    Old,
    New,
}

/// How much of an operation its number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grain {
    /// Everything that it computes.
    Exact,
    /// Its kind.
    Kind,
}

/// What labels are made from: one program, and what is known of its operations.
pub(super) struct Labels<'a, 'p> {
    pub(super) which: Which,
    pub(super) side: &'a Side<'p>,
    /// For each operation the number of its pair, where it has a partner.
    pub(super) pairs: &'a [Option<usize>],
    pub(super) leaves: &'a Leaves,
    pub(super) grain: Grain,
}

// The first word of a number says what it is one of.
const PAIR: u64 = 0;
const OPERATION: u64 = 1;
const LEAF: u64 = 2;
const OLD_LEAF: u64 = 3;
const NEW_LEAF: u64 = 4;
const CONSTANT: u64 = 5;
const MADE: u64 = 6;
const USED: u64 = 7;
const OPERAND: u64 = 8;
const RESULT: u64 = 9;
const NEXT: u64 = 10;
const UNKNOWN: u64 = 11;

impl Labels<'_, '_> {
    fn key(&self, node: usize) -> u64 {
        let node = self.side.nodes.get(node);
        node.map_or(0, |node| match self.grain {
            Grain::Exact => node.exact,
            Grain::Kind => node.kind,
        })
    }

    fn leaf(&self, leaf: usize) -> [u64; 2] {
        match (self.leaves.number(self.which, leaf), self.which) {
            (Some(pair), _) => [LEAF, pair as u64],
            (None, Which::Old) => [OLD_LEAF, leaf as u64],
            (None, Which::New) => [NEW_LEAF, leaf as u64],
        }
    }

    /// An operand, where `of` numbers the operations.
    fn operand(&self, value: Value, of: impl Fn(usize) -> u64) -> Vec<u64> {
        match value {
            Value::Leaf(leaf) => self.leaf(leaf).to_vec(),
            Value::Constant(data, _) => match self.grain {
                Grain::Exact => vec![CONSTANT, data],
                Grain::Kind => vec![CONSTANT],
            },
            Value::Made(operation, output) => vec![MADE, of(operation), output as u64],
            Value::Unknown => vec![UNKNOWN],
        }
    }

    fn pair(&self, node: usize) -> Option<u64> {
        let pair = self.pairs.get(node).copied().flatten()?;
        Some(pair as u64)
    }

    /// The operation as its partners number it, or by its kind and its operands.
    fn over(&self, i: usize, interner: &mut Interner, of: impl Fn(usize) -> u64) -> u64 {
        if let Some(pair) = self.pair(i) {
            return interner.words(vec![PAIR, pair]);
        }
        let mut words = vec![OPERATION, self.key(i)];
        let operands = self.side.nodes.get(i).map(|node| node.operands.as_slice());
        for value in operands.unwrap_or_default() {
            let operand = interner.words(self.operand(*value, &of));
            words.push(operand);
        }
        interner.words(words)
    }

    /// Numbers by operands, theirs and so on up to the boundary or a pair.
    pub(super) fn upstream(&self, interner: &mut Interner) -> Vec<u64> {
        let mut labels: Vec<u64> = Vec::with_capacity(self.side.nodes.len());
        for i in 0..self.side.nodes.len() {
            let label = self.over(i, interner, |made| labels.get(made).copied().unwrap_or(0));
            labels.push(label);
        }
        labels
    }

    /// Numbers by operands alone, of which only the kind counts.
    pub(super) fn nearby(&self, interner: &mut Interner) -> Vec<u64> {
        let alone = |i: usize, interner: &mut Interner| match self.pair(i) {
            Some(pair) => interner.words(vec![PAIR, pair]),
            None => interner.words(vec![OPERATION, self.key(i)]),
        };
        let count = self.side.nodes.len();
        let alone: Vec<u64> = (0..count).map(|i| alone(i, interner)).collect();
        let of = |made: usize| alone.get(made).copied().unwrap_or(0);
        (0..count).map(|i| self.over(i, interner, of)).collect()
    }

    /// Numbers by who reads the results, who reads theirs and so on.
    pub(super) fn downstream(&self, interner: &mut Interner) -> Vec<u64> {
        let mut labels = vec![0; self.side.nodes.len()];
        for (i, node) in self.side.nodes.iter().enumerate().rev() {
            let label = match self.pair(i) {
                Some(pair) => interner.words(vec![PAIR, pair]),
                None => {
                    let mut uses: Vec<u64> = node
                        .uses
                        .iter()
                        .map(|(output, by)| {
                            let by = match by {
                                Use::Operand(reader, place) => {
                                    let reader = labels.get(*reader).copied().unwrap_or(0);
                                    vec![OPERAND, reader, *place as u64]
                                }
                                Use::Result(name) => vec![RESULT, *name],
                                Use::Next(leaf) => {
                                    let [kind, leaf] = self.leaf(*leaf);
                                    vec![NEXT, kind, leaf]
                                }
                            };
                            let mut words = vec![USED, *output as u64];
                            words.extend(by);
                            interner.words(words)
                        })
                        .collect();
                    uses.sort_unstable();
                    let mut words = vec![USED, self.key(i)];
                    words.extend(uses);
                    interner.words(words)
                }
            };
            if let Some(place) = labels.get_mut(i) {
                *place = label;
            }
        }
        labels
    }
}
