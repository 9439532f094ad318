//! A captured program: operations, boundary, provenance.

mod build;
mod describe;
mod listing;
mod program;

pub(crate) use build::{Boundary, build};
pub(crate) use describe::{operation_name, renamed, scalars};
pub use listing::ty;
pub(crate) use program::Origin;
pub use program::{Binding, Operation, Program, Signature};
