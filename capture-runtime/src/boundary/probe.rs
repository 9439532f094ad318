//! Finds how a type is traversed: generated code calls `(&&&Probe::<T>::new()).ops()`.
//!
//! Method lookup takes the receiver with the fewest dereferences first, so [`ViaState`] is preferred to [`ViaModule`],
//! and [`ViaNothing`] is left for types that are neither, where its bound gives the error that explains it. (The technique is
//! David Tolnay's *autoref specialization*.)

use super::state_ops::{via_module, via_state};
use super::{ProgramState, StateOps};
use burn::module::Module;
use core::marker::PhantomData;

/// Asks how `T` is traversed.
pub struct Probe<T>(PhantomData<fn(T)>);

impl<T> Probe<T> {
    /// The question.
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

/// Types that implement [`ProgramState`].
pub trait ViaState<T> {
    /// Their traversal.
    fn ops(&self) -> StateOps<T>;
}

impl<T: ProgramState + 'static> ViaState<T> for &&Probe<T> {
    fn ops(&self) -> StateOps<T> {
        via_state()
    }
}

/// Types that implement Burn's `Module` only.
pub trait ViaModule<T> {
    /// Their traversal.
    fn ops(&self) -> StateOps<T>;
}

impl<T: Module + 'static> ViaModule<T> for &Probe<T> {
    fn ops(&self) -> StateOps<T> {
        via_module()
    }
}

/// Types that implement neither: the bound says what is missing.
pub trait ViaNothing<T> {
    /// Never called.
    fn ops(&self) -> StateOps<T>
    where
        T: ProgramState + 'static;
}

impl<T> ViaNothing<T> for Probe<T> {
    fn ops(&self) -> StateOps<T>
    where
        T: ProgramState + 'static,
    {
        via_state()
    }
}
