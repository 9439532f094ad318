//! What crosses a program's boundary, and in what role: inputs, live numbers, results, weights and state.

mod argument;
mod containers;
mod frozen;
mod held;
mod input;
mod inspection;
mod module;
mod parts;
mod probe;
mod spec;
mod state;
mod state_ops;
mod values;

pub use argument::{Argument, Arguments};
pub(crate) use frozen::FrozenKey;
pub use frozen::{FrozenProbe, FrozenValue, ViaFloat, ViaHash, ViaNoKey};
pub(crate) use held::{Collect, Held, LeafInfo, inspect};
pub use input::{ProgramInput, ProgramOutput};
pub use inspection::Inspection;
pub(crate) use inspection::differing;
pub use parts::{Parts, Reader, SpecError, Token};
pub(crate) use parts::{Sample, Value};
pub use probe::{Probe, ViaModule, ViaNothing, ViaState};
pub use spec::TensorSpec;
pub use state::{Leaf, LeafKind, LeafMapper, ProgramState, Watch};
pub use state_ops::StateOps;
pub use values::ValueRange;
