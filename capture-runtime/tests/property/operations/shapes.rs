//! Operations that change shapes.

use super::{dim, operations};
use crate::registers::{fit, used};
use burn::tensor::Tensor;

/// The sizes of both with one dimension of `u` cut to that of `t`, as concatenation along `n` needs it.
fn beside(t: &Tensor<2>, u: Tensor<2>, n: i8) -> Tensor<2> {
    let mut dims = t.dims();
    dims[dim(n)] = u.dims()[dim(n)];
    fit(u, dims)
}

/// Whether there are elements. Burn reads a size of zero in a new shape as "the same as before", and refuses some shapes without.
fn has(t: &Tensor<2>) -> bool {
    t.shape().num_elements() > 0
}

operations! {
    /// One float tensor and another, into new shapes; dimensions may be zero.
    Reshape(t: Tensor<2>, u: Tensor<2>, n: i8) -> Tensor<2> {
        Transpose => t.transpose(),
        SwapDims => t.swap_dims(0, 1),
        Permute => t.permute([1, 0]),
        Flatten => { let all = t.shape().num_elements(); if has(&t) { t.reshape([1, all]) } else { t } },
        Column => { let all = t.shape().num_elements(); if has(&t) { t.reshape([all, 1]) } else { t } },
        ThroughOne => { let dims = t.dims(); if dims.contains(&0) { t } else { t.flatten::<1>(0, 1).reshape(dims) } },
        UnsqueezeSqueeze => if has(&t) { t.unsqueeze_dim::<3>(dim(n)).squeeze_dim::<2>(dim(n)) } else { t },
        Repeat => t.repeat_dim(dim(n), 2),
        Expand => if has(&t) { let [rows, columns] = t.dims(); t.unsqueeze_dim::<3>(0).expand([2, rows, columns]).flatten(0, 1) } else { t },
        Flip => if has(&t) { t.flip([dim(n)]) } else { t },
        Narrow => { let have = t.dims()[dim(n)]; if have > 1 { used(t.narrow(dim(n), 1, have - 1)) } else { t } },
        Slice => { let [rows, columns] = t.dims(); used(t.slice([0..rows.div_ceil(2), 0..columns])) },
        SliceStep => if t.dims()[0] > 0 { used(t.slice_dim(0, burn::tensor::s![..;2])) } else { t },
        Chunk => if t.dims()[dim(n)] > 0 { let other = t.clone().chunk(2, dim(n)).remove(0); used(other) } else { t },
        Cat => { let u = beside(&t, u, n); Tensor::cat(vec![t, u], dim(n)) },
        CatItself => Tensor::cat(vec![t.clone(), t.clone(), t], dim(n)),
        Stack => if has(&t) { let u = fit(u, t.dims()); Tensor::stack::<3>(vec![t, u], dim(n)).flatten(0, 1) } else { t },
        Triu => if has(&t) { t.triu(0) } else { t },
        Roll => if has(&t) { t.roll_dim(1, dim(n)) } else { t },
    }
}
