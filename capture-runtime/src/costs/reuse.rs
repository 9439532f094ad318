//! Which operations may write their result over an operand, on Flex.
//!
//! An operand may be overwritten where nothing else holds its buffer and its elements stand as the operation needs them. Flex tries the
//! operands in the order in which they are named here. As in the table of FLOPs, every operation is named.

use burn_ir::{
    ActivationOperationIr, BaseOperationIr, BoolOperationIr, FloatOperationIr, IntOperationIr,
    NumericOperationIr, OperationIr, ScalarIr, TensorIr,
};

/// How an operand's elements must stand to be overwritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// Side by side from the buffer's start; the other operand may run any way but backward, unless both are side by side.
    Start,
    /// Side by side, wherever.
    Dense,
}

/// What an operation may overwrite.
pub(super) struct Reuse<'a> {
    pub(super) operands: Vec<&'a TensorIr>,
    pub(super) need: Need,
    /// Whether a result in a new buffer stands in it as the operand does, where the operand covers its own.
    pub(super) keeps_layout: bool,
}

/// What `operation` may overwrite; `None` where the result always has a buffer of its own, or is a view.
pub(super) fn reuse(operation: &OperationIr) -> Option<Reuse<'_>> {
    match operation {
        OperationIr::NumericFloat(_, operation) => numeric(operation, true),
        OperationIr::NumericInt(_, operation) => numeric(operation, false),
        OperationIr::Float(_, operation) => float(operation),
        OperationIr::Int(operation) => int(operation),
        OperationIr::Bool(operation) => bool(operation),
        OperationIr::Activation(operation) => activation(operation),
        OperationIr::BaseFloat(operation)
        | OperationIr::BaseInt(operation)
        | OperationIr::BaseBool(operation) => base(operation),
        OperationIr::Module(_)
        | OperationIr::Init(_)
        | OperationIr::Custom(_)
        | OperationIr::Drop(_)
        | OperationIr::Distributed(_) => None,
    }
}

fn from(operands: Vec<&TensorIr>, need: Need, keeps_layout: bool) -> Option<Reuse<'_>> {
    Some(Reuse {
        operands,
        need,
        keeps_layout,
    })
}

fn unary(input: &TensorIr) -> Option<Reuse<'_>> {
    from(vec![input], Need::Start, true)
}

fn scalar(lhs: &TensorIr) -> Option<Reuse<'_>> {
    from(vec![lhs], Need::Start, false)
}

fn binary<'a>(lhs: &'a TensorIr, rhs: &'a TensorIr) -> Option<Reuse<'a>> {
    from(vec![lhs, rhs], Need::Start, false)
}

/// A power with a whole exponent of 0, 2 or -2 is a new tensor or a product of the operand with itself: nothing is overwritten.
fn power<'a>(lhs: &'a TensorIr, exponent: &ScalarIr) -> Option<Reuse<'a>> {
    let exponent = match exponent {
        ScalarIr::Float(value) => *value,
        ScalarIr::Int(value) => *value as f64,
        ScalarIr::UInt(value) => *value as f64,
        ScalarIr::Bool(value) => f64::from(*value),
    };
    if [0.0, 2.0, -2.0].contains(&exponent) {
        None
    } else {
        scalar(lhs)
    }
}

fn numeric(operation: &NumericOperationIr, float: bool) -> Option<Reuse<'_>> {
    use NumericOperationIr as N;
    match operation {
        N::Add(op) | N::Sub(op) | N::Div(op) | N::Rem(op) | N::Mul(op) => binary(&op.lhs, &op.rhs),
        // The exponents of floats are converted first.
        N::Powi(op) if float => scalar(&op.lhs),
        N::Powi(op) => binary(&op.lhs, &op.rhs),
        N::AddScalar(op)
        | N::SubScalar(op)
        | N::DivScalar(op)
        | N::RemScalar(op)
        | N::MulScalar(op) => scalar(&op.lhs),
        N::PowiScalar(op) => power(&op.lhs, &op.rhs),
        N::ClampMin(op) | N::ClampMax(op) if float => unary(&op.lhs),
        N::ClampMin(op) | N::ClampMax(op) => scalar(&op.lhs),
        N::Clamp(op) if float => unary(&op.tensor),
        N::Clamp(op) => scalar(&op.tensor),
        N::Abs(op) => unary(&op.input),
        N::Neg(op) | N::Sign(op) if float => unary(&op.input),
        N::Neg(op) | N::Sign(op) => scalar(&op.input),
        N::Sum(_) | N::Prod(_) | N::Max(_) | N::Min(_) | N::Mean(_) | N::MaxAbs(_) => None,
        N::SumDim(_) | N::ProdDim(_) | N::MaxDim(_) | N::MinDim(_) | N::MeanDim(_) => None,
        N::SumDims(_) | N::MaxAbsDim(_) | N::ArgMax(_) | N::ArgMin(_) => None,
        N::MaxDimWithIndices(_) | N::MinDimWithIndices(_) => None,
        N::TopK(_) | N::ArgTopK(_) | N::TopKWithIndices(_) => None,
        N::Sort(_) | N::SortWithIndices(_) | N::ArgSort(_) | N::Pad(_) => None,
        N::CumSum(_) | N::CumProd(_) | N::CumMin(_) | N::CumMax(_) => None,
        N::Full(_) | N::IntRandom(_) => None,
        N::Greater(_) | N::GreaterEqual(_) | N::Lower(_) | N::LowerEqual(_) => None,
        N::GreaterElem(_) | N::GreaterEqualElem(_) | N::LowerElem(_) | N::LowerEqualElem(_) => None,
    }
}

