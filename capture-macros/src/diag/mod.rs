//! What the compiler says: one builder, one catalogue, one accumulator.

mod code;
mod errors;

pub(crate) use code::Code;
pub(crate) use errors::{Diagnostic, Errors};
