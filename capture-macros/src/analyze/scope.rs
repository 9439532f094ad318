//! The bindings that are visible at one place of the body.

use super::value::Value;

/// One name and what stands behind it.
#[derive(Clone)]
struct Binding {
    name: String,
    value: Value,
    /// How many branches and loops surround the declaration: an assignment deeper than this may not
    /// happen, so it adds to what is known instead of replacing it.
    depth: usize,
}

/// The blocks that surround a place, the innermost last.
#[derive(Clone, Default)]
pub(super) struct Scopes {
    blocks: Vec<Vec<Binding>>,
}

impl Scopes {
    /// Opens a block.
    pub(super) fn push(&mut self) {
        self.blocks.push(Vec::new());
    }

    /// Closes the innermost block and forgets its bindings.
    pub(super) fn pop(&mut self) {
        self.blocks.pop();
    }

    /// Declares a name in the innermost block; an earlier one of the same name is shadowed.
    pub(super) fn declare(&mut self, name: String, value: Value, depth: usize) {
        if self.blocks.is_empty() {
            self.push();
        }
        if let Some(block) = self.blocks.last_mut() {
            block.push(Binding { name, value, depth });
        }
    }

    /// What stands behind a name, or nothing where no variable has it.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.bindings()
            .rev()
            .find(|b| b.name == name)
            .map(|b| &b.value)
    }

    /// Records an assignment that happens `depth` branches deep.
    pub(super) fn assign(&mut self, name: &str, value: Value, depth: usize) {
        if let Some(binding) = self.find(name) {
            binding.value = if depth > binding.depth {
                binding.value.join(&value)
            } else {
                value
            };
        }
    }

    /// Adds to what is known about a name.
    pub(super) fn widen(&mut self, name: &str, value: &Value) {
        if let Some(binding) = self.find(name) {
            binding.value = binding.value.join(value);
        }
    }

    fn bindings(&self) -> impl DoubleEndedIterator<Item = &Binding> {
        self.blocks.iter().flatten()
    }

    fn find(&mut self, name: &str) -> Option<&mut Binding> {
        self.blocks
            .iter_mut()
            .rev()
            .flat_map(|block| block.iter_mut().rev())
            .find(|binding| binding.name == name)
    }
}
