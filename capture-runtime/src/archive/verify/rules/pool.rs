//! Pooling, forward and backward.

use super::{Rule, are, ensure, fits, id, positive, ranked, shaped};
use crate::tensor::Kind;
use burn_ir::{
    AdaptiveAvgPool1dBackwardOpIr, AdaptiveAvgPool1dOpIr, AdaptiveAvgPool2dBackwardOpIr,
    AdaptiveAvgPool2dOpIr, AdaptiveAvgPool3dBackwardOpIr, AdaptiveAvgPool3dOpIr,
    AvgPool1dBackwardOpIr, AvgPool1dOpIr, AvgPool2dBackwardOpIr, AvgPool2dOpIr, MaxPool1dOpIr,
    MaxPool1dWithIndicesBackwardOpIr, MaxPool1dWithIndicesOpIr, MaxPool2dOpIr,
    MaxPool2dWithIndicesBackwardOpIr, MaxPool2dWithIndicesOpIr, TensorIr,
};

/// Checks `[batch, channels, ..]` and the windows that go over it; a window always has an element of its tensor in it.
fn windows(
    x: &TensorIr,
    size: &[usize],
    stride: &[usize],
    padding: &[usize],
    dilation: &[usize],
    room: usize,
) -> Result<(), String> {
    are(Kind::Float, [x])?;
    ranked(x, size.len() + 2)?;
    positive(size)?;
    positive(stride)?;
    positive(dilation)?;
    let extents = x.shape.as_slice();
    let inside = padding
        .iter()
        .zip(size)
        .all(|(padding, size)| padding.saturating_mul(2) <= *size);
    ensure(inside, || {
        "a window would lie in the padding alone".to_owned()
    })?;
    let padded = extents[2..].iter().zip(padding);
    let padded = padded.map(|(extent, padding)| extent.saturating_add(padding.saturating_mul(2)));
    fits(room, padded.chain(extents[..2].iter().copied()))
}

fn like(grad: &TensorIr, out: &TensorIr) -> Result<(), String> {
    are(Kind::Float, [grad])?;
    shaped(grad, out.shape.as_slice())?;
    ensure(grad.dtype == out.dtype, || {
        "a gradient is of another element type".to_owned()
    })
}

macro_rules! pools {
    ($avg:ident, $avg_back:ident, $max:ident, $indices:ident, $max_back:ident, $Avg:ident, $AvgBack:ident, $Max:ident, $Indices:ident, $MaxBack:ident, $list:expr, $ones:expr) => {
        pub(super) fn $avg(op: &$Avg, room: usize) -> Rule {
            windows(
                &op.x,
                $list(&op.kernel_size),
                $list(&op.stride),
                $list(&op.padding),
                $ones,
                room,
            )?;
            let (size, stride, padding) = (op.kernel_size, op.stride, op.padding);
            let (count, ceil) = (op.count_include_pad, op.ceil_mode);
            Ok(vec![
                $Avg::create(op.x.clone(), size, stride, padding, count, ceil, id).out,
            ])
        }

        pub(super) fn $avg_back(op: &$AvgBack, room: usize) -> Rule {
            let (size, stride, padding) = (op.kernel_size, op.stride, op.padding);
            let (count, ceil) = (op.count_include_pad, op.ceil_mode);
            let forward = $Avg {
                x: op.x.clone(),
                kernel_size: size,
                stride,
                padding,
                count_include_pad: count,
                ceil_mode: ceil,
                out: op.out.clone(),
            };
            like(&op.grad, &$avg(&forward, room)?[0])?;
            let (x, grad) = (op.x.clone(), op.grad.clone());
            Ok(vec![
                $AvgBack::create(x, grad, size, stride, padding, count, ceil, id).out,
            ])
        }

        pub(super) fn $max(op: &$Max, room: usize) -> Rule {
            windows(
                &op.x,
                $list(&op.kernel_size),
                $list(&op.stride),
                $list(&op.padding),
                $list(&op.dilation),
                room,
            )?;
            let (size, stride, padding) = (op.kernel_size, op.stride, op.padding);
            let (dilation, ceil) = (op.dilation, op.ceil_mode);
            Ok(vec![
                $Max::create(op.x.clone(), size, stride, padding, dilation, ceil, id).out,
            ])
        }

        pub(super) fn $indices(op: &$Indices, room: usize) -> Rule {
            are(Kind::Int, [&op.out_indices])?;
            windows(
                &op.x,
                $list(&op.kernel_size),
                $list(&op.stride),
                $list(&op.padding),
                $list(&op.dilation),
                room,
            )?;
            let (size, stride, padding) = (op.kernel_size, op.stride, op.padding);
            let (dilation, ceil, indices) = (op.dilation, op.ceil_mode, op.out_indices.dtype);
            let x = op.x.clone();
            let made = $Indices::create(x, size, stride, padding, dilation, ceil, indices, id);
            Ok(vec![made.out, made.out_indices])
        }

        pub(super) fn $max_back(op: &$MaxBack, room: usize) -> Rule {
            let (size, stride, padding) = (op.kernel_size, op.stride, op.padding);
            let (dilation, ceil) = (op.dilation, op.ceil_mode);
            let forward = $Max {
                x: op.x.clone(),
                kernel_size: size,
                stride,
                padding,
                dilation,
                ceil_mode: ceil,
                out: op.out.clone(),
            };
            like(&op.grad, &$max(&forward, room)?[0])?;
            are(Kind::Int, [&op.indices])?;
            shaped(&op.indices, op.grad.shape.as_slice())?;
            let (x, grad, indices) = (op.x.clone(), op.grad.clone(), op.indices.clone());
            let made =
                $MaxBack::create(x, grad, indices, size, stride, padding, dilation, ceil, id);
            Ok(vec![made.out])
        }
    };
}

