//! What the compiler says: one builder, one catalogue, one accumulator.

mod code;
mod errors;
mod warnings;

#[cfg(test)]
mod catalogue;

pub(crate) use code::Code;
#[cfg(test)]
pub(crate) use code::{Explained, GROUPS, explained, is_hidden};
pub(crate) use errors::{Diagnostic, Errors};
pub(crate) use warnings::{Warnings, silenced, silences};
