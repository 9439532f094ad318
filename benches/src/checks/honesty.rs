//! What a session says of itself.

use super::programs::{add, append, interpreted, ranked};
use super::{assert_same, ramp, required, values};
use burn::prelude::*;
use capture_runtime::{Engine, RecordCause, ReplayError};

pub(super) fn the_report_says_what_runs(device: &Device) {
    let mut session = required(add::on(device, Tensor::zeros([3], device)));
    assert_eq!(
        session.report().engine,
        Engine::DeviceGraph,
        "what will run"
    );
    for seed in 0..3 {
        session.replay(ramp([3], seed, device)).unwrap();
    }
    let report = session.report();
    assert_eq!(report.engine, Engine::DeviceGraph, "{report}");
    assert_eq!(
        (report.captures, report.recordings, report.replays),
        (1, 1, 3),
        "{report}"
    );
    assert_eq!(
        (report.state_bytes, report.pieces.len()),
        (12, 1),
        "{report}"
    );
    assert!(report.capture_time.as_nanos() > 0, "{report}");
    let shown = report.to_string();
    assert!(
        shown.starts_with("add: device graph (the device records graphs)"),
        "{shown}"
    );
    assert!(shown.contains("graph of 2 operations"), "{shown}");
}

pub(super) fn the_interpreter_on_request(device: &Device) {
    let mut session = interpreted::on(device, Tensor::zeros([3], device)).unwrap();
    let mut total = Tensor::zeros([3], device);
    for seed in 0..3 {
        let x = ramp([3], seed, device);
        let replayed = session.replay(x.clone()).unwrap();
        assert_same(
            &values(replayed),
            &values(interpreted(&mut total, x)),
            "interpreted",
        );
    }
    let report = session.report();
    assert_eq!(report.engine, Engine::Interpreter, "{report}");
    assert!(report.reason.contains("asks for it"), "{report}");
    let error = session
        .require_graph()
        .expect_err("the interpreter was asked for");
    assert!(
        matches!(error.cause(), RecordCause::NoGraph { .. }),
        "{error}"
    );
}

pub(super) fn a_graph_is_required(device: &Device) {
    let mut session = required(add::on(device, Tensor::zeros([3], device)));
    session.require_graph().unwrap();
    session.replay(ramp([3], 1, device)).unwrap();
    session.require_graph().unwrap();

    let mut cut = ranked::on(device, Tensor::zeros([5], device)).unwrap();
    cut.require_graph().unwrap();
    let error = cut
        .replay(ramp([5], 1, device), 1.0)
        .expect_err("a sort cannot be recorded");
    assert!(
        matches!(&error, ReplayError::NoGraph { operation, .. } if operation == "sort_with_indices"),
        "{error}"
    );
    assert_same(&values(cut.state()), &[0.0; 5], "the state after a refusal");

    let mut grows = append::on(device, ramp([1], 9, device)).unwrap();
    grows.replay(ramp([3], 1, device)).unwrap();
    let error = grows
        .require_graph()
        .expect_err("the state changes its structure");
    assert!(error.to_string().contains("structure"), "{error}");
}
