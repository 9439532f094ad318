//! Operations from float tensors to float and bool tensors of the same shape, reductions, and constants.

use super::{dim, number, operations};
use crate::registers::used;
use burn::tensor::activation::*;
use burn::tensor::{Bool, DType, Device, Int, Tensor, TensorData};

operations! {
    /// One float tensor, element by element.
    Unary(t: Tensor<2>, n: i8) -> Tensor<2> {
        Neg => t.neg(),
        Abs => t.abs(),
        Sign => t.sign(),
        Exp => t.exp(),
        Log => t.log(),
        Log1p => t.log1p(),
        Sqrt => t.sqrt(),
        Square => t.square(),
        Recip => t.recip(),
        NumberOver => number(n) / t,
        Sin => t.sin(),
        Cos => t.cos(),
        Tanh => t.tanh(),
        Atan => t.atan(),
        Sinh => t.sinh(),
        Erf => t.erf(),
        Round => t.round(),
        Floor => t.floor(),
        Ceil => t.ceil(),
        AddScalar => t.add_scalar(number(n)),
        SubScalar => t.sub_scalar(number(n)),
        MulScalar => t.mul_scalar(number(n)),
        DivScalar => t.div_scalar(number(n)),
        RemainderScalar => t.remainder_scalar(number(n).abs() + 0.25),
        ScalarMinus => number(n) - t,
        PowfScalar => t.abs().powf_scalar(number(n)),
        PowiScalar => t.powi_scalar(n % 4),
        Clamp => t.clamp(-1.0, number(n).abs()),
        ClampMin => t.clamp_min(number(n)),
        ClampMax => t.clamp_max(number(n)),
        Relu => relu(t),
        Gelu => gelu(t),
        Sigmoid => sigmoid(t),
        Silu => silu(t),
        LeakyRelu => leaky_relu(t, 0.1),
        Softplus => softplus(t, 1.5),
        LogSigmoid => log_sigmoid(t),
        HardSigmoid => hard_sigmoid(t, 0.2, 0.5),
        Elu => elu(t, 0.7),
        Mish => mish(t),
        Detach => t.detach(),
        Same => t,
        ThroughDouble => { let dtype = t.dtype(); t.cast(DType::F64).cast(dtype) },
        ThroughHalf => { let dtype = t.dtype(); t.cast(DType::F16).cast(dtype) },
    }
}

operations! {
    /// Two float tensors of one shape.
    Binary(t: Tensor<2>, u: Tensor<2>) -> Tensor<2> {
        Add => t + u,
        Sub => t - u,
        Mul => t * u,
        Div => t / u,
        Remainder => t.remainder(u.abs().add_scalar(0.5)),
        Powf => t.abs().powf(u),
        MaxPair => t.max_pair(u),
        MinPair => t.min_pair(u),
        Atan2 => t.atan2(u),
        Twice => t.clone() + t,
        Squared => t.clone() * t,
        Minus => t.clone() - t,
        Both => (t.clone() + u.clone()) * (t - u),
    }
}

operations! {
    /// Two float tensors and a mask.
    Ternary(t: Tensor<2>, u: Tensor<2>, mask: Tensor<2, Bool>) -> Tensor<2> {
        MaskWhere => t.mask_where(mask, u),
        MaskFill => t.mask_fill(mask, 0.75),
        MaskOfItself => t.clone().mask_where(mask, t),
        Counted => t + mask.float().cast(u.dtype()),
        FiniteOnly => { let bad = t.clone().is_finite().bool_not(); t.mask_fill(bad, 0.5) },
    }
}

