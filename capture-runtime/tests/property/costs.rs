//! The costs of random programs: they are counted without a panic, and every way to sum them gives the same.

use crate::compare::refused;
use crate::data::{Setting, Step, config, setting};
use crate::forward::random;
use crate::instructions::{Program, program};
use burn::tensor::Device;
use capture_runtime::Cost;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

fn captured(
    program: &Program,
    setting: &Setting,
) -> Result<capture_runtime::Program, TestCaseError> {
    let device = Device::flex();
    let fail = |error: &dyn core::fmt::Display| TestCaseError::fail(error.to_string());
    let (w, v, n) = setting.states(&device);
    let mut session =
        random::on(&device, w, v, n, program.clone()).map_err(|error| fail(&error))?;
    let Step { x, k, m, s, j, on } = setting.step(0, &device);
    session
        .warm_up(x, k, m, s, j, on)
        .map_err(|error| refused(&error))?;
    session
        .program()
        .cloned()
        .ok_or_else(|| TestCaseError::fail("captured, and no program"))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_sum_is_the_total(program in program(), setting in setting(0)) {
        let program = captured(&program, &setting)?;
        let costs = program.costs();
        let (total, once) = (costs.total(), costs.once());
        prop_assert_eq!(costs.operations().len(), program.operations().len());
        prop_assert_eq!(costs.operations().iter().sum::<Cost>(), total + once);
        let statements = costs.statements().iter();
        prop_assert_eq!(statements.clone().map(|sum| sum.cost).sum::<Cost>(), total);
        prop_assert_eq!(statements.clone().map(|sum| sum.once).sum::<Cost>(), once);
        prop_assert_eq!(statements.map(|sum| sum.operations).sum::<usize>(), program.operations().len());
        let kinds = costs.kinds().iter();
        prop_assert_eq!(kinds.clone().map(|sum| sum.cost).sum::<Cost>(), total);
        prop_assert_eq!(kinds.map(|sum| sum.once).sum::<Cost>(), once);

        let peak = costs.peak();
        prop_assert_eq!(peak.bytes, peak.held + peak.allocated);
        prop_assert_eq!(peak.live.iter().map(|range| range.bytes).sum::<u64>(), peak.bytes);
        prop_assert!(peak.live.is_sorted_by(|a, b| a.bytes >= b.bytes));
        for range in &peak.live {
            prop_assert!(range.first <= range.last);
            prop_assert!(peak.at.is_none_or(|at| range.first <= at && at <= range.last), "{range:?} {:?}", peak.at);
        }
    }
}
