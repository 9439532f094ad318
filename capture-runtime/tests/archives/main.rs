//! Archives: what is saved is what is loaded, bit for bit, and what was not saved by us is an error.

#![forbid(unsafe_code)]

#[path = "../common/mod.rs"]
mod common;

mod corpus;
mod errors;
mod files;
mod fuzz;
mod hostile;
mod kept;
mod mutate;
mod programs;
mod replayer;
mod round_trip;
mod typed;
