//! Live numbers that are given to generic functions without `#[capture_fn]`: one function serves both worlds.

use crate::common::{assert_same, flex, row};
use burn::prelude::*;
use capture_runtime::prelude::*;
use core::ops::{Add, Mul};

/// Generic over the number, by what is done with it.
fn scaled<S>(x: Tensor<1>, factor: S) -> Tensor<1>
where
    Tensor<1>: Mul<S, Output = Tensor<1>>,
{
    x * factor
}

fn shifted(x: Tensor<1>, by: impl FnOnce(Tensor<1>) -> Tensor<1>) -> Tensor<1> {
    by(x)
}

fn pair<T>(a: T, b: T) -> [T; 2] {
    [a, b]
}

fn sum<T: Add<Output = T>>(a: T, b: T) -> T {
    a + b
}

struct Held<T> {
    value: T,
}

impl<T: Copy> Held<T> {
    fn new(value: T) -> Self {
        Self { value }
    }

    fn or<U>(&self, other: U) -> (T, U) {
        (self.value, other)
    }
}

#[capture_program]
fn generic(x: Tensor<1>, #[live] rate: f32, #[live] steps: f32) -> Tensor<1> {
    let [a, b] = pair(rate, rate * 2.0);
    let c = Some(sum(a, rate)).map_or(b, |c| c);
    let mut all = Vec::new();
    all.push(rate);
    all.extend([c]);
    let (held, other) = Held::new(rate).or(steps);
    let close = |x: Tensor<1>, by| x * by;
    let x = close(scaled(x, all[1]), held);
    let x = shifted(x, |x| x + rate);
    scaled(x, all[0]) + other
}

#[test]
fn a_generic_function_takes_a_live_number() {
    let mut session = generic::on(&flex()).unwrap();
    for (rate, steps) in [(0.5, 1.0), (0.25, 7.0)] {
        let x = row([1.0, -2.0]);
        let replayed = session.replay(x.clone(), rate, steps).unwrap();
        assert_same(&replayed, &generic(x, rate, steps), "generic");
    }
}
