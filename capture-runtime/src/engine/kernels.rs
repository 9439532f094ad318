//! The operations that steps are mostly made of, bound to their operands ahead of time.
//!
//! Burn's `TensorInterpreter` looks an operation up and clones it at every run. The operations here call the same backend functions with the
//! same arguments, found once. Whatever is not here runs through Burn's interpreter.

use super::slots::{Operand, Slots, slot};
use burn_backend::Scalar;
use burn_backend::tensor::{FloatTensor, IntTensor};
use burn_ir::{
    ActivationOperationIr, BackendIr, BaseOperationIr, BinaryOpIr, FloatOperationIr, HandleKind,
    IntOperationIr, NumericOperationIr, OperationIr, ReduceDimOpIr, ReduceOpIr, ScalarOpIr,
    UnaryOpIr,
};

/// An operation with its operands.
pub(crate) type Kernel<B> = Box<dyn Fn(&mut Slots<B>) + Send>;

/// The operation as a kernel, where it is one of those here.
pub(crate) fn kernel<B: BackendIr>(operation: &OperationIr) -> Option<Kernel<B>> {
    match operation {
        OperationIr::NumericFloat(_, operation) => numeric_float::<B>(operation),
        OperationIr::NumericInt(_, operation) => numeric_int::<B>(operation),
        OperationIr::Float(_, operation) => float::<B>(operation),
        OperationIr::BaseFloat(operation) => base_float::<B>(operation),
        OperationIr::Activation(operation) => activation::<B>(operation),
        // Burn records a cast between int types and its interpreter refuses it.
        OperationIr::BaseInt(BaseOperationIr::Cast(cast)) => {
            let (input, out, dtype) = (Operand::of(&cast.input), slot(cast.out.id), cast.out.dtype);
            Some(Box::new(move |slots| {
                let input = slots.int(input);
                slots.put(out, HandleKind::Int(B::int_cast(input, dtype.into())));
            }))
        }
        OperationIr::Int(IntOperationIr::IntoFloat(cast)) => {
            let (input, out, dtype) = (Operand::of(&cast.input), slot(cast.out.id), cast.out.dtype);
            Some(Box::new(move |slots| {
                let input = slots.int(input);
                slots.put(
                    out,
                    HandleKind::Float(B::int_into_float(input, dtype.into())),
                );
            }))
        }
        _ => None,
    }
}

fn numeric_float<B: BackendIr>(operation: &NumericOperationIr) -> Option<Kernel<B>> {
    use NumericOperationIr as N;
    Some(match operation {
        N::Add(op) => binary::<B>(op, B::float_add),
        N::Sub(op) => binary::<B>(op, B::float_sub),
        N::Mul(op) => binary::<B>(op, B::float_mul),
        N::Div(op) => binary::<B>(op, B::float_div),
        N::AddScalar(op) => scalar::<B>(op, B::float_add_scalar),
        N::SubScalar(op) => scalar::<B>(op, B::float_sub_scalar),
        N::MulScalar(op) => scalar::<B>(op, B::float_mul_scalar),
        N::DivScalar(op) => scalar::<B>(op, B::float_div_scalar),
        N::ClampMin(op) => scalar::<B>(op, B::float_clamp_min),
        N::ClampMax(op) => scalar::<B>(op, B::float_clamp_max),
        N::Abs(op) => unary::<B>(op, B::float_abs),
        N::Neg(op) => unary::<B>(op, B::float_neg),
        N::Sign(op) => unary::<B>(op, B::float_sign),
        N::Sum(op) => reduce::<B>(op, B::float_sum),
        N::Mean(op) => reduce::<B>(op, B::float_mean),
        N::SumDim(op) => reduce_dim::<B>(op, B::float_sum_dim),
        N::MeanDim(op) => reduce_dim::<B>(op, B::float_mean_dim),
        N::MaxDim(op) => reduce_dim::<B>(op, B::float_max_dim),
        N::MinDim(op) => reduce_dim::<B>(op, B::float_min_dim),
        _ => return None,
    })
}

