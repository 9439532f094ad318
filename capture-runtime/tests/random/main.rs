//! Programs that draw random numbers. Burn has one generator for each backend, so these tests run one at a time, apart from all others.

#![forbid(unsafe_code)]

#[path = "../common/mod.rs"]
mod common;

mod adversarial;
mod frozen;
mod promise_9;
mod vision;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Keeps the generator for one test.
fn alone() -> MutexGuard<'static, ()> {
    static GENERATOR: Mutex<()> = Mutex::new(());
    GENERATOR.lock().unwrap_or_else(PoisonError::into_inner)
}
