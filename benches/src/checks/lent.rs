//! Results that are lent until the next replay.

use super::{assert_same, ramp, values};
use burn::prelude::*;
use capture_runtime::prelude::*;
use capture_runtime::{Engine, ReplayError};

#[capture_program(results = "borrowed")]
fn add(total: &mut Tensor<1>, x: Tensor<1>) -> (Tensor<1>, Tensor<1>) {
    *total = total.clone() + x.clone();
    (total.clone() * 2.0, x)
}

pub(super) fn lent_results_are_those_of_eager_code(device: &Device) {
    let mut session = add::on(device, Tensor::zeros([3], device)).unwrap();
    session.require_graph().unwrap();
    let mut total = Tensor::zeros([3], device);
    for step in 0..4 {
        let x = ramp([3], step, device);
        let lent = session.replay(x.clone()).unwrap();
        let (expected, same) = add(&mut total, x);
        assert_same(&values(lent.0.clone()), &values(expected), "lent");
        assert_same(
            &values(lent.1.clone()),
            &values(same),
            "an input that is handed back",
        );
    }
    let report = session.report();
    assert_eq!(
        (report.engine, report.replays),
        (Engine::DeviceGraph, 4),
        "{report}"
    );
    assert_same(&values(session.into_state()), &values(total), "state");
}

pub(super) fn a_handle_on_a_lent_result_is_found(device: &Device) {
    let mut session = add::on(device, Tensor::zeros([3], device)).unwrap();
    let kept = session.replay(ramp([3], 1, device)).unwrap().0.clone();
    let expected = values(kept.clone());
    let error = session
        .replay(ramp([3], 2, device))
        .map(drop)
        .expect_err("it would change");
    assert!(
        matches!(&error, ReplayError::Held { result, .. } if result == "result.0"),
        "{error}"
    );
    assert_eq!(error.code(), "CR0207");
    assert_same(&values(kept), &expected, "the handle");
    // It is gone now, and the state is as it was.
    let lent = session.replay(ramp([3], 2, device)).unwrap();
    let total = ramp([3], 1, device) + ramp([3], 2, device);
    assert_same(&values(lent.0.clone()), &values(total * 2.0), "afterwards");
}
