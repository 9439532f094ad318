//! A session: a program at work on a device, with the weights and the state that it holds.

/// Calls a macro with the arguments of every number of parameters that a program may have.
macro_rules! arities {
    ($each:ident) => {
        $each! {
            ()
            (A a)
            (A a, B b)
            (A a, B b, C c)
            (A a, B b, C c, D d)
            (A a, B b, C c, D d, E e)
            (A a, B b, C c, D d, E e, G g)
            (A a, B b, C c, D d, E e, G g, H h)
            (A a, B b, C c, D d, E e, G g, H h, J j)
            (A a, B b, C c, D d, E e, G g, H h, J j, K k)
            (A a, B b, C c, D d, E e, G g, H h, J j, K k, L l)
            (A a, B b, C c, D d, E e, G g, H h, J j, K k, L l, M m)
            (A a, B b, C c, D d, E e, G g, H h, J j, K k, L l, M m, N n)
        }
    };
}
use arities;

mod archive;
mod borrow;
mod cache;
mod held;
mod inputs;
mod replay;
mod report;
mod start;

pub use borrow::{Borrowed, BorrowingSession};
pub use inputs::Inputs;
pub use report::Report;

use crate::boundary::{Arguments, FrozenKey, Held};
use crate::definition::Definition;
use crate::engine::{EngineChoice, State};
use burn::tensor::{Device, DeviceSettings};
use burn_dispatch::DispatchTensor;
use cache::Cache;
use std::sync::Arc;

/// A captured function on a device: it holds the weights and the state, and [`replay`](Session::replay) takes the rest.
///
/// `I` is the tuple of the replay's arguments, `O` the result, `S` the state, `W` the weights and `F` the frozen values: `()` where
/// there is none, the type itself where there is one, a tuple where there are several, in parameter order.
///
/// The generated function `on` starts one. A session is `Send`; it is not `Sync`, since a replay changes it.
pub struct Session<I: Arguments, O, S = (), W = (), F = ()> {
    definition: Definition<I, O, S, W, F>,
    names: Vec<&'static str>,
    device: Device,
    settings: DeviceSettings,
    trains: bool,
    /// What weights and state say of the program, in one number; `None` after they changed.
    structure: Option<u64>,
    state: Held<S>,
    state_tensors: State,
    weights: Held<W>,
    weight_tensors: Vec<DispatchTensor>,
    /// The same as long as the weights are.
    weight_version: Arc<()>,
    /// Whether a fallback from device graphs is an error.
    want: EngineChoice,
    frozen: F,
    frozen_keys: Vec<FrozenKey>,
    cache: Cache<S>,
    report: report::Counters,
    /// The failure after which the state is lost.
    lost: Option<crate::error::ReplayError>,
}

impl<I: Arguments, O, S, W, F> core::fmt::Debug for Session<I, O, S, W, F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Session")
            .field("program", &self.definition.meta.name)
            .field("device", &self.device)
            .finish_non_exhaustive()
    }
}
