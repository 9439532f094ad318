//! A global is read when the program is captured, and not looked at again.

#![deny(deprecated)]

use burn::prelude::*;
use capture_runtime::prelude::*;
use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

static FACTOR: AtomicI64 = AtomicI64::new(2);
static RATE: Mutex<f32> = Mutex::new(0.1);
const SHAPE: [usize; 1] = [4];

thread_local! {
    static DEPTH: Cell<i64> = const { Cell::new(1) };
}

#[capture_program]
fn scaled(x: Tensor<1>) -> Tensor<1> {
    let factor = FACTOR.load(Ordering::Relaxed); //~ ERROR static `FACTOR` is read once, at capture, and not at `replay()` [CP0905]
    let rate = *RATE.lock().unwrap(); //~ ERROR static `RATE` is read once [CP0905]
    let depth = DEPTH.with(Cell::get); //~ ERROR static `DEPTH` is read once [CP0905]
    x.reshape(SHAPE) * rate * (factor * depth) as f32
}

/// It is meant: the program is captured once the value is there.
#[capture_program]
fn silenced(x: Tensor<1>) -> Tensor<1> {
    #[allow(deprecated)]
    let factor = FACTOR.load(Ordering::Relaxed);
    x * factor as f32
}

fn main() {}
