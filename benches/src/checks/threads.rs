//! Sessions and threads.

use super::programs::{Net, add, fit};
use super::{assert_same, ramp, required, values};
use burn::prelude::*;
use capture_runtime::prelude::*;
use capture_runtime::while_nothing_records;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) fn a_replay_on_another_thread(device: &Device) {
    let mut session = required(add::on(device, Tensor::zeros([3], device)));
    let mut total = Tensor::zeros([3], device);
    for step in 0..6 {
        let x = ramp([3], step, device);
        let given = x.clone();
        let result = if step % 2 == 0 {
            values(session.replay(given).unwrap())
        } else {
            // The session and the argument go over, the result comes back.
            std::thread::scope(|scope| {
                let replayed = scope.spawn(|| session.replay(given).unwrap());
                values(replayed.join().unwrap())
            })
        };
        assert_same(
            &result,
            &values(add(&mut total, x)),
            &format!("step {step}"),
        );
    }
    assert_eq!(session.report().recordings, 1, "{}", session.report());
}

pub(super) fn sessions_on_several_threads(device: &Device) {
    let losses = |seed: usize| -> Vec<f32> {
        let mut session = required(fit::on(device, Net::new(device), AdamWConfig::new().init()));
        let step = |step| {
            let (x, y) = (
                ramp([5, 4], step + seed, device),
                ramp([5, 2], step, device),
            );
            values(session.replay(x, y, 0.05).unwrap())[0]
        };
        (0..4).map(step).collect()
    };
    let alone: Vec<_> = (0..3).map(losses).collect();
    let together: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..3)
            .map(|seed| scope.spawn(move || losses(seed)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    for (one, other) in together.iter().zip(&alone) {
        assert_same(one, other, "a session beside others");
    }
}

pub(super) fn eager_work_on_another_thread(device: &Device) {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let busy = scope.spawn(|| {
            let mut rounds = 0;
            while !stop.load(Ordering::Relaxed) {
                while_nothing_records(|| {
                    let sum = ramp([40], rounds, device).sum();
                    assert!(values(sum)[0].is_finite());
                });
                rounds += 1;
            }
            rounds
        });
        let mut total = Tensor::zeros([3], device);
        let mut session = required(add::on(device, Tensor::zeros([3], device)));
        for step in 0..6 {
            let x = ramp([3], step, device);
            let result = values(session.replay(x.clone()).unwrap());
            assert_same(
                &result,
                &values(add(&mut total, x)),
                &format!("step {step}"),
            );
        }
        stop.store(true, Ordering::Relaxed);
        assert!(busy.join().unwrap() > 0);
    });
}
