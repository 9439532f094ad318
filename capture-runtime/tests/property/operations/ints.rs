//! Operations on int and bool tensors, and conversions between kinds. Ints are kept small, so that nothing overflows.

use super::{dim, operations};
use crate::registers::Registers;
use burn::tensor::{Bool, DType, Int, Tensor};

/// `t` brought near zero.
fn small(t: Tensor<2, Int>) -> Tensor<2, Int> {
    t.remainder_scalar(97)
}

operations! {
    /// One int tensor with elements.
    IntUnary(t: Tensor<2, Int>, n: i8) -> Tensor<2, Int> {
        Neg => t.neg(),
        Abs => t.abs(),
        AddScalar => small(t.add_scalar(n)),
        MulScalar => small(t.mul_scalar(n)),
        DivScalar => t.div_scalar(3),
        Clamp => t.clamp(-3, 5),
        SumDim => small(t.sum_dim(dim(n))),
        CumSum => small(t.cumsum(dim(n))),
        MaxDim => t.max_dim(dim(n)),
        Sort => t.sort(dim(n)),
        Transpose => t.transpose(),
        Flip => t.flip([dim(n)]),
        Repeat => t.repeat_dim(dim(n), 2),
        Twice => small(t.clone() + t),
        Not => small(t.bitwise_not()),
        ThroughShort => { let dtype = t.dtype(); t.cast(DType::I16).cast(dtype) },
        Made => { let (device, dtype) = (t.device(), t.dtype()); t + Tensor::arange(0..1, (&device, dtype)).unsqueeze() },
    }
}

operations! {
    /// Two int tensors of one shape.
    IntBinary(t: Tensor<2, Int>, u: Tensor<2, Int>) -> Tensor<2, Int> {
        Add => small(t + u),
        Sub => small(t - u),
        Mul => small(t * u),
        MaxPair => t.max_pair(u),
        And => t.bitwise_and(u),
        Xor => small(t.bitwise_xor(u)),
        WhereGreater => { let mask = t.clone().greater(u.clone()); t.mask_where(mask, u) },
        Stepped => { let mask = t.clone().lower_equal(u); t.mask_fill(mask, 7) },
    }
}

operations! {
    /// Two masks of one shape.
    Logic(p: Tensor<2, Bool>, q: Tensor<2, Bool>) -> Tensor<2, Bool> {
        And => p.bool_and(q),
        Or => p.bool_or(q),
        Xor => p.bool_xor(q),
        Not => p.bool_not(),
        Transpose => p.transpose(),
        Equal => p.equal(q),
        Any => if p.shape().num_elements() == 0 { p } else { p.clone().bool_xor(q.any().unsqueeze::<2>().expand(p.dims())) },
    }
}

operations! {
    /// From one kind to another; the operand has elements.
    Convert(registers: &mut Registers, t: Tensor<2>, n: i8) -> () {
        FloatToInt => {
            let int = t.clamp(-40.0, 40.0).int().cast(registers.int);
            registers.ints.push(int);
        },
        IntToFloat => {
            let float = registers.int(n.unsigned_abs()).float().cast(registers.float);
            registers.keep(float);
        },
        BoolToInt => {
            let int = registers.bool(n.unsigned_abs()).int().cast(registers.int);
            registers.ints.push(int);
        },
        BoolToFloat => {
            let float = registers.bool(n.unsigned_abs()).float().cast(registers.float);
            registers.keep(float);
        },
        IntToBool => registers.bools.push(registers.int(n.unsigned_abs()).bool()),
        ArgMax => {
            let int = t.argmax(dim(n)).cast(registers.int);
            registers.ints.push(int);
        },
        ArgMin => {
            let int = t.argmin(dim(n)).cast(registers.int);
            registers.ints.push(int);
        },
        ArgSort => {
            let int = t.argsort(dim(n)).cast(registers.int);
            registers.ints.push(int);
        },
        MaxWithIndices => {
            let (max, index) = t.max_dim_with_indices(dim(n));
            registers.keep(max);
            registers.ints.push(index.cast(registers.int));
        },
    }
}
