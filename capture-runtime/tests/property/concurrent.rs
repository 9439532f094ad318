//! Several threads that capture and replay different programs at once do not disturb each other.

use crate::compare::{Bits, equal};
use crate::data::{Setting, config, setting};
use crate::instructions::{Program, program};
use crate::{forward, training};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::sync::Barrier;

/// A program, what it is run on, and whether it trains.
type Job = (Program, Setting, bool);

fn called(job: &Job) -> Vec<Bits> {
    match job {
        (program, setting, true) => training::called(program, setting),
        (program, setting, false) => forward::called(program, setting),
    }
}

fn replayed(job: &Job) -> Result<Vec<Bits>, TestCaseError> {
    match job {
        (program, setting, true) => training::replayed(program, setting),
        (program, setting, false) => forward::replayed(program, setting),
    }
}

/// Runs every job on a thread of its own, all at once.
fn together<T: Send>(jobs: &[Job], run: impl Fn(&Job) -> T + Sync) -> Vec<T> {
    let start = Barrier::new(jobs.len());
    std::thread::scope(|scope| {
        let threads: Vec<_> = jobs
            .iter()
            .map(|job| {
                scope.spawn(|| {
                    start.wait();
                    run(job)
                })
            })
            .collect();
        let join =
            |thread: std::thread::ScopedJoinHandle<'_, T>| thread.join().expect("no thread panics");
        threads.into_iter().map(join).collect()
    })
}

fn check(jobs: &[Job]) -> Result<(), TestCaseError> {
    let called: Vec<_> = jobs.iter().map(called).collect();
    let replayed = together(jobs, replayed);
    for (called, replayed) in called.iter().zip(replayed) {
        for (step, (called, replayed)) in called.iter().zip(&replayed?).enumerate() {
            equal(step as u64, called, replayed)?;
        }
    }
    Ok(())
}

fn jobs(threads: usize) -> impl Strategy<Value = Vec<Job>> {
    vec((program(), setting(1), any::<bool>()), threads)
}

#[test]
fn two_threads_give_the_bits_of_one() {
    proptest!(ProptestConfig { cases: 32, ..config() }, |(jobs in jobs(2))| check(&jobs)?);
}

#[test]
fn four_threads_give_the_bits_of_one() {
    proptest!(ProptestConfig { cases: 32, ..config() }, |(jobs in jobs(4))| check(&jobs)?);
}
