//! Programs after public reports, with the outcome that each should have.

#![forbid(unsafe_code)]

#[path = "../common/mod.rs"]
mod common;
mod just_work;
mod refused;
mod traps;