fn numeric_int<B: BackendIr>(operation: &NumericOperationIr) -> Option<Kernel<B>> {
    use NumericOperationIr as N;
    Some(match operation {
        N::Add(op) => binary_int::<B>(op, B::int_add),
        N::Sub(op) => binary_int::<B>(op, B::int_sub),
        N::Mul(op) => binary_int::<B>(op, B::int_mul),
        N::AddScalar(op) => scalar_int::<B>(op, B::int_add_scalar),
        N::SubScalar(op) => scalar_int::<B>(op, B::int_sub_scalar),
        N::MulScalar(op) => scalar_int::<B>(op, B::int_mul_scalar),
        _ => return None,
    })
}

fn float<B: BackendIr>(operation: &FloatOperationIr) -> Option<Kernel<B>> {
    use FloatOperationIr as F;
    Some(match operation {
        F::Matmul(op) => {
            let (lhs, rhs, out) = (Operand::of(&op.lhs), Operand::of(&op.rhs), slot(op.out.id));
            Box::new(move |slots| {
                let (lhs, rhs) = (slots.float(lhs), slots.float(rhs));
                slots.put(out, HandleKind::Float(B::float_matmul(lhs, rhs)));
            })
        }
        F::Powf(op) => binary::<B>(op, B::float_powf),
        F::PowfScalar(op) => scalar::<B>(op, B::float_powf_scalar),
        F::Exp(op) => unary::<B>(op, B::float_exp),
        F::Log(op) => unary::<B>(op, B::float_log),
        F::Sqrt(op) => unary::<B>(op, B::float_sqrt),
        F::Recip(op) => unary::<B>(op, B::float_recip),
        F::Sin(op) => unary::<B>(op, B::float_sin),
        F::Cos(op) => unary::<B>(op, B::float_cos),
        F::Tanh(op) => unary::<B>(op, B::float_tanh),
        _ => return None,
    })
}

fn base_float<B: BackendIr>(operation: &BaseOperationIr) -> Option<Kernel<B>> {
    use BaseOperationIr as O;
    match operation {
        O::Reshape(op) => {
            let (input, out, shape) = (
                Operand::of(&op.input),
                slot(op.out.id),
                op.out.shape.clone(),
            );
            Some(Box::new(move |slots| {
                let input = slots.float(input);
                slots.put(
                    out,
                    HandleKind::Float(B::float_reshape(input, shape.clone())),
                );
            }))
        }
        O::Expand(op) => {
            let (input, out, shape) = (
                Operand::of(&op.input),
                slot(op.out.id),
                op.out.shape.clone(),
            );
            Some(Box::new(move |slots| {
                let input = slots.float(input);
                slots.put(
                    out,
                    HandleKind::Float(B::float_expand(input, shape.clone())),
                );
            }))
        }
        O::SwapDims(op) => {
            let (input, out, a, b) = (Operand::of(&op.input), slot(op.out.id), op.dim1, op.dim2);
            Some(Box::new(move |slots| {
                let input = slots.float(input);
                slots.put(out, HandleKind::Float(B::float_swap_dims(input, a, b)));
            }))
        }
        O::Cast(op) => {
            let (input, out, dtype) = (Operand::of(&op.input), slot(op.out.id), op.out.dtype);
            Some(Box::new(move |slots| {
                let input = slots.float(input);
                slots.put(out, HandleKind::Float(B::float_cast(input, dtype.into())));
            }))
        }
        O::MaskWhere(op) => {
            let (tensor, mask, value) = (
                Operand::of(&op.tensor),
                Operand::of(&op.mask),
                Operand::of(&op.value),
            );
            let out = slot(op.out.id);
            Some(Box::new(move |slots| {
                let (tensor, mask, value) =
                    (slots.float(tensor), slots.bool(mask), slots.float(value));
                slots.put(
                    out,
                    HandleKind::Float(B::float_mask_where(tensor, mask, value)),
                );
            }))
        }
        O::MaskFill(op) => {
            let (tensor, mask) = (Operand::of(&op.tensor), Operand::of(&op.mask));
            let (out, value) = (slot(op.out.id), op.value);
            Some(Box::new(move |slots| {
                let (tensor, mask) = (slots.float(tensor), slots.bool(mask));
                slots.put(
                    out,
                    HandleKind::Float(B::float_mask_fill(tensor, mask, value.into())),
                );
            }))
        }
        _ => None,
    }
}

