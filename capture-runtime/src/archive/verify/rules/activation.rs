//! Activation functions: from float tensors to float tensors.

use super::{Rule, along, are, id, shaped};
use crate::tensor::Kind;
use burn_ir::{ActivationOperationIr, BinaryOpIr, DimOpIr, HardSigmoidOpIr, ScalarOpIr, UnaryOpIr};

pub(super) fn given(operation: &ActivationOperationIr) -> Rule {
    use ActivationOperationIr as A;
    let out = match operation {
        A::Relu(op) | A::Gelu(op) | A::Sigmoid(op) | A::LogSigmoid(op) => {
            are(Kind::Float, [&op.input])?;
            UnaryOpIr::create(op.input.clone(), id).out
        }
        A::ReluBackward(op)
        | A::GeluBackward(op)
        | A::SigmoidBackward(op)
        | A::LogSigmoidBackward(op) => {
            are(Kind::Float, [&op.lhs, &op.rhs])?;
            shaped(&op.rhs, op.lhs.shape.as_slice())?;
            BinaryOpIr::create(op.lhs.clone(), op.rhs.clone(), id).out
        }
        A::PRelu(op) => {
            are(Kind::Float, [&op.lhs, &op.rhs])?;
            BinaryOpIr::create(op.lhs.clone(), op.rhs.clone(), id).out
        }
        A::LeakyRelu(op) => {
            are(Kind::Float, [&op.lhs])?;
            ScalarOpIr::create(op.lhs.clone(), op.rhs, id).out
        }
        A::HardSigmoid(op) => {
            are(Kind::Float, [&op.tensor])?;
            HardSigmoidOpIr::create(op.tensor.clone(), op.alpha, op.beta, id).out
        }
        A::Softmax(op) | A::LogSoftmax(op) | A::Softmin(op) => {
            are(Kind::Float, [&op.input])?;
            along(&op.input, op.axis)?;
            DimOpIr::create(op.input.clone(), op.axis, id).out
        }
    };
    Ok(vec![out])
}
