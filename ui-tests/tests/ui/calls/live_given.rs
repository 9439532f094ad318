//! A live number is given to functions that take a number of the host.

use burn::prelude::*;
use capture_runtime::prelude::*;

fn decayed(x: Tensor<2>, rate: f64) -> Tensor<2> {
    x * (1.0 - rate)
}

struct Schedule {
    last: f32,
}

impl Schedule {
    fn scaled(&self, x: Tensor<2>, rate: f32) -> Tensor<2> {
        x * rate * self.last
    }

    fn new(last: f32) -> Self {
        Self { last }
    }
}

/// As it is, and what is computed from it.
#[capture_program]
fn step(x: Tensor<2>, #[live] rate: f64) -> Tensor<2> {
    let x = decayed(x, rate); //~ ERROR mismatched types [E0308]
    decayed(x, rate * 0.5) //~ ERROR mismatched types [E0308]
}

/// Methods, and functions that make a value.
#[capture_program]
fn scheduled(x: Tensor<2>, #[live] rate: f32) -> Tensor<2> {
    let schedule = Schedule::new(rate); //~ ERROR mismatched types [E0308]
    schedule.scaled(x, -rate) //~ ERROR mismatched types [E0308]
}

fn main() {}
