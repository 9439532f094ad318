//! The arithmetic of each operation, by the formulas that [the module's](super) table states.
//!
//! Every `match` here names every operation: one that an upgrade of Burn adds does not compile until it has a formula.

mod activation;
mod base;
mod convolution;
mod float;
mod integer;
mod module;
mod numeric;
mod pooling;

use super::size::elements;
use burn_backend::distributed::ReduceOperation;
use burn_ir::{DistributedOperationIr, OperationIr};

/// The FLOPs of one operation.
pub(super) fn flops(operation: &OperationIr) -> u64 {
    match operation {
        OperationIr::BaseFloat(operation)
        | OperationIr::BaseInt(operation)
        | OperationIr::BaseBool(operation) => base::flops(operation),
        OperationIr::NumericFloat(_, operation) | OperationIr::NumericInt(_, operation) => {
            numeric::flops(operation)
        }
        OperationIr::Bool(operation) => integer::bool_flops(operation),
        OperationIr::Int(operation) => integer::int_flops(operation),
        OperationIr::Float(_, operation) => float::flops(operation),
        OperationIr::Module(operation) => module::flops(operation),
        OperationIr::Activation(operation) => activation::flops(operation),
        OperationIr::Distributed(DistributedOperationIr::AllReduce(op)) => {
            // A sum with each other device, and the division of a mean.
            let others = (op.device_ids.len() as u64).saturating_sub(1);
            let division = u64::from(op.op == ReduceOperation::Mean);
            elements(&op.tensor).saturating_mul(others.saturating_add(division))
        }
        OperationIr::Distributed(DistributedOperationIr::SyncCollective) => 0,
        // What a custom operation computes is its author's alone to know.
        OperationIr::Custom(_) => 0,
        OperationIr::Init(_) | OperationIr::Drop(_) => 0,
    }
}
