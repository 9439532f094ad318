//! The heap that a training step needs, eager and replayed: a process of its own, since counting allocations slows them down.
//!
//! Prints one line for each form: its name, the peak of one step above what is held between steps, and the peak of a whole
//! training of ten steps with everything that it creates, in bytes.

#![forbid(unsafe_code)]

use benches::training::Start;
use burn::prelude::*;
use peakmem_alloc::{INSTRUMENTED_SYSTEM, PeakMemAlloc, PeakMemAllocTrait};
use std::alloc::System;
use std::hint::black_box;

#[global_allocator]
static ALLOCATOR: &PeakMemAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() {
    let device = Device::flex();
    let start = Start::new(&device);
    // What is allocated once per process, such as thread pools, is allocated before anything is measured.
    let (mut eager, mut burn, mut replayed) = (
        start.eager(&device),
        start.eager_burn(&device),
        start.replayed(&device),
    );
    for _ in 0..3 {
        eager.step();
        burn.step();
        replayed.step();
    }
    let steps = [
        peak(|| _ = black_box(eager.step())),
        peak(|| _ = black_box(burn.step())),
        peak(|| _ = black_box(replayed.step())),
    ];
    drop((eager, burn, replayed));
    let trainings = [
        peak(|| {
            let mut eager = start.eager(&device);
            (0..10).for_each(|_| _ = black_box(eager.step()));
        }),
        peak(|| {
            let mut burn = start.eager_burn(&device);
            (0..10).for_each(|_| _ = black_box(burn.step()));
        }),
        peak(|| {
            let mut replayed = start.replayed(&device);
            (0..10).for_each(|_| _ = black_box(replayed.step()));
        }),
    ];
    for ((name, step), training) in ["eager", "eager-burn", "replayed"]
        .iter()
        .zip(steps)
        .zip(trainings)
    {
        println!("{name} {step} {training}");
    }
}

/// The bytes that `run` allocates at most beyond what it found.
fn peak(run: impl FnOnce()) -> usize {
    ALLOCATOR.reset_peak_memory();
    run();
    ALLOCATOR.get_peak_memory()
}
