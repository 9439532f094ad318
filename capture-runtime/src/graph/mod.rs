//! A captured program: operations, boundary, provenance.

mod bools;
mod build;
mod describe;
mod listing;
mod program;

pub(crate) use bools::stored;
pub(crate) use build::{Boundary, build};
pub(crate) use describe::{operation_name, renamed, scalars};
pub use listing::ty;
pub(crate) use program::Origin;
pub use program::{Binding, Operation, Program, Signature};
