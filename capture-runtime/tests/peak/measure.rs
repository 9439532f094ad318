//! Measuring what one replay allocates.

use capture_runtime::Program;
use peakmem_alloc::{INSTRUMENTED_SYSTEM, PeakMemAlloc, PeakMemAllocTrait};
use std::alloc::System;
use std::hint::black_box;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[global_allocator]
static ALLOCATOR: &PeakMemAlloc<System> = &INSTRUMENTED_SYSTEM;

static ALONE: Mutex<()> = Mutex::new(());

/// Waits until no other test of this process measures.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The bytes by which a measurement may fall short of the model: the small things that a replay frees before its peak.
pub(crate) const LESS: u64 = 1024;

/// What a replay allocates beside the elements of tensors: the list of its arguments and results, and for each tensor a counted handle,
/// its shape and its strides.
pub(crate) fn overhead(program: &Program) -> u64 {
    4 * 1024 + 128 * program.operations().len() as u64
}

/// The bytes that a replay allocates at most beyond what is there before it: the least of some replays, since the test harness's own threads
/// may allocate meanwhile.
pub(crate) fn replayed<T>(mut replay: impl FnMut() -> T) -> u64 {
    // What is allocated once per session or thread is allocated before anything is measured.
    for _ in 0..2 {
        black_box(replay());
    }
    let peaks = (0..3).map(|_| {
        ALLOCATOR.reset_peak_memory();
        black_box(replay());
        ALLOCATOR.get_peak_memory() as u64
    });
    peaks.min().unwrap_or_default()
}

/// Checks a measurement against the model. `workspace` are the bytes that operations allocate for themselves.
pub(crate) fn agrees(program: &Program, measured: u64, workspace: u64) -> Result<(), String> {
    let costs = program.costs();
    let modelled = costs.peak().allocated;
    let (least, most) = (
        modelled.saturating_sub(LESS),
        modelled + overhead(program) + workspace,
    );
    if (least..=most).contains(&measured) {
        return Ok(());
    }
    Err(format!(
        "measured {measured} bytes, the model says {modelled}, so between {least} and {most}\n{program}{:#?}",
        costs.peak()
    ))
}
