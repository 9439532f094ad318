//! The programs of a session, by signature: a bounded number, the least recently used goes first.

use crate::boundary::{FrozenKey, Held, LeafInfo, Token};
use crate::engine::{self, EngineChoice, Runner};
use crate::graph::Program;
use burn::tensor::Device;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;
use std::time::Duration;

/// Everything that decides which program serves a replay.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    pub(super) tokens: Vec<Token>,
    pub(super) frozen: Vec<FrozenKey>,
    /// The structure of weights and state, hashed.
    pub(super) held: u64,
}

/// A program made ready.
pub(super) struct Entry<S> {
    pub(super) key: Key,
    pub(super) names: Vec<String>,
    pub(super) program: Arc<Program>,
    pub(super) runner: Box<dyn Runner>,
    /// The state's structure after a replay, where a replay changes it.
    pub(super) next: Option<Held<S>>,
}

/// The programs, the most recently used first.
pub(super) struct Cache<S> {
    entries: Vec<Entry<S>>,
    bound: usize,
}

impl<S> Cache<S> {
    pub(super) fn new(bound: usize) -> Self {
        Self {
            entries: Vec::new(),
            bound: bound.max(1),
        }
    }

    /// Moves the program for `key` to the front; `false` when there is none.
    pub(super) fn find(&mut self, tokens: &[Token], frozen: &[FrozenKey], held: u64) -> bool {
        let serves = |entry: &Entry<S>| {
            entry.key.held == held && entry.key.tokens == tokens && entry.key.frozen == frozen
        };
        match self.entries.iter().position(serves) {
            Some(i) => {
                self.entries[..=i].rotate_right(1);
                true
            }
            None => false,
        }
    }

    /// Gives every program a new engine.
    pub(super) fn renew(&mut self, device: &Device, choice: EngineChoice) {
        for entry in &mut self.entries {
            let runner = engine::prepare(&entry.program, device, choice, entry.next.is_some());
            entry.runner = runner.unwrap_or_else(|| {
                unreachable!("the device is the one that the program was made ready for")
            });
        }
    }

    /// Adds a program in front; the least recently used goes when there are too many.
    pub(super) fn insert(&mut self, entry: Entry<S>) {
        self.entries.insert(0, entry);
        self.entries.truncate(self.bound);
    }

    /// The program that was used last.
    pub(super) fn first(&self) -> Option<&Entry<S>> {
        self.entries.first()
    }

    /// The program that a replay uses, which was put in front for it.
    pub(super) fn front(&mut self) -> &mut Entry<S> {
        let Some(entry) = self.entries.first_mut() else {
            unreachable!("a program is put in front before it is used")
        };
        entry
    }

    /// The time spent recording graphs of the programs that are kept.
    pub(super) fn recording_time(&self) -> Duration {
        let each = self.entries.iter().map(|entry| entry.runner.status());
        each.map(|status| status.recording_time).sum()
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn programs(&self) -> impl Iterator<Item = &Program> {
        self.entries.iter().map(|entry| &*entry.program)
    }
}

/// Everything of weights and state that decides which program serves, in one number: their leaves, what they have beside
/// them, and which of their parameters are the same.
pub(super) fn structure<W, S>(weights: &Held<W>, state: &Held<S>) -> u64 {
    fn own<T>(held: &Held<T>) -> (&[LeafInfo], u64, &str) {
        (&held.leaves, held.constants, &held.inspection.text)
    }
    let mut both = weights.inspection.clone();
    both.ids.extend(&state.inspection.ids);
    BuildHasherDefault::<DefaultHasher>::default().hash_one((
        own(weights),
        own(state),
        both.pattern(),
    ))
}
