//! Captures a Burn function and replays it.
#![forbid(unsafe_code)]
#![allow(missing_docs)]
mod autodiff;
mod boundary;
mod capture;
mod definition;
mod engine;
mod error;
mod graph;
mod guards;
mod live;
mod passes;
mod session;
mod tensor;
#[doc(hidden)]
pub mod private;

pub use boundary::{Leaf, LeafKind, LeafMapper, Parts, ProgramInput, ProgramOutput, ProgramState, Reader, SpecError, TensorSpec, Watch, Argument, Arguments, Token, FrozenValue};
pub use definition::Role;
pub use engine::Engine;
pub use error::{Change, RecordCause, RecordError, ReplayError, Statement};
pub use graph::{Binding, Operation, Program, Signature};
pub use guards::{can_move, is_placeholder};
pub use live::{Live, LiveNumber, LiveOr, ScalarOperand, select};
pub use session::{Report, Session};
pub use tensor::Kind;
#[doc(hidden)]
pub use private as __private;
pub use burn::tensor::Device;
pub use capture_macros::*;
