//! Captures an ordinary Burn function, most of all a training step, as a graph, and replays it safely.
//!
//! Put [`capture_program`] on a function; the function stays as it is, and beside it there is `on`, which starts a [`Session`] on a
//! device, and `capture`, which makes a [`Program`] without one.
//!
//! ```
//! use burn::prelude::*;
//! use capture_runtime::prelude::*;
//!
//! #[capture_program]
//! fn scale(x: Tensor<1>, #[live] by: f32) -> Tensor<1> {
//!     x * by
//! }
//!
//! let device = Device::flex();
//! let mut session = scale::on(&device)?;
//! let doubled = session.replay(Tensor::from_floats([1.0, 2.0], &device), 2.0)?;
//! assert_eq!(doubled.into_data(), TensorData::from([2.0f32, 4.0]));
//!
//! println!("{}", scale::capture(TensorSpec::float([2]))?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What crosses a program's boundary, and how: inputs are [`ProgramInput`], results [`ProgramOutput`], weights (`&T`) and state
//! (`&mut T`) are Burn modules or [`ProgramState`], `#[live]` numbers are [`Live`] while capturing, and `#[frozen]` values are part of
//! the program. Optimizers that can be captured are in [`optim`].

#![cfg_attr(not(feature = "_cube"), forbid(unsafe_code))]
// What only device graphs use stands unused in a build for Flex alone; a build with a device has these lints.
#![cfg_attr(not(feature = "_cube"), allow(dead_code, unused_variables))]

mod archive;
mod autodiff;
mod boundary;
mod capture;
mod costs;
mod definition;
mod document;
mod engine;
mod error;
mod graph;
mod guards;
mod helper;
mod live;
mod macros;
pub mod optim;
mod passes;
pub mod prelude;
#[doc(hidden)]
pub mod private;
mod session;
mod tensor;
mod testing;

pub use archive::{Archive, Limits, Replayer};
pub use boundary::{
    Argument, Arguments, FrozenValue, Inspection, Leaf, LeafKind, LeafMapper, Parts, ProgramInput,
    ProgramOutput, ProgramState, Reader, SpecError, TensorSpec, Token, ValueRange, Watch,
};
pub use burn::tensor::Device;
pub use costs::{Cost, Costs, KindCost, LiveRange, Peak, StatementCost};
pub use definition::{Parameter, Role};
pub use engine::{Engine, EngineChoice, Piece, while_nothing_records};
pub use error::{
    ArchiveCause, ArchiveError, Change, RecordCause, RecordError, ReplayError, Statement,
};
pub use graph::{Binding, Operation, Program, Signature};
pub use guards::{can_move, is_placeholder};
pub use live::{Condition, Live, LiveCast, LiveNumber, ScalarOperand, select};
#[doc(inline)]
pub use macros::{ProgramInput, ProgramOutput, ProgramState, capture_fn, capture_program};
#[doc(hidden)]
pub use private as __private;
pub use session::{Borrowed, BorrowingSession, Report, Session};
pub use tensor::Kind;