operations! {
    /// A float tensor with elements, reduced and spread again by broadcasting.
    Reduce(t: Tensor<2>, n: i8) -> Tensor<2> {
        Sum => t.clone() * t.sum().unsqueeze(),
        Mean => t.clone() - t.mean().unsqueeze(),
        Max => t.clone() - t.max().unsqueeze(),
        Min => t.min().unsqueeze(),
        SumDim => t.sum_dim(dim(n)),
        MeanDim => t.clone() - t.mean_dim(dim(n)),
        ProdDim => t.prod_dim(dim(n)),
        MaxDim => t.clone() - t.max_dim(dim(n)),
        MinDim => t.min_dim(dim(n)),
        Var => t.var_bias(dim(n)),
        Softmax => softmax(t, dim(n)),
        LogSoftmax => log_softmax(t, dim(n)),
        CumSum => t.cumsum(dim(n)),
        Sort => t.sort(dim(n)),
        SortDescending => t.sort_descending(dim(n)),
        TopK => used(t.topk(1, dim(n))),
        LayerNorm => {
            let (var, mean) = t.clone().var_mean_bias(dim(n));
            (t - mean) / (var + 1e-5).sqrt()
        },
    }
}

operations! {
    /// A float tensor made on the device, of a shape and an element type.
    Make(dims: [usize; 2], n: i8, device: &Device, dtype: DType) -> Tensor<2> {
        Zeros => Tensor::zeros(dims, (device, dtype)),
        Ones => Tensor::ones(dims, (device, dtype)),
        Full => Tensor::full(dims, number(n), (device, dtype)),
        Eye => Tensor::<2>::eye(dims[0].max(1), device).cast(dtype),
        FromFloats => Tensor::from_data(TensorData::from([[number(n), 0.5], [-0.0, -1.5]]), (device, dtype)),
        Arange => Tensor::<1, Int>::arange(0..dims[1].max(1) as i64, device).float().cast(dtype).unsqueeze(),
        // Depends on constants only, so that it runs once.
        Folded => {
            let table = Tensor::<2>::full([2, 3], number(n), (device, dtype));
            (table.clone().exp() + table.sin()).matmul(Tensor::ones([3, 2], (device, dtype)))
        },
    }
}

operations! {
    /// Two float tensors of one shape, compared.
    Compare(t: Tensor<2>, u: Tensor<2>, n: i8) -> Tensor<2, Bool> {
        Greater => t.greater(u),
        GreaterEqual => t.greater_equal(u),
        Lower => t.lower(u),
        LowerEqual => t.lower_equal(u),
        Equal => t.equal(u),
        NotEqual => t.not_equal(u),
        GreaterScalar => t.greater_scalar(number(n)),
        LowerEqualScalar => t.lower_equal_scalar(number(n)),
        EqualScalar => t.round().equal_scalar(0.0),
        IsNan => t.is_nan(),
        IsInf => t.is_inf(),
        AsBool => t.bool(),
    }
}

/// An operation on a live number; the captured function's own body has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LiveKind {
    Add,
    Sub,
    SubFrom,
    AddTo,
    MulOf,
    DivOf,
    Mul,
    Div,
    AddScalar,
    MulScalar,
    DivScalar,
    ClampMin,
    ClampMax,
    Powf,
    Greater,
    LowerEqual,
    MaskFill,
    Full,
    Arithmetic,
    Select,
    RemainderScalar,
    Casts,
    IntAdd,
    IntMul,
    IntGreater,
    IntEqual,
    IntSubFrom,
}

impl LiveKind {
    /// Every kind of operation.
    pub(crate) const ALL: &'static [Self] = &[
        Self::Add,
        Self::Sub,
        Self::SubFrom,
        Self::AddTo,
        Self::MulOf,
        Self::DivOf,
        Self::Mul,
        Self::Div,
        Self::AddScalar,
        Self::MulScalar,
        Self::DivScalar,
        Self::ClampMin,
        Self::ClampMax,
        Self::Powf,
        Self::Greater,
        Self::LowerEqual,
        Self::MaskFill,
        Self::Full,
        Self::Arithmetic,
        Self::Select,
        Self::RemainderScalar,
        Self::Casts,
        Self::IntAdd,
        Self::IntMul,
        Self::IntGreater,
        Self::IntEqual,
        Self::IntSubFrom,
    ];
}
