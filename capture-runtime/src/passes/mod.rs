//! Passes over a program. Each leaves every result bit-identical: the same operations with the same operands, fewer times.
//!
//! * [`share`]: an operation that was recorded twice with the same operands runs once.
//! * [`dead`]: an operation whose results nobody reads is dropped.
//! * [`fold`]: operations on constants only run once per session instead of once per replay.
//! * [`lifetimes`]: every tensor is given up at its last use, so that buffers are reused in place as in eager code.

mod dead;
mod fold;
mod lifetimes;
mod share;

pub(crate) use fold::{fold, folded};
pub(crate) use lifetimes::{Step, lifetimes};

use crate::graph::Program;
use burn_ir::{BaseOperationIr, FloatOperationIr, NumericOperationIr, OperationIr};

/// The passes that need no device.
pub(crate) fn simplify(program: &mut Program) {
    #[cfg(test)]
    if tests::are_off() {
        return;
    }
    let _span = tracing::debug_span!("passes", program = program.name()).entered();
    for (pass, run) in [
        ("share", share::share as fn(&mut Program)),
        ("dead", dead::dead),
    ] {
        let before = program.operations().len();
        run(program);
        tracing::debug!(pass, before, after = program.operations().len());
    }
}

/// Whether the operation gives the same results for the same operands, and does nothing else.
pub(crate) fn is_pure(operation: &OperationIr) -> bool {
    let empty = matches!(
        operation,
        OperationIr::BaseFloat(BaseOperationIr::Empty(_))
            | OperationIr::BaseInt(BaseOperationIr::Empty(_))
            | OperationIr::BaseBool(BaseOperationIr::Empty(_))
    );
    let bookkeeping = matches!(operation, OperationIr::Init(_) | OperationIr::Drop(_));
    !(draws(operation) || has_effect(operation) || empty || bookkeeping)
}

/// Whether the operation draws random numbers.
pub(crate) fn draws(operation: &OperationIr) -> bool {
    matches!(
        operation,
        OperationIr::Float(_, FloatOperationIr::Random(_))
            | OperationIr::NumericInt(_, NumericOperationIr::IntRandom(_))
            | OperationIr::NumericFloat(_, NumericOperationIr::IntRandom(_))
    )
}

/// Whether the operation must run even when nobody reads its results.
pub(crate) fn has_effect(operation: &OperationIr) -> bool {
    matches!(
        operation,
        OperationIr::Custom(_) | OperationIr::Distributed(_)
    )
}

#[cfg(test)]
pub(crate) mod tests;
