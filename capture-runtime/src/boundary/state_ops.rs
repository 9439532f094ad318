//! What can be done with a held value of type `T`, whichever way `T` is traversed.

use super::Inspection;
use super::module;
use super::state::{LeafMapper, ProgramState, Watch, within};
use burn::module::Module;
use core::marker::PhantomData;
use std::sync::Arc;

/// The traversal of a held type: through [`ProgramState`], or through Burn's `Module`.
pub struct StateOps<T>(Arc<dyn Ops<T>>);

impl<T> Clone for StateOps<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

trait Ops<T>: Send + Sync {
    fn map(&self, value: T, mapper: &mut dyn LeafMapper) -> T;
    fn detached(&self, value: &T) -> T;
    fn settle(&self, value: &mut T, after: &T);
    fn inspect(&self, value: &T, out: &mut Inspection);
    fn watch(&self, value: &T, out: &mut Vec<Watch>);
}

impl<T> StateOps<T> {
    /// Replaces every tensor of `value`.
    pub fn map(&self, value: T, mapper: &mut dyn LeafMapper) -> T {
        self.0.map(value, mapper)
    }

    /// Replaces every tensor of a field.
    pub fn map_field(name: &str, ops: Self, value: T, mapper: &mut dyn LeafMapper) -> T {
        within(mapper, name, |mapper| ops.map(value, mapper))
    }

    /// A copy that shares buffers but nothing that can be written through.
    pub fn detach(&self, value: &T) -> T {
        self.0.detached(value)
    }

    /// See [`ProgramState::settle`].
    pub fn settle(&self, value: &mut T, after: &T) {
        self.0.settle(value, after);
    }

    /// See [`ProgramState::inspect`].
    pub fn inspect(&self, value: &T, out: &mut Inspection) {
        self.0.inspect(value, out);
    }

    /// Inspects a field.
    pub fn inspect_field(name: &str, ops: &Self, value: &T, out: &mut Inspection) {
        out.within(name, |out| ops.inspect(value, out));
    }

    /// See [`ProgramState::watch`].
    pub fn watch(&self, value: &T, out: &mut Vec<Watch>) {
        self.0.watch(value, out);
    }
}

impl StateOps<()> {
    /// The traversal of nothing.
    pub fn none() -> Self {
        Self(Arc::new(Nothing))
    }

    /// `ops`, with every leaf belonging to `name`.
    pub fn named<T: 'static>(name: &'static str, ops: StateOps<T>) -> StateOps<T> {
        StateOps(Arc::new(Named { name, ops }))
    }

    /// The traversal of a tuple of held values.
    pub fn tuple<O: TupleOps>(ops: O) -> StateOps<O::Value> {
        ops.into_ops()
    }
}

struct Nothing;

impl Ops<()> for Nothing {
    fn map(&self, (): (), _mapper: &mut dyn LeafMapper) {}
    fn detached(&self, (): &()) {}
    fn settle(&self, (): &mut (), (): &()) {}
    fn inspect(&self, (): &(), _out: &mut Inspection) {}
    fn watch(&self, (): &(), _out: &mut Vec<Watch>) {}
}

struct Named<T> {
    name: &'static str,
    ops: StateOps<T>,
}

impl<T> Ops<T> for Named<T> {
    fn map(&self, value: T, mapper: &mut dyn LeafMapper) -> T {
        within(mapper, self.name, |mapper| self.ops.map(value, mapper))
    }

    fn detached(&self, value: &T) -> T {
        self.ops.detach(value)
    }

    fn settle(&self, value: &mut T, after: &T) {
        self.ops.settle(value, after);
    }

    fn inspect(&self, value: &T, out: &mut Inspection) {
        out.within(self.name, |out| self.ops.inspect(value, out));
    }

    fn watch(&self, value: &T, out: &mut Vec<Watch>) {
        self.ops.watch(value, out);
    }
}

/// A type traversed through [`ProgramState`].
pub(super) fn via_state<T: ProgramState + 'static>() -> StateOps<T> {
    struct State<T>(PhantomData<fn(T)>);

    impl<T: ProgramState> Ops<T> for State<T> {
        fn map(&self, value: T, mapper: &mut dyn LeafMapper) -> T {
            value.map_leaves(mapper)
        }

        fn detached(&self, value: &T) -> T {
            value.detached()
        }

        fn settle(&self, value: &mut T, after: &T) {
            value.settle(after);
        }

        fn inspect(&self, value: &T, out: &mut Inspection) {
            value.inspect(out);
        }

        fn watch(&self, value: &T, out: &mut Vec<Watch>) {
            value.watch(out);
        }
    }

    StateOps(Arc::new(State(PhantomData::<fn(T)>)))
}

/// A type traversed through Burn's `Module`.
pub(super) fn via_module<T: Module + 'static>() -> StateOps<T> {
    struct ViaModule<T>(PhantomData<fn(T)>);

    impl<T: Module + 'static> Ops<T> for ViaModule<T> {
        fn map(&self, value: T, mapper: &mut dyn LeafMapper) -> T {
            module::map_leaves(value, mapper)
        }

        fn detached(&self, value: &T) -> T {
            module::detached(value)
        }

        fn settle(&self, _value: &mut T, _after: &T) {}

        fn inspect(&self, value: &T, out: &mut Inspection) {
            out.module(value);
        }

        fn watch(&self, value: &T, out: &mut Vec<Watch>) {
            let shared = value.clone();
            let marked = value.clone();
            out.push(Watch {
                sync: Box::new(move || module::sync(&shared)),
                mark: Box::new(move || module::mark(&marked)),
            });
        }
    }

    StateOps(Arc::new(ViaModule(PhantomData::<fn(T)>)))
}

/// A tuple of traversals.
pub trait TupleOps {
    /// The tuple of values.
    type Value;
    /// The traversal of the tuple.
    fn into_ops(self) -> StateOps<Self::Value>;
}

macro_rules! tuple_ops {
    ($(($($T:ident $i:tt),*))*) => {$(
        impl<$($T: 'static),*> TupleOps for ($(StateOps<$T>,)*) {
            type Value = ($($T,)*);
            fn into_ops(self) -> StateOps<Self::Value> {
                StateOps(Arc::new(self))
            }
        }

        impl<$($T: 'static),*> Ops<($($T,)*)> for ($(StateOps<$T>,)*) {
            fn map(&self, value: ($($T,)*), mapper: &mut dyn LeafMapper) -> ($($T,)*) {
                ($(self.$i.map(value.$i, mapper),)*)
            }
            fn detached(&self, value: &($($T,)*)) -> ($($T,)*) {
                ($(self.$i.detach(&value.$i),)*)
            }
            fn settle(&self, value: &mut ($($T,)*), after: &($($T,)*)) {
                $(self.$i.settle(&mut value.$i, &after.$i);)*
            }
            fn inspect(&self, value: &($($T,)*), out: &mut Inspection) {
                $(self.$i.inspect(&value.$i, out);)*
            }
            fn watch(&self, value: &($($T,)*), out: &mut Vec<Watch>) {
                $(self.$i.watch(&value.$i, out);)*
            }
        }
    )*};
}

tuple_ops! {
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}
