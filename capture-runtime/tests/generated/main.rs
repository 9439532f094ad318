//! The tests and pages that the attribute generates: used here as in a user's crate, and shown to fail where they must.

#![forbid(unsafe_code)]

#[path = "../common/mod.rs"]
mod common;
mod containers;
mod failing;
mod held;
mod pages;
mod random;
mod training;
