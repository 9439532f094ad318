//! Random operations: drawn in front of the graphs, with the numbers of eager code.

use super::programs::noise;
use super::{ramp, required, values};
use burn::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Burn has one generator for all: checks that seed it exclude each other.
pub(super) fn alone() -> MutexGuard<'static, ()> {
    static GENERATOR: Mutex<()> = Mutex::new(());
    GENERATOR.lock().unwrap_or_else(PoisonError::into_inner)
}

fn drawn((first, second): (Tensor<1>, Tensor<1>)) -> (Vec<f32>, Vec<f32>) {
    (values(first), values(second))
}

pub(super) fn random_numbers_are_fresh(device: &Device) {
    let _alone = alone();
    let mut session = required(noise::on(device));
    let x = ramp([4], 3, device);
    let draws: Vec<_> = (0..4)
        .map(|_| drawn(session.replay(x.clone()).unwrap()))
        .collect();
    for (i, draw) in draws.iter().enumerate() {
        for other in &draws[i + 1..] {
            assert_ne!(draw.0, other.0, "the first numbers repeat");
            assert_ne!(draw.1, other.1, "the second numbers repeat");
        }
    }
}

pub(super) fn random_numbers_follow_the_seed(device: &Device) {
    let _alone = alone();
    let mut session = required(noise::on(device));
    let x = ramp([4], 3, device);
    session.warm_up(x.clone()).unwrap();
    device.seed(42);
    let eager: Vec<_> = (0..3).map(|_| drawn(noise(x.clone()))).collect();
    for _ in 0..2 {
        session.seed(42);
        let replayed: Vec<_> = (0..3)
            .map(|_| drawn(session.replay(x.clone()).unwrap()))
            .collect();
        assert_eq!(replayed, eager, "the numbers after one seed");
    }
}

pub(super) fn warm_up_draws_nothing(device: &Device) {
    let _alone = alone();
    let x = ramp([4], 3, device);
    device.seed(7);
    let expected = drawn(noise(x.clone()));
    let mut session = required(noise::on(device));
    session.seed(7);
    session.warm_up(x.clone()).unwrap();
    assert_eq!(session.report().recordings, 1);
    assert_eq!(
        drawn(session.replay(x).unwrap()),
        expected,
        "the first numbers after a recording"
    );
}
