//! `cargo capture` as people run it: the binary, on archives of real programs.

mod common;
mod damaged;
mod models;
mod pages;
mod pairs;
mod pipes;
mod programs;
mod random;
mod reading;
mod replays;
mod revisions;
#[cfg(unix)]
mod terminal;
mod versions;
