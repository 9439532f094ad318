//! The helper that the README shows, called eagerly and from a program.

use crate::common::{flex, floats, row};
use burn::prelude::*;
use capture_runtime::prelude::*;

/// Scales a gradient down to a norm of at most `max`; called from programs and eagerly.
#[capture_fn]
fn clip(g: Tensor<1>, #[live] max: f32) -> Tensor<1> {
    let norm = g.clone().square().sum().sqrt();
    g * (norm.clamp_min(1e-6).recip() * max).clamp_max(1.0)
}

#[capture_program(strict)]
fn clipped(g: Tensor<1>, #[live] max: f32) -> Tensor<1> {
    clip(g, max) * 2.0
}

#[test]
fn the_helper_of_the_readme_clips() {
    assert_eq!(floats(&clip(row([3.0, 4.0]), 1.0)), [0.6, 0.8]);
    let mut session = clipped::on(&flex()).unwrap();
    for max in [1.0, 10.0, 2.5] {
        let eager = clipped(row([3.0, 4.0]), max);
        let replayed = session.replay(row([3.0, 4.0]), max).unwrap();
        assert_eq!(floats(&replayed), floats(&eager));
    }
}
