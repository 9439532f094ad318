//! The derives that carry structs across a program's boundary, field by field.

mod input;
mod output;
mod state;
mod structure;

pub(crate) use input::input;
pub(crate) use output::output;
pub(crate) use state::state;
pub(crate) use structure::Struct;
