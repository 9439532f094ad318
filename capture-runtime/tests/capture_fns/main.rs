//! Helpers that are checked like programs, and programs inside programs.

#![forbid(unsafe_code)]

#[path = "../common/mod.rs"]
mod common;
mod generic;
mod helpers;
mod inlined;
mod readme;
