//! Operations of integers and of truth values.

use crate::costs::size::elements;
use burn_ir::{BoolOperationIr, IntOperationIr};

pub(super) fn int_flops(operation: &IntOperationIr) -> u64 {
    use IntOperationIr as I;
    match operation {
        I::BitwiseAnd(op)
        | I::BitwiseOr(op)
        | I::BitwiseXor(op)
        | I::BitwiseLeftShift(op)
        | I::BitwiseRightShift(op) => elements(&op.out),
        I::BitwiseAndScalar(op)
        | I::BitwiseOrScalar(op)
        | I::BitwiseXorScalar(op)
        | I::BitwiseLeftShiftScalar(op)
        | I::BitwiseRightShiftScalar(op) => elements(&op.out),
        I::BitwiseNot(op) => elements(&op.out),
        I::Matmul(op) => super::float::matmul(op),
        I::IntoFloat(_) => 0,
    }
}

/// Truth values are compared and moved, not computed with.
pub(super) fn bool_flops(operation: &BoolOperationIr) -> u64 {
    use BoolOperationIr as B;
    match operation {
        B::Not(_) | B::And(_) | B::Or(_) | B::Xor(_) => 0,
        B::IntoFloat(_) | B::IntoInt(_) => 0,
    }
}
