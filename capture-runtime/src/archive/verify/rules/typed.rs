//! Operations of one kind of tensor.

use super::{Rule, along, are, ensure, id, ranked};
use crate::tensor::Kind;
use burn_ir::{
    BinaryOpIr, BoolOperationIr, CastOpIr, CrossOpIr, FloatOperationIr, GridSample2dOpIr,
    IntOperationIr, MatmulOpIr, RandomOpIr, ScalarOpIr, UnaryOpIr,
};

pub(super) fn bools(operation: &BoolOperationIr) -> Rule {
    use BoolOperationIr as B;
    let out = match operation {
        B::IntoFloat(op) => cast(op, Kind::Bool, Kind::Float)?,
        B::IntoInt(op) => cast(op, Kind::Bool, Kind::Int)?,
        B::Not(op) => {
            are(Kind::Bool, [&op.input])?;
            UnaryOpIr::create(op.input.clone(), id).out
        }
        B::And(op) | B::Or(op) | B::Xor(op) => {
            are(Kind::Bool, [&op.lhs, &op.rhs])?;
            BinaryOpIr::create(op.lhs.clone(), op.rhs.clone(), id).out
        }
    };
    Ok(vec![out])
}

pub(super) fn ints(operation: &IntOperationIr) -> Rule {
    use IntOperationIr as I;
    let out = match operation {
        I::IntoFloat(op) => cast(op, Kind::Int, Kind::Float)?,
        I::BitwiseAnd(op)
        | I::BitwiseOr(op)
        | I::BitwiseXor(op)
        | I::BitwiseLeftShift(op)
        | I::BitwiseRightShift(op) => {
            are(Kind::Int, [&op.lhs, &op.rhs])?;
            BinaryOpIr::create(op.lhs.clone(), op.rhs.clone(), id).out
        }
        I::BitwiseAndScalar(op)
        | I::BitwiseOrScalar(op)
        | I::BitwiseXorScalar(op)
        | I::BitwiseLeftShiftScalar(op)
        | I::BitwiseRightShiftScalar(op) => {
            are(Kind::Int, [&op.lhs])?;
            ScalarOpIr::create(op.lhs.clone(), op.rhs, id).out
        }
        I::BitwiseNot(op) => {
            are(Kind::Int, [&op.input])?;
            UnaryOpIr::create(op.input.clone(), id).out
        }
        I::Matmul(op) => {
            are(Kind::Int, [&op.lhs, &op.rhs])?;
            MatmulOpIr::create(op.lhs.clone(), op.rhs.clone(), id).out
        }
    };
    Ok(vec![out])
}

pub(super) fn floats(operation: &FloatOperationIr) -> Rule {
    use FloatOperationIr as F;
    let out = match operation {
        F::Exp(op)
        | F::Log(op)
        | F::Log1p(op)
        | F::Erf(op)
        | F::Sqrt(op)
        | F::Cos(op)
        | F::Cosh(op)
        | F::Sin(op)
        | F::Sinh(op)
        | F::Tan(op)
        | F::Tanh(op)
        | F::ArcCos(op)
        | F::ArcCosh(op)
        | F::ArcSin(op)
        | F::ArcSinh(op)
        | F::ArcTan(op)
        | F::ArcTanh(op)
        | F::Round(op)
        | F::Floor(op)
        | F::Ceil(op)
        | F::Trunc(op)
        | F::Recip(op) => {
            are(Kind::Float, [&op.input])?;
            UnaryOpIr::create(op.input.clone(), id).out
        }
        F::PowfScalar(op) => {
            are(Kind::Float, [&op.lhs])?;
            ScalarOpIr::create(op.lhs.clone(), op.rhs, id).out
        }
        F::ArcTan2(op) | F::Powf(op) | F::Hypot(op) => {
            are(Kind::Float, [&op.lhs, &op.rhs])?;
            BinaryOpIr::create(op.lhs.clone(), op.rhs.clone(), id).out
        }
        F::IntoInt(op) => cast(op, Kind::Float, Kind::Int)?,
        F::Matmul(op) => {
            are(Kind::Float, [&op.lhs, &op.rhs])?;
            MatmulOpIr::create(op.lhs.clone(), op.rhs.clone(), id).out
        }
        F::Cross(op) => {
            are(Kind::Float, [&op.lhs, &op.rhs])?;
            for tensor in [&op.lhs, &op.rhs] {
                along(tensor, op.dim)?;
                ensure(tensor.shape[op.dim] == 3, || {
                    "a cross product has 3 components".to_owned()
                })?;
            }
            CrossOpIr::create(op.lhs.clone(), op.rhs.clone(), op.dim, id).out
        }
        F::Random(op) => {
            are(Kind::Float, [&op.out])?;
            RandomOpIr::create(op.out.shape.clone(), op.out.dtype, op.distribution, id).out
        }
        F::IsNan(op) | F::IsInf(op) => {
            are(Kind::Float, [&op.input])?;
            are(Kind::Bool, [&op.out])?;
            UnaryOpIr::create_comparison(op.input.clone(), op.out.dtype, id).out
        }
        F::GridSample2d(op) => {
            are(Kind::Float, [&op.tensor, &op.grid])?;
            ranked(&op.tensor, 4)?;
            ranked(&op.grid, 4)?;
            let pairs = op.grid.shape[3] == 2 && op.grid.shape[0] == op.tensor.shape[0];
            ensure(pairs, || {
                "a grid has a pair of coordinates for each point of each image".to_owned()
            })?;
            GridSample2dOpIr::create(op.tensor.clone(), op.grid.clone(), op.options.clone(), id).out
        }
        F::Quantize(_) | F::Dequantize(_) => {
            return Err("no engine runs such an operation".to_owned());
        }
    };
    Ok(vec![out])
}

/// From one kind to another, in the element type that is claimed.
fn cast(op: &CastOpIr, from: Kind, to: Kind) -> Result<burn_ir::TensorIr, String> {
    are(from, [&op.input])?;
    are(to, [&op.out])?;
    Ok(CastOpIr::create(op.input.clone(), op.out.dtype, id).out)
}
