//! The programs of the runtime's own tests in a crate of the 2021 edition.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::pedantic)]

extern crate engine as capture_runtime;

#[path = "../../capture-runtime/tests/citizen/mod.rs"]
pub mod citizen;

#[test]
fn everything_runs_as_eagerly() {
    citizen::check();
}