pools!(
    avg1d,
    avg1d_backward,
    max1d,
    max1d_indices,
    max1d_backward,
    AvgPool1dOpIr,
    AvgPool1dBackwardOpIr,
    MaxPool1dOpIr,
    MaxPool1dWithIndicesOpIr,
    MaxPool1dWithIndicesBackwardOpIr,
    core::slice::from_ref::<usize>,
    &[1]
);
pools!(
    avg2d,
    avg2d_backward,
    max2d,
    max2d_indices,
    max2d_backward,
    AvgPool2dOpIr,
    AvgPool2dBackwardOpIr,
    MaxPool2dOpIr,
    MaxPool2dWithIndicesOpIr,
    MaxPool2dWithIndicesBackwardOpIr,
    <[usize; 2]>::as_slice,
    &[1, 1]
);

/// Adaptive pooling: the result has the extents that are asked for.
fn adaptive(x: &TensorIr, size: &[usize]) -> Result<(), String> {
    are(Kind::Float, [x])?;
    ranked(x, size.len() + 2)?;
    positive(size)?;
    positive(&x.shape.as_slice()[2..])
}

/// The backward pass of adaptive pooling: a gradient of any extents, for the same batch and channels.
fn adaptive_backward(x: &TensorIr, grad: &TensorIr, dims: usize) -> Result<(), String> {
    are(Kind::Float, [grad])?;
    ranked(grad, dims + 2)?;
    adaptive(x, &grad.shape.as_slice()[2..])?;
    let same = x.shape[0] == grad.shape[0] && x.shape[1] == grad.shape[1] && x.dtype == grad.dtype;
    ensure(same, || {
        "a gradient is of another batch, other channels, or another element type".to_owned()
    })
}

macro_rules! adaptives {
    ($($forward:ident $backward:ident $Op:ident $Back:ident $dims:literal $list:expr;)*) => {$(
        pub(super) fn $forward(op: &$Op) -> Rule {
            adaptive(&op.x, $list(&op.output_size))?;
            Ok(vec![$Op::create(op.x.clone(), op.output_size, id).out])
        }

        pub(super) fn $backward(op: &$Back) -> Rule {
            adaptive_backward(&op.x, &op.grad, $dims)?;
            Ok(vec![$Back::create(op.x.clone(), op.grad.clone(), id).out])
        }
    )*};
}

adaptives! {
    adaptive1d adaptive1d_backward AdaptiveAvgPool1dOpIr AdaptiveAvgPool1dBackwardOpIr 1 core::slice::from_ref::<usize>;
    adaptive2d adaptive2d_backward AdaptiveAvgPool2dOpIr AdaptiveAvgPool2dBackwardOpIr 2 <[usize; 2]>::as_slice;
    adaptive3d adaptive3d_backward AdaptiveAvgPool3dOpIr AdaptiveAvgPool3dBackwardOpIr 3 <[usize; 3]>::as_slice;
}
