//! Programs with operations that cannot be recorded.

use super::programs::{ranked, sorted_in_a_graph};
use super::{assert_same, ramp, values};
use burn::prelude::*;
use capture_runtime::{Engine, ReplayError};

pub(super) fn sorts_are_cut_out(device: &Device) {
    let mut session = ranked::on(device, Tensor::zeros([5], device)).unwrap();
    session.replay(ramp([5], 1, device), 2.0).unwrap();
    let report = session.report();
    let engines: Vec<_> = report.pieces.iter().map(|piece| piece.engine).collect();
    let (graph, host) = (Engine::DeviceGraph, Engine::Interpreter);
    assert_eq!(engines, [graph, host, graph, host, graph], "{report}");
    let named: Vec<_> = report
        .pieces
        .iter()
        .filter_map(|piece| piece.operation.as_deref())
        .collect();
    assert_eq!(named, ["sort_with_indices", "sort"], "{report}");
    let line = report.pieces[1]
        .statement
        .as_ref()
        .expect("the statement is known");
    assert!(line.text.contains("sort_with_indices"), "{line:?}");
}

pub(super) fn several_pieces_keep_the_order(device: &Device) {
    let mut session = ranked::on(device, Tensor::zeros([5], device)).unwrap();
    let mut total = Tensor::zeros([5], device);
    for step in 0..4 {
        let (x, by) = (ramp([5], step, device), 1.0 - step as f32);
        let (again, order) = session.replay(x.clone(), by).unwrap();
        let (expected, expected_order) = ranked(&mut total, x, by);
        assert_same(&values(again), &values(expected), &format!("step {step}"));
        assert_eq!(
            order.into_data(),
            expected_order.into_data(),
            "order {step}"
        );
    }
    assert_same(&values(session.state()), &values(total), "state");
    assert_eq!(
        session.report().engine,
        Engine::DeviceGraph,
        "{}",
        session.report()
    );
}

pub(super) fn a_sort_is_refused_where_a_graph_is_asked_for(device: &Device) {
    let mut session = sorted_in_a_graph::on(device).unwrap();
    let error = session
        .replay(ramp([3], 1, device))
        .expect_err("a sort cannot be recorded");
    let ReplayError::NoGraph {
        operation,
        statement,
        ..
    } = &error
    else {
        panic!("{error}");
    };
    assert_eq!(operation, "sort");
    let statement = statement.as_ref().expect("the statement is known");
    assert!(statement.text.contains("sorted(doubled)"), "{statement:?}");
}
