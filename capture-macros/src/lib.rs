//! x

mod analyze;
mod ast;
mod diag;
