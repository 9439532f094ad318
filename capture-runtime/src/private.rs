//! The only items that generated code names. Not part of the API.

pub use crate::__capture_at as at;
pub use crate::archive::{Stored, read};
pub use crate::autodiff::{
    Gradients, backward, from_grads, from_module, from_params, grad, grad_remove, grad_replace,
    to_program_device, with_autodiff, without_autodiff,
};
pub use crate::boundary::{
    FrozenProbe, LeafMapper, Parts, Probe, ProgramInput, ProgramOutput, ProgramState, Reader,
    StateOps, ViaFloat, ViaHash, ViaModule, ViaNoKey, ViaNothing, ViaState, Watch,
};
pub use crate::capture::{Entered, capturing, enter, inlined, statement, supports_dtype};
pub use crate::definition::{Definition, Meta, Parameter, Recapture, Role};
pub use crate::document::{bytes, decimal, documented};
pub use crate::engine::EngineChoice;
pub use crate::error::Statement as Site;
pub use crate::graph::ty;
pub use crate::helper::{CaptureFn, known};
pub use crate::live::{Live, LiveArgument, LiveCast, World, scalar};
pub use crate::session::Inputs;
pub use crate::testing::{Drawn, Example, captured, generated, replay_equals_eager};
