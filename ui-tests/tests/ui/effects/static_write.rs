//! A static outlives the capture, and replays do not write it.

use burn::prelude::*;
use capture_runtime::prelude::*;

use std::sync::atomic::{AtomicUsize, Ordering};

static CALLS: AtomicUsize = AtomicUsize::new(0);

#[capture_program]
fn count(x: Tensor<1>) -> Tensor<1> {
    CALLS.fetch_add(1, Ordering::Relaxed); //~ ERROR static `CALLS` is written inside a captured program [CP0502]
    x
}

fn main() {}
