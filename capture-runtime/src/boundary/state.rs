//! The types that a session holds: weights and state.

use super::Inspection;
use crate::tensor;
use burn::module::{Flag, Param};
use burn::tensor::{Device, Tensor, kind::Basic};
use burn_dispatch::DispatchTensor;

/// A hold on the parts of one module that its clones share: running statistics.
pub struct Watch {
    /// Folds pending updates into the statistics.
    pub(crate) sync: Box<dyn Fn()>,
    /// Replaces the statistics by tensors of one element, by which they are told from parameters.
    pub(crate) mark: Box<dyn Fn()>,
}

/// What a leaf of a held value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeafKind {
    /// A parameter of a module; `active` when it takes part in training.
    Parameter {
        /// Whether training computes a gradient for it.
        active: bool,
    },
    /// A running statistic of a module, written by its forward pass.
    Running,
    /// A tensor without a gradient: optimizer moments, plain tensors.
    Buffer,
}

/// One tensor of a held value.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// What it is.
    pub kind: LeafKind,
    /// The tensor.
    pub tensor: DispatchTensor,
}

/// What is done to each tensor of a held value, in a fixed order.
pub trait LeafMapper {
    /// The leaves that come belong to `name`.
    fn enter(&mut self, name: &str);
    /// The leaves that come belong to what was entered before.
    fn exit(&mut self);
    /// Replaces one tensor.
    fn leaf(&mut self, leaf: Leaf) -> DispatchTensor;
    /// The device onto which a module's tensors that are no leaves move first: tables and encodings, which Burn's traversal passes by.
    fn constants(&self) -> Option<Device> {
        None
    }
    /// Replaces a module's training flag.
    fn flag(&mut self, flag: Param<Flag>) -> Param<Flag> {
        flag
    }
}

/// A type that a session can hold as weights (`&T`) or state (`&mut T`): tensors, tuples, arrays, `Vec`, `Option` of
/// them, capturable optimizers, and structs that derive this. Every Burn `Module` can be held as well.
///
/// Fields that are neither, such as numbers, are part of the program: a step that changes one is refused, since
/// the change would happen once per capture and not once per replay.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the weights or the state of a captured program",
    label = "neither a `ProgramState` nor a Burn `Module`",
    note = "modules, tensors, the optimizers of `capture_runtime::optim`, and structs with `#[derive(ProgramState)]` can be held",
    note = "Burn's own optimizers count steps on the host, which a capture would freeze: use `capture_runtime::optim::{{Sgd, Adam, AdamW}}`"
)]
pub trait ProgramState: Sized {
    /// Replaces every tensor, in a fixed order.
    fn map_leaves(self, mapper: &mut dyn LeafMapper) -> Self;

    /// A copy that shares buffers but nothing that can be written through.
    fn detached(&self) -> Self;

    /// Adds what a first step would create, with its initial value: `after` is this value after one captured step.
    fn settle(&mut self, after: &Self) {
        let _ = after;
    }

    /// Adds what the value has beside its tensors: what of it is part of a program.
    fn inspect(&self, out: &mut Inspection) {
        let _ = out;
    }

    /// Adds what keeps shared parts of the value usable between two statements of a captured program.
    fn watch(&self, out: &mut Vec<Watch>) {
        let _ = out;
    }
}

impl<const D: usize, K: Basic> ProgramState for Tensor<D, K> {
    fn map_leaves(self, mapper: &mut dyn LeafMapper) -> Self {
        let tensor = tensor::erase(self);
        let kind = if tensor::requires_grad(&tensor) {
            LeafKind::Parameter { active: true }
        } else {
            LeafKind::Buffer
        };
        tensor::restore(mapper.leaf(Leaf { kind, tensor }))
    }

    fn detached(&self) -> Self {
        self.clone()
    }
}

impl<T: ProgramState> ProgramState for Vec<T> {
    fn map_leaves(self, mapper: &mut dyn LeafMapper) -> Self {
        self.into_iter()
            .enumerate()
            .map(|(i, value)| within(mapper, &i.to_string(), |mapper| value.map_leaves(mapper)))
            .collect()
    }

    fn detached(&self) -> Self {
        self.iter().map(T::detached).collect()
    }

    fn settle(&mut self, after: &Self) {
        for (value, after) in self.iter_mut().zip(after) {
            value.settle(after);
        }
    }

    fn inspect(&self, out: &mut Inspection) {
        for (i, value) in self.iter().enumerate() {
            out.within(&i.to_string(), |out| value.inspect(out));
        }
    }

    fn watch(&self, out: &mut Vec<Watch>) {
        self.iter().for_each(|value| value.watch(out));
    }
}

impl<T: ProgramState> ProgramState for Option<T> {
    fn map_leaves(self, mapper: &mut dyn LeafMapper) -> Self {
        self.map(|value| value.map_leaves(mapper))
    }

    fn detached(&self) -> Self {
        self.as_ref().map(T::detached)
    }

    fn settle(&mut self, after: &Self) {
        if let (Some(value), Some(after)) = (self, after) {
            value.settle(after);
        }
    }

    fn inspect(&self, out: &mut Inspection) {
        for (i, value) in self.iter().enumerate() {
            out.within(&i.to_string(), |out| value.inspect(out));
        }
    }

    fn watch(&self, out: &mut Vec<Watch>) {
        self.iter().for_each(|value| value.watch(out));
    }
}

impl<T: ProgramState, const N: usize> ProgramState for [T; N] {
    fn map_leaves(self, mapper: &mut dyn LeafMapper) -> Self {
        let mut i = 0;
        self.map(|value| {
            i += 1;
            within(mapper, &(i - 1).to_string(), |mapper| {
                value.map_leaves(mapper)
            })
        })
    }

    fn detached(&self) -> Self {
        core::array::from_fn(|i| self[i].detached())
    }

    fn settle(&mut self, after: &Self) {
        for (value, after) in self.iter_mut().zip(after) {
            value.settle(after);
        }
    }

    fn inspect(&self, out: &mut Inspection) {
        for (i, value) in self.iter().enumerate() {
            out.within(&i.to_string(), |out| value.inspect(out));
        }
    }

    fn watch(&self, out: &mut Vec<Watch>) {
        self.iter().for_each(|value| value.watch(out));
    }
}

macro_rules! tuples {
    ($(($($T:ident $i:tt),*))*) => {$(
        impl<$($T: ProgramState),*> ProgramState for ($($T,)*) {
            fn map_leaves(self, mapper: &mut dyn LeafMapper) -> Self {
                ($(within(mapper, stringify!($i), |mapper| self.$i.map_leaves(mapper)),)*)
            }

            fn detached(&self) -> Self {
                ($(self.$i.detached(),)*)
            }

            fn settle(&mut self, after: &Self) {
                $(self.$i.settle(&after.$i);)*
            }

            fn inspect(&self, out: &mut Inspection) {
                $(out.within(stringify!($i), |out| self.$i.inspect(out));)*
            }

            fn watch(&self, out: &mut Vec<Watch>) {
                $(self.$i.watch(out);)*
            }
        }
    )*};
}

tuples! {
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
}

/// Runs `inner` with the leaves it visits belonging to `name`.
pub(crate) fn within<R>(
    mapper: &mut dyn LeafMapper,
    name: &str,
    inner: impl FnOnce(&mut dyn LeafMapper) -> R,
) -> R {
    mapper.enter(name);
    let result = inner(mapper);
    mapper.exit();
    result
}