fn float(operation: &FloatOperationIr) -> Option<Reuse<'_>> {
    use FloatOperationIr as F;
    match operation {
        F::Exp(op)
        | F::Log(op)
        | F::Log1p(op)
        | F::Erf(op)
        | F::Sqrt(op)
        | F::Recip(op)
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
        | F::Trunc(op) => unary(&op.input),
        F::ArcTan2(op) | F::Powf(op) | F::Hypot(op) => binary(&op.lhs, &op.rhs),
        F::PowfScalar(op) => power(&op.lhs, &op.rhs),
        F::Matmul(_) | F::Cross(_) | F::GridSample2d(_) => None,
        F::IsNan(_) | F::IsInf(_) | F::IntoInt(_) | F::Random(_) => None,
        F::Quantize(_) | F::Dequantize(_) => None,
    }
}

fn int(operation: &IntOperationIr) -> Option<Reuse<'_>> {
    use IntOperationIr as I;
    match operation {
        I::BitwiseAnd(op)
        | I::BitwiseOr(op)
        | I::BitwiseXor(op)
        | I::BitwiseLeftShift(op)
        | I::BitwiseRightShift(op) => binary(&op.lhs, &op.rhs),
        I::BitwiseAndScalar(op)
        | I::BitwiseOrScalar(op)
        | I::BitwiseXorScalar(op)
        | I::BitwiseLeftShiftScalar(op)
        | I::BitwiseRightShiftScalar(op) => scalar(&op.lhs),
        I::BitwiseNot(op) => scalar(&op.input),
        I::IntoFloat(_) | I::Matmul(_) => None,
    }
}

fn bool(operation: &BoolOperationIr) -> Option<Reuse<'_>> {
    use BoolOperationIr as B;
    match operation {
        B::Not(op) => scalar(&op.input),
        B::And(op) | B::Or(op) | B::Xor(op) => binary(&op.lhs, &op.rhs),
        B::IntoFloat(_) | B::IntoInt(_) => None,
    }
}

fn activation(operation: &ActivationOperationIr) -> Option<Reuse<'_>> {
    use ActivationOperationIr as A;
    match operation {
        A::Relu(op) | A::Gelu(op) | A::Sigmoid(op) | A::LogSigmoid(op) => unary(&op.input),
        A::LeakyRelu(op) => unary(&op.lhs),
        A::HardSigmoid(op) => unary(&op.tensor),
        A::ReluBackward(op)
        | A::PRelu(op)
        | A::GeluBackward(op)
        | A::SigmoidBackward(op)
        | A::LogSigmoidBackward(op) => binary(&op.lhs, &op.rhs),
        A::Softmax(_) | A::LogSoftmax(_) | A::Softmin(_) => None,
    }
}

fn base(operation: &BaseOperationIr) -> Option<Reuse<'_>> {
    use BaseOperationIr as B;
    match operation {
        B::MaskFill(op) => from(vec![&op.tensor], Need::Dense, false),
        B::MaskWhere(op) => from(vec![&op.tensor, &op.value], Need::Dense, false),
        B::SliceAssign(op) => from(vec![&op.tensor], Need::Start, false),
        B::SelectAssign(op) => from(vec![&op.tensor], Need::Dense, false),
        B::Scatter(op) => from(vec![&op.tensor], Need::Dense, false),
        B::ScatterNd(_) | B::Select(_) | B::Gather(_) | B::GatherNd(_) => None,
        B::Reshape(_) | B::SwapDims(_) | B::Permute(_) | B::Flip(_) | B::Expand(_) => None,
        B::Unfold(_) | B::Slice(_) | B::RepeatDim(_) | B::Cat(_) | B::Cast(_) => None,
        B::Equal(_) | B::EqualElem(_) | B::NotEqual(_) | B::NotEqualElem(_) => None,
        B::Empty(_) | B::Ones(_) | B::Zeros(_) => None,
        B::All(_) | B::Any(_) | B::AllDim(_) | B::AnyDim(_) => None,
    }
}
