//! The operations that steps are mostly made of, bound to their operands ahead of time.
//!
//! Burn's `TensorInterpreter` looks an operation up and clones it at every run. The operations here call the same backend functions with the
//! same arguments, found once. Whatever is not here runs through Burn's interpreter.

use super::slots::{Operand, Slots, slot};
use burn_backend::tensor::{FloatTensor, IntTensor};
use burn_ir::{
    ActivationOperationIr, BackendIr, BaseOperationIr, FloatOperationIr, HandleKind,
    IntOperationIr, NumericOperationIr, OperationIr, TensorIr,
};

/// An operation with its operands.
pub(crate) enum Kernel<B: BackendIr> {
    /// From a float tensor to a float tensor: one that can be joined with the next.
    Link(Link<B>),
    /// Any other.
    Whole(Whole<B>),
}

/// An operation from a float tensor to a float tensor; what else it reads, it finds in the slots.
pub(crate) struct Link<B: BackendIr> {
    pub(crate) input: Operand,
    pub(crate) out: usize,
    pub(crate) apply: Apply<B>,
}

/// An operation that finds all its operands in the slots.
pub(crate) type Whole<B> = Box<dyn Fn(&mut Slots<B>) + Send>;

/// What a [`Link`] does to its tensor.
pub(crate) type Apply<B> = Box<dyn Fn(FloatTensor<B>, &mut Slots<B>) -> FloatTensor<B> + Send>;

/// The operation as a kernel, where it is one of those here.
pub(crate) fn kernel<B: BackendIr>(operation: &OperationIr) -> Option<Kernel<B>> {
    match operation {
        OperationIr::NumericFloat(_, operation) => numeric_float::<B>(operation),
        OperationIr::NumericInt(_, operation) => numeric_int::<B>(operation),
        OperationIr::Float(_, operation) => float::<B>(operation),
        OperationIr::BaseFloat(operation) => base_float::<B>(operation),
        OperationIr::Activation(operation) => activation::<B>(operation),
        // Burn records a cast between int types and its interpreter refuses it.
        OperationIr::BaseInt(BaseOperationIr::Cast(op)) => {
            let dtype = op.out.dtype;
            let cast = move |input| B::int_cast(input, dtype.into());
            Some(unary_int::<B>(&op.input, &op.out, cast))
        }
        OperationIr::Int(IntOperationIr::IntoFloat(op)) => {
            let (input, out, dtype) = (Operand::of(&op.input), slot(op.out.id), op.out.dtype);
            Some(Kernel::Whole(Box::new(move |slots| {
                let input = slots.int(input);
                slots.put(
                    out,
                    HandleKind::Float(B::int_into_float(input, dtype.into())),
                );
            })))
        }
        _ => None,
    }
}

fn numeric_float<B: BackendIr>(operation: &NumericOperationIr) -> Option<Kernel<B>> {
    use NumericOperationIr as N;
    macro_rules! scalar {
        ($op:ident, $run:path) => {{
            let rhs = $op.rhs;
            unary::<B>(&$op.lhs, &$op.out, move |lhs| $run(lhs, rhs.into()))
        }};
    }
    macro_rules! along {
        ($op:ident, $run:path) => {{
            let axis = $op.axis;
            unary::<B>(&$op.input, &$op.out, move |input| $run(input, axis))
        }};
    }
    Some(match operation {
        N::Add(op) => binary::<B>(&op.lhs, &op.rhs, &op.out, B::float_add),
        N::Sub(op) => binary::<B>(&op.lhs, &op.rhs, &op.out, B::float_sub),
        N::Mul(op) => binary::<B>(&op.lhs, &op.rhs, &op.out, B::float_mul),
        N::Div(op) => binary::<B>(&op.lhs, &op.rhs, &op.out, B::float_div),
        N::AddScalar(op) => scalar!(op, B::float_add_scalar),
        N::SubScalar(op) => scalar!(op, B::float_sub_scalar),
        N::MulScalar(op) => scalar!(op, B::float_mul_scalar),
        N::DivScalar(op) => scalar!(op, B::float_div_scalar),
        N::ClampMin(op) => scalar!(op, B::float_clamp_min),
        N::ClampMax(op) => scalar!(op, B::float_clamp_max),
        N::Abs(op) => unary::<B>(&op.input, &op.out, B::float_abs),
        N::Neg(op) => unary::<B>(&op.input, &op.out, B::float_neg),
        N::Sign(op) => unary::<B>(&op.input, &op.out, B::float_sign),
        N::Sum(op) => unary::<B>(&op.input, &op.out, B::float_sum),
        N::Mean(op) => unary::<B>(&op.input, &op.out, B::float_mean),
        N::SumDim(op) => along!(op, B::float_sum_dim),
        N::MeanDim(op) => along!(op, B::float_mean_dim),
        N::MaxDim(op) => along!(op, B::float_max_dim),
        N::MinDim(op) => along!(op, B::float_min_dim),
        _ => return None,
    })
}

