//! x
#![allow(dead_code)]

mod analyze;
mod ast;
mod diag;