fn activation<B: BackendIr>(operation: &ActivationOperationIr) -> Option<Kernel<B>> {
    use ActivationOperationIr as A;
    Some(match operation {
        A::Relu(op) => unary::<B>(op, B::relu),
        A::ReluBackward(op) => binary::<B>(op, B::relu_backward),
        A::Gelu(op) => unary::<B>(op, B::gelu),
        A::GeluBackward(op) => binary::<B>(op, B::gelu_backward),
        A::Sigmoid(op) => unary::<B>(op, B::sigmoid),
        A::SigmoidBackward(op) => binary::<B>(op, B::sigmoid_backward),
        _ => return None,
    })
}

fn unary<B: BackendIr>(op: &UnaryOpIr, run: fn(FloatTensor<B>) -> FloatTensor<B>) -> Kernel<B> {
    let (input, out) = (Operand::of(&op.input), slot(op.out.id));
    Box::new(move |slots| {
        let input = slots.float(input);
        slots.put(out, HandleKind::Float(run(input)));
    })
}

fn reduce<B: BackendIr>(op: &ReduceOpIr, run: fn(FloatTensor<B>) -> FloatTensor<B>) -> Kernel<B> {
    let (input, out) = (Operand::of(&op.input), slot(op.out.id));
    Box::new(move |slots| {
        let input = slots.float(input);
        slots.put(out, HandleKind::Float(run(input)));
    })
}

fn reduce_dim<B: BackendIr>(
    op: &ReduceDimOpIr,
    run: fn(FloatTensor<B>, usize) -> FloatTensor<B>,
) -> Kernel<B> {
    let (input, out, axis) = (Operand::of(&op.input), slot(op.out.id), op.axis);
    Box::new(move |slots| {
        let input = slots.float(input);
        slots.put(out, HandleKind::Float(run(input, axis)));
    })
}

fn binary<B: BackendIr>(
    op: &BinaryOpIr,
    run: fn(FloatTensor<B>, FloatTensor<B>) -> FloatTensor<B>,
) -> Kernel<B> {
    let (lhs, rhs, out) = (Operand::of(&op.lhs), Operand::of(&op.rhs), slot(op.out.id));
    Box::new(move |slots| {
        let (lhs, rhs) = (slots.float(lhs), slots.float(rhs));
        slots.put(out, HandleKind::Float(run(lhs, rhs)));
    })
}

fn scalar<B: BackendIr>(
    op: &ScalarOpIr,
    run: fn(FloatTensor<B>, Scalar) -> FloatTensor<B>,
) -> Kernel<B> {
    let (lhs, rhs, out) = (Operand::of(&op.lhs), op.rhs, slot(op.out.id));
    Box::new(move |slots| {
        let lhs = slots.float(lhs);
        slots.put(out, HandleKind::Float(run(lhs, rhs.into())));
    })
}

fn binary_int<B: BackendIr>(
    op: &BinaryOpIr,
    run: fn(IntTensor<B>, IntTensor<B>) -> IntTensor<B>,
) -> Kernel<B> {
    let (lhs, rhs, out) = (Operand::of(&op.lhs), Operand::of(&op.rhs), slot(op.out.id));
    Box::new(move |slots| {
        let (lhs, rhs) = (slots.int(lhs), slots.int(rhs));
        slots.put(out, HandleKind::Int(run(lhs, rhs)));
    })
}

fn scalar_int<B: BackendIr>(
    op: &ScalarOpIr,
    run: fn(IntTensor<B>, Scalar) -> IntTensor<B>,
) -> Kernel<B> {
    let (lhs, rhs, out) = (Operand::of(&op.lhs), op.rhs, slot(op.out.id));
    Box::new(move |slots| {
        let lhs = slots.int(lhs);
        slots.put(out, HandleKind::Int(run(lhs, rhs.into())));
    })
}