fn numeric_int<B: BackendIr>(operation: &NumericOperationIr) -> Option<Kernel<B>> {
    use NumericOperationIr as N;
    macro_rules! scalar {
        ($op:ident, $run:path) => {{
            let rhs = $op.rhs;
            unary_int::<B>(&$op.lhs, &$op.out, move |lhs| $run(lhs, rhs.into()))
        }};
    }
    Some(match operation {
        N::Add(op) => binary_int::<B>(&op.lhs, &op.rhs, &op.out, B::int_add),
        N::Sub(op) => binary_int::<B>(&op.lhs, &op.rhs, &op.out, B::int_sub),
        N::Mul(op) => binary_int::<B>(&op.lhs, &op.rhs, &op.out, B::int_mul),
        N::AddScalar(op) => scalar!(op, B::int_add_scalar),
        N::SubScalar(op) => scalar!(op, B::int_sub_scalar),
        N::MulScalar(op) => scalar!(op, B::int_mul_scalar),
        _ => return None,
    })
}

fn float<B: BackendIr>(operation: &FloatOperationIr) -> Option<Kernel<B>> {
    use FloatOperationIr as F;
    Some(match operation {
        F::Matmul(op) => binary::<B>(&op.lhs, &op.rhs, &op.out, B::float_matmul),
        F::Powf(op) => binary::<B>(&op.lhs, &op.rhs, &op.out, B::float_powf),
        F::PowfScalar(op) => {
            let rhs = op.rhs;
            unary::<B>(&op.lhs, &op.out, move |lhs| {
                B::float_powf_scalar(lhs, rhs.into())
            })
        }
        F::Exp(op) => unary::<B>(&op.input, &op.out, B::float_exp),
        F::Log(op) => unary::<B>(&op.input, &op.out, B::float_log),
        F::Sqrt(op) => unary::<B>(&op.input, &op.out, B::float_sqrt),
        F::Recip(op) => unary::<B>(&op.input, &op.out, B::float_recip),
        F::Sin(op) => unary::<B>(&op.input, &op.out, B::float_sin),
        F::Cos(op) => unary::<B>(&op.input, &op.out, B::float_cos),
        F::Tanh(op) => unary::<B>(&op.input, &op.out, B::float_tanh),
        _ => return None,
    })
}

