//! What else happens on the device never touches a graph's buffers.

use super::beside::Beside;
use super::programs::{Net, add, chain, predict};
use super::{assert_same, ramp, required, values};
use burn::prelude::*;
use burn_backend::Backend;
use capture_runtime::Engine;

/// The bytes that `device` has in use.
fn in_use(device: &Device) -> u64 {
    device.sync().expect("the device is alive");
    let usage = burn_dispatch::Dispatch::memory_pool_usage(device.as_dispatch());
    usage.map_or(0, |usage| usage.bytes_in_use)
}

/// Allocates, writes and drops buffers of many sizes, as eager code does.
fn churn(device: &Device, seed: usize) {
    let mut kept = Vec::new();
    for i in 0..6 {
        let tensor = Tensor::<1>::full([3 + (seed * 7 + i * 5) % 40], 1e30 + i as f32, device);
        kept.push(tensor.clone() * 2.0);
        if i % 2 == 0 {
            kept.pop();
        }
    }
    let all = Tensor::cat(kept, 0);
    assert!(values(all.sum())[0] > 0.0);
}

/// CubeCL issue 1612: buffers that a graph reads or writes were handed to later allocations.
pub(super) fn eager_work_between_replays(device: &Device) {
    let mut both = Beside::new(device);
    for step in 0..6 {
        churn(device, step);
        let (x, y) = (ramp([5, 4], step, device), ramp([5, 2], step + 3, device));
        both.step(x, y, 0.05, || churn(device, step + 100));
    }
    let session = both.session;
    assert_eq!(
        session.report().engine,
        Engine::DeviceGraph,
        "{}",
        session.report()
    );
}

pub(super) fn sessions_beside_each_other(device: &Device) {
    let mut a = required(add::on(device, Tensor::zeros([3], device)));
    let mut b = required(add::on(device, Tensor::ones([3], device)));
    let net = Net::new(device);
    let mut c = required(predict::on(device, net.clone()));
    let (mut x, mut y) = (Tensor::zeros([3], device), Tensor::ones([3], device));
    for step in 0..4 {
        let (i, j) = (ramp([3], step, device), ramp([3], step + 9, device));
        let k = ramp([3, 4], step, device);
        let first = a.replay(i.clone()).unwrap();
        let third = c.replay(k.clone()).unwrap();
        let second = b.replay(j.clone()).unwrap();
        assert_same(&values(first), &values(add(&mut x, i)), "a");
        assert_same(&values(second), &values(add(&mut y, j)), "b");
        assert_same(&values(third), &values(predict(&net, k)), "c");
    }
}

pub(super) fn a_dropped_session_leaves_the_others(device: &Device) {
    let mut a = required(add::on(device, Tensor::zeros([3], device)));
    let mut total = Tensor::zeros([3], device);
    for step in 0..4 {
        let mut other = required(add::on(device, Tensor::ones([3], device)));
        other.replay(ramp([3], step, device)).unwrap();
        let x = ramp([3], step, device);
        let first = a.replay(x.clone()).unwrap();
        drop(other);
        churn(device, step);
        assert_same(&values(first), &values(add(&mut total, x)), "what is left");
    }
}

/// How many sessions [`dropped_sessions_free_their_memory`] makes; `CHECK_SESSIONS` sets another number.
fn sessions() -> usize {
    let set = std::env::var("CHECK_SESSIONS").ok();
    set.and_then(|number| number.parse().ok()).unwrap_or(30)
}

pub(super) fn dropped_sessions_free_their_memory(device: &Device) {
    // Large enough that a session that stays is seen among what other checks do on the device at the same time.
    let one = || {
        let state = Tensor::<1>::zeros([65_536], device);
        let mut session = required(add::on(device, state));
        let x = Tensor::ones([65_536], device);
        values(session.replay(x).unwrap().sum())
    };
    for _ in 0..5 {
        one();
    }
    let before = in_use(device);
    let count = sessions();
    for _ in 0..count {
        one();
    }
    let after = in_use(device);
    let per_session = 65_536 * 4;
    let grown = after.saturating_sub(before);
    let allowed = 4 * per_session;
    assert!(
        grown < allowed,
        "{count} sessions left {grown} bytes, one has a state of {per_session}"
    );
}

/// How many operations [`a_long_program`] has; `CHECK_OPERATIONS` sets another number.
fn operations() -> usize {
    let set = std::env::var("CHECK_OPERATIONS").ok();
    set.and_then(|number| number.parse().ok()).unwrap_or(300)
}

pub(super) fn a_long_program(device: &Device) {
    let links = operations();
    let mut session = required(chain::on(device, links));
    for seed in 0..2 {
        let x = ramp([16], seed, device);
        let replayed = session.replay(x.clone()).unwrap();
        assert_same(&values(replayed), &values(chain(x, links)), "a long chain");
    }
    assert_eq!(
        session.report().engine,
        Engine::DeviceGraph,
        "{}",
        session.report()
    );
}
