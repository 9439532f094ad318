//! Replay gives what eager code gives, and gives it away.

use super::beside::Beside;
use super::programs::{Net, add, handed, identity, predict, views};
use super::{assert_same, ramp, required, values};
use burn::prelude::*;
use capture_runtime::Engine;

pub(super) fn inference_equals_eager(device: &Device) {
    let net = Net::new(device);
    let mut session = required(predict::on(device, net.clone()));
    for seed in 0..4 {
        let x = ramp([3, 4], seed, device);
        let replayed = values(session.replay(x.clone()).unwrap());
        assert_same(&replayed, &values(predict(&net, x)), "prediction");
    }
    assert_eq!(
        session.report().engine,
        Engine::DeviceGraph,
        "{}",
        session.report()
    );
}

pub(super) fn training_equals_eager(device: &Device) {
    let mut both = Beside::new(device);
    for step in 0..6 {
        let rate = 0.01 / (step + 1) as f64;
        let (x, y) = (ramp([5, 4], step, device), ramp([5, 2], step + 50, device));
        both.step(x, y, rate, || ());
    }
    let Beside { session, net, .. } = both;
    let report = session.report();
    assert_eq!(
        (report.engine, report.recordings),
        (Engine::DeviceGraph, 1),
        "{report}"
    );
    let (trained, _) = session.into_state();
    assert_same(&values(trained.weight()), &values(net.weight()), "weights");
}

pub(super) fn every_view_of_a_state_is_written(device: &Device) {
    let make = || {
        (
            ramp([3], 1, device),
            ramp([3], 2, device),
            ramp([3, 3], 3, device),
            Tensor::<1, Int>::from_ints([1, 2, 3], device),
            Tensor::<1>::from_floats([1.0, 0.0], device).greater_elem(0.5),
            ramp([3], 4, device),
        )
    };
    let (a, b, square, counts, flags, given) = make();
    let mut session = required(views::on(device, a, b, square, counts, flags, given));
    let (mut a, mut b, mut square, mut counts, mut flags, mut given) = make();
    for step in 0..5 {
        let x = ramp([3], step + 20, device);
        let result = session.replay(x.clone()).unwrap();
        let expected = views(
            &mut a,
            &mut b,
            &mut square,
            &mut counts,
            &mut flags,
            &mut given,
            x,
        );
        assert_same(
            &values(result),
            &values(expected),
            &format!("result {step}"),
        );
        let state = session.state();
        let what = format!("state {step}");
        assert_same(&values(state.0), &values(a.clone()), &what);
        assert_same(&values(state.1), &values(b.clone()), &what);
        assert_same(&values(state.2), &values(square.clone()), &what);
        assert_eq!(state.3.into_data(), counts.clone().into_data(), "{what}");
        assert_eq!(state.4.into_data(), flags.clone().into_data(), "{what}");
        assert_same(&values(state.5), &values(given.clone()), &what);
    }
    assert_eq!(
        session.report().engine,
        Engine::DeviceGraph,
        "{}",
        session.report()
    );
}

pub(super) fn results_are_the_callers(device: &Device) {
    let mut session = required(add::on(device, Tensor::zeros([3], device)));
    let results: Vec<_> = (0..6)
        .map(|i| session.replay(ramp([3], i, device)).unwrap())
        .collect();
    let mut total = Tensor::zeros([3], device);
    for (i, result) in results.into_iter().enumerate() {
        let expected = add(&mut total, ramp([3], i, device));
        assert_same(&values(result), &values(expected), &format!("result {i}"));
    }
}

pub(super) fn a_result_that_is_an_input_or_a_state(device: &Device) {
    let mut session = required(handed::on(device, ramp([3], 9, device)));
    let mut state = ramp([3], 9, device);
    let mut kept = Vec::new();
    for step in 0..4 {
        let x = ramp([3], step, device);
        let replayed = session.replay(x.clone()).unwrap();
        kept.push((replayed, handed(&mut state, x)));
    }
    for (step, (replayed, eager)) in kept.into_iter().enumerate() {
        let what = format!("step {step}");
        assert_same(&values(replayed.0), &values(eager.0), &what);
        assert_same(&values(replayed.1), &values(eager.1), &what);
        assert_same(&values(replayed.2), &values(eager.2), &what);
        assert_same(&values(replayed.3), &values(eager.3), &what);
        assert_same(&values(replayed.4), &values(eager.4), &what);
    }
}

pub(super) fn nothing_to_launch(device: &Device) {
    let mut session = required(identity::on(device));
    for seed in 0..3 {
        let x = ramp([4], seed, device);
        let same = session.replay(x.clone()).unwrap();
        assert_same(&values(same), &values(x), "identity");
    }
    assert!(session.report().pieces.is_empty(), "{}", session.report());
}