fn base_float<B: BackendIr>(operation: &BaseOperationIr) -> Option<Kernel<B>> {
    use BaseOperationIr as O;
    match operation {
        O::Reshape(op) => {
            let shape = op.out.shape.clone();
            let reshape = move |input| B::float_reshape(input, shape.clone());
            Some(unary::<B>(&op.input, &op.out, reshape))
        }
        O::Expand(op) => {
            let shape = op.out.shape.clone();
            let expand = move |input| B::float_expand(input, shape.clone());
            Some(unary::<B>(&op.input, &op.out, expand))
        }
        O::SwapDims(op) => {
            let (a, b) = (op.dim1, op.dim2);
            let swap = move |input| B::float_swap_dims(input, a, b);
            Some(unary::<B>(&op.input, &op.out, swap))
        }
        O::Cast(op) => {
            let dtype = op.out.dtype;
            let cast = move |input| B::float_cast(input, dtype.into());
            Some(unary::<B>(&op.input, &op.out, cast))
        }
        O::MaskWhere(op) => {
            let (tensor, mask) = (Operand::of(&op.tensor), Operand::of(&op.mask));
            let (value, out) = (Operand::of(&op.value), slot(op.out.id));
            Some(Kernel::Whole(Box::new(move |slots| {
                let (tensor, mask) = (slots.float(tensor), slots.bool(mask));
                let result = B::float_mask_where(tensor, mask, slots.float(value));
                slots.put(out, HandleKind::Float(result));
            })))
        }
        O::MaskFill(op) => {
            let (tensor, mask) = (Operand::of(&op.tensor), Operand::of(&op.mask));
            let (out, value) = (slot(op.out.id), op.value);
            Some(Kernel::Whole(Box::new(move |slots| {
                let (tensor, mask) = (slots.float(tensor), slots.bool(mask));
                let result = B::float_mask_fill(tensor, mask, value.into());
                slots.put(out, HandleKind::Float(result));
            })))
        }
        _ => None,
    }
}

fn activation<B: BackendIr>(operation: &ActivationOperationIr) -> Option<Kernel<B>> {
    use ActivationOperationIr as A;
    Some(match operation {
        A::Relu(op) => unary::<B>(&op.input, &op.out, B::relu),
        A::ReluBackward(op) => binary::<B>(&op.lhs, &op.rhs, &op.out, B::relu_backward),
        A::Gelu(op) => unary::<B>(&op.input, &op.out, B::gelu),
        A::GeluBackward(op) => binary::<B>(&op.lhs, &op.rhs, &op.out, B::gelu_backward),
        A::Sigmoid(op) => unary::<B>(&op.input, &op.out, B::sigmoid),
        A::SigmoidBackward(op) => binary::<B>(&op.lhs, &op.rhs, &op.out, B::sigmoid_backward),
        _ => return None,
    })
}

fn unary<B: BackendIr>(
    input: &TensorIr,
    out: &TensorIr,
    run: impl Fn(FloatTensor<B>) -> FloatTensor<B> + Send + 'static,
) -> Kernel<B> {
    Kernel::Link(Link {
        input: Operand::of(input),
        out: slot(out.id),
        apply: Box::new(move |tensor, _| run(tensor)),
    })
}

fn binary<B: BackendIr>(
    lhs: &TensorIr,
    rhs: &TensorIr,
    out: &TensorIr,
    run: impl Fn(FloatTensor<B>, FloatTensor<B>) -> FloatTensor<B> + Send + 'static,
) -> Kernel<B> {
    let rhs = Operand::of(rhs);
    Kernel::Link(Link {
        input: Operand::of(lhs),
        out: slot(out.id),
        apply: Box::new(move |tensor, slots| {
            let rhs = slots.float(rhs);
            run(tensor, rhs)
        }),
    })
}

fn unary_int<B: BackendIr>(
    input: &TensorIr,
    out: &TensorIr,
    run: impl Fn(IntTensor<B>) -> IntTensor<B> + Send + 'static,
) -> Kernel<B> {
    let (input, out) = (Operand::of(input), slot(out.id));
    Kernel::Whole(Box::new(move |slots| {
        let input = slots.int(input);
        slots.put(out, HandleKind::Int(run(input)));
    }))
}

fn binary_int<B: BackendIr>(
    lhs: &TensorIr,
    rhs: &TensorIr,
    out: &TensorIr,
    run: impl Fn(IntTensor<B>, IntTensor<B>) -> IntTensor<B> + Send + 'static,
) -> Kernel<B> {
    let (lhs, rhs, out) = (Operand::of(lhs), Operand::of(rhs), slot(out.id));
    Kernel::Whole(Box::new(move |slots| {
        let (lhs, rhs) = (slots.int(lhs), slots.int(rhs));
        slots.put(out, HandleKind::Int(run(lhs, rhs)));
    }))
}
