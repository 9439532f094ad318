//! The state is the program's, and goes in and out.

use super::beside::Beside;
use super::programs::{Net, add, append, chain, fit, predict};
use super::{assert_same, ramp, required, values};
use burn::prelude::*;
use capture_runtime::Engine;
use capture_runtime::prelude::*;

fn total(session: &Session<(Tensor<1>,), Tensor<1>, Tensor<1>>) -> Vec<f32> {
    values(session.state())
}

pub(super) fn warm_up_leaves_the_state(device: &Device) {
    let start = ramp([3], 4, device);
    let mut session = required(add::on(device, start.clone()));
    session.warm_up(ramp([3], 1, device)).unwrap();
    assert_eq!(session.report().recordings, 1, "{}", session.report());
    assert_same(&total(&session), &values(start.clone()), "after warm_up");
    session.replay(ramp([3], 2, device)).unwrap();
    assert_same(
        &total(&session),
        &values(start + ramp([3], 2, device)),
        "after one replay",
    );
}

pub(super) fn the_state_is_handed_out_as_a_copy(device: &Device) {
    let mut session = required(add::on(device, ramp([3], 4, device)));
    session.replay(ramp([3], 1, device)).unwrap();
    let copy = session.state();
    let expected = values(copy.clone());
    for seed in 0..3 {
        session.replay(ramp([3], seed, device)).unwrap();
    }
    assert_same(&values(copy), &expected, "a copy of the state");
}

pub(super) fn the_users_model_stays(device: &Device) {
    let net = Net::new(device);
    let before = values(net.weight());
    let mut session = required(fit::on(device, net.clone(), AdamWConfig::new().init()));
    for step in 0..3 {
        let (x, y) = (ramp([5, 4], step, device), ramp([5, 2], step, device));
        session.replay(x, y, 0.1).unwrap();
    }
    assert_same(&values(net.weight()), &before, "the user's weights");
    assert_ne!(
        values(session.state().0.weight()),
        before,
        "the session's weights move"
    );
}

pub(super) fn a_state_is_resumed(device: &Device) {
    let mut session = required(add::on(device, Tensor::zeros([3], device)));
    session.replay(ramp([3], 1, device)).unwrap();
    let saved = session.state();
    let first = values(session.replay(ramp([3], 2, device)).unwrap());
    session.set_state(saved.clone()).unwrap();
    let second = values(session.replay(ramp([3], 2, device)).unwrap());
    assert_same(&second, &first, "after set_state");
    assert_same(
        &values(saved),
        &values(ramp([3], 1, device)),
        "what was given to set_state",
    );
    assert_eq!(session.report().recordings, 1, "the graph serves on");
    // A state of another shape is another program.
    session.set_state(Tensor::zeros([4], device)).unwrap();
    let other = session.replay(ramp([4], 3, device)).unwrap();
    assert_same(
        &values(other),
        &values(ramp([4], 3, device) * 2.0),
        "another shape",
    );
}

pub(super) fn weights_are_replaced(device: &Device) {
    let net = Net::new(device);
    let mut session = required(predict::on(device, net.clone()));
    let x = ramp([3, 4], 7, device);
    session.replay(x.clone()).unwrap();
    let other = net.clone().map(&mut Halve);
    session.set_weights(other.clone()).unwrap();
    let replayed = session.replay(x.clone()).unwrap();
    assert_same(
        &values(replayed),
        &values(predict(&other, x)),
        "new weights",
    );
    assert_same(
        &values(net.weight()),
        &values(Net::new(device).weight()),
        "the old weights",
    );
}

struct Halve;

impl burn::module::ModuleMapper for Halve {
    fn map_float<const D: usize>(
        &mut self,
        param: burn::module::Param<Tensor<D>>,
    ) -> burn::module::Param<Tensor<D>> {
        param.map(|tensor| tensor * 0.5)
    }
}

pub(super) fn frozen_values_are_replaced(device: &Device) {
    let mut session = required(chain::on(device, 3));
    for links in [3, 4, 3] {
        session.set_frozen(links);
        let x = ramp([3], links, device);
        let replayed = session.replay(x.clone()).unwrap();
        assert_same(&values(replayed), &values(chain(x, links)), "frozen");
    }
    assert_eq!(session.report().captures, 2);
}

pub(super) fn into_state_hands_over(device: &Device) {
    let mut session = required(add::on(device, Tensor::zeros([3], device)));
    session.replay(ramp([3], 1, device)).unwrap();
    let state = session.into_state();
    let mut again = required(add::on(device, state.clone()));
    again.replay(ramp([3], 2, device)).unwrap();
    assert_same(
        &values(state),
        &values(ramp([3], 1, device)),
        "what was handed over",
    );
}

pub(super) fn signatures_share_the_state(device: &Device) {
    let mut both = Beside::new(device);
    for step in 0..6 {
        // A full batch, and what is left over at the end of an epoch.
        let rows = if step % 3 == 2 { 2 } else { 5 };
        let x = ramp([rows, 4], step, device);
        both.step(x, ramp([rows, 2], step + 9, device), 0.05, || ());
    }
    let session = both.session;
    let report = session.report();
    assert_eq!((report.captures, report.recordings), (2, 1), "{report}");
    assert_eq!(report.engine, Engine::DeviceGraph, "{report}");
}

pub(super) fn a_state_that_grows(device: &Device) {
    let mut session = append::on(device, ramp([1], 9, device)).unwrap();
    let mut seen = ramp([1], 9, device);
    for step in 0..4 {
        let x = ramp([3], step, device);
        let replayed = session.replay(x.clone()).unwrap();
        assert_same(
            &values(replayed),
            &values(append(&mut seen, x)),
            &format!("step {step}"),
        );
    }
    let report = session.report();
    assert_eq!(report.engine, Engine::Interpreter, "{report}");
    assert!(report.reason.contains("structure"), "{report}");
}
