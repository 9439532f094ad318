//! Convolutions, forward and backward, in one, two and three dimensions.
//!
//! A backward operation gets the operands of the forward one and a gradient of its result: the forward rule says what shape that has.

use super::{Rule, are, ensure, fits, id, positive, ranked, shaped};
use crate::tensor::Kind;
use burn_ir::{
    Conv1dBiasBackwardOpIr, Conv1dOpIr, Conv1dWeightBackwardOpIr, Conv1dXBackwardOpIr,
    Conv2dBiasBackwardOpIr, Conv2dOpIr, Conv2dWeightBackwardOpIr, Conv2dXBackwardOpIr,
    Conv3dBiasBackwardOpIr, Conv3dOpIr, Conv3dWeightBackwardOpIr, Conv3dXBackwardOpIr,
    ConvTranspose1dBiasBackwardOpIr, ConvTranspose1dOpIr, ConvTranspose1dWeightBackwardOpIr,
    ConvTranspose2dBiasBackwardOpIr, ConvTranspose2dOpIr, ConvTranspose2dWeightBackwardOpIr,
    ConvTranspose3dBiasBackwardOpIr, ConvTranspose3dOpIr, ConvTranspose3dWeightBackwardOpIr,
    DeformConv2dBackwardOpIr, DeformConv2dOpIr, TensorIr,
};

/// Stride and dilation of a convolution, what it pads on both sides together, and its groups.
struct Window<'a> {
    stride: &'a [usize],
    dilation: &'a [usize],
    padding: Vec<usize>,
    groups: usize,
}

impl Window<'_> {
    /// Checks that `x` and `weight` belong together: `[batch, channels, ..]` and, `outer` of its channels first, the kernel.
    fn check(&self, x: &TensorIr, weight: &TensorIr, transposed: bool) -> Result<(), String> {
        let rank = self.stride.len() + 2;
        are(Kind::Float, [x, weight])?;
        ranked(x, rank)?;
        ranked(weight, rank)?;
        positive(self.stride)?;
        positive(self.dilation)?;
        positive(&[self.groups])?;
        positive(&weight.shape.as_slice()[2..])?;
        let (channels, first, second) = (x.shape[1], weight.shape[0], weight.shape[1]);
        let fit = match transposed {
            true => channels == first && first.is_multiple_of(self.groups),
            false => {
                second.checked_mul(self.groups) == Some(channels)
                    && first.is_multiple_of(self.groups)
            }
        };
        ensure(fit, || {
            "channels, groups and kernel do not fit each other".to_owned()
        })
    }

    /// The padded input has room, and so have the columns of one image: each element of the kernel for each place of `out`.
    fn room(
        &self,
        x: &TensorIr,
        weight: &TensorIr,
        places: &TensorIr,
        room: usize,
    ) -> Result<(), String> {
        let (x, kernel) = (x.shape.as_slice(), &weight.shape.as_slice()[2..]);
        let padded = x[2..]
            .iter()
            .zip(&self.padding)
            .map(|(extent, padding)| extent.saturating_add(*padding));
        fits(room, padded.chain(x[..2].iter().copied()))?;
        let places = places.shape.as_slice()[2..].iter().chain(kernel);
        fits(
            room,
            places
                .copied()
                .chain([x[1].max(weight.shape[1].saturating_mul(self.groups))]),
        )
    }
}

/// A bias is one number for each channel of the result.
fn biased(bias: Option<&TensorIr>, out: &TensorIr) -> Result<(), String> {
    match bias {
        Some(bias) => {
            are(Kind::Float, [bias])?;
            shaped(bias, &[out.shape[1]])
        }
        None => Ok(()),
    }
}

/// A gradient of `out`.
fn gradient(grad: &TensorIr, out: &TensorIr) -> Result<(), String> {
    are(Kind::Float, [grad])?;
    shaped(grad, out.shape.as_slice())?;
    ensure(grad.dtype == out.dtype, || {
        "a gradient is of another element type".to_owned()
    })
}

/// The gradient of a bias, by the gradient of the result.
fn bias_of(x: &TensorIr, bias: &TensorIr, grad: &TensorIr, dims: usize) -> Result<(), String> {
    are(Kind::Float, [x, bias, grad])?;
    ranked(x, dims + 2)?;
    ranked(grad, dims + 2)?;
    ensure(x.shape[0] == grad.shape[0], || {
        "a gradient is of another batch".to_owned()
    })?;
    biased(Some(bias), grad)
}

/// The rule of a gradient that a convolution has for its input or its weight: the convolution's own, and a gradient of its result's shape.
macro_rules! gradient_of {
    ($name:ident, $GradientOp:ident, $forward:ident, $Op:ident) => {
        pub(super) fn $name(op: &$GradientOp, room: usize) -> Rule {
            let (x, weight, options) = (op.x.clone(), op.weight.clone(), op.options.clone());
            let out = $forward(
                &$Op {
                    x,
                    weight,
                    bias: None,
                    options,
                    out: op.out.clone(),
                },
                room,
            )?;
            gradient(&op.output_grad, &out[0])?;
            let (x, weight, grad) = (op.x.clone(), op.weight.clone(), op.output_grad.clone());
            Ok(vec![
                $GradientOp::create(x, weight, grad, op.options.clone(), id).out,
            ])
        }
    };
}

/// The rule of the gradient that a convolution has for its bias.
macro_rules! gradient_of_bias {
    ($name:ident, $BiasOp:ident, $dims:literal) => {
        pub(super) fn $name(op: &$BiasOp) -> Rule {
            bias_of(&op.x, &op.bias, &op.output_grad, $dims)?;
            let (x, bias, grad) = (op.x.clone(), op.bias.clone(), op.output_grad.clone());
            Ok(vec![$BiasOp::create(x, bias, grad, id).out])
        }
    };
}

macro_rules! convolution {
    ($forward:ident, $x:ident, $weight:ident, $bias:ident, $Op:ident, $XOp:ident, $WeightOp:ident, $BiasOp:ident, $dims:literal, $both:expr) => {
        pub(super) fn $forward(op: &$Op, room: usize) -> Rule {
            let both: fn(&_) -> usize = $both;
            let window = Window {
                stride: &op.options.stride,
                dilation: &op.options.dilation,
                padding: op.options.padding.iter().map(both).collect(),
                groups: op.options.groups,
            };
            window.check(&op.x, &op.weight, false)?;
            let (x, weight, bias) = (op.x.clone(), op.weight.clone(), op.bias.clone());
            let out = $Op::create(x, weight, bias, op.options.clone(), id).out;
            biased(op.bias.as_ref(), &out)?;
            window.room(&op.x, &op.weight, &out, room)?;
            Ok(vec![out])
        }

        gradient_of!($x, $XOp, $forward, $Op);

        gradient_of!($weight, $WeightOp, $forward, $Op);

        gradient_of_bias!($bias, $BiasOp, $dims);
    };
}

convolution!(
    conv1d,
    conv1d_x,
    conv1d_weight,
    conv1d_bias,
    Conv1dOpIr,
    Conv1dXBackwardOpIr,
    Conv1dWeightBackwardOpIr,
    Conv1dBiasBackwardOpIr,
    1,
    |(before, after): &(usize, usize)| before + after
);
convolution!(
    conv2d,
    conv2d_x,
    conv2d_weight,
    conv2d_bias,
    Conv2dOpIr,
    Conv2dXBackwardOpIr,
    Conv2dWeightBackwardOpIr,
    Conv2dBiasBackwardOpIr,
    2,
    |(before, after): &(usize, usize)| before + after
);
convolution!(
    conv3d,
    conv3d_x,
    conv3d_weight,
    conv3d_bias,
    Conv3dOpIr,
    Conv3dXBackwardOpIr,
    Conv3dWeightBackwardOpIr,
    Conv3dBiasBackwardOpIr,
    3,
    |padding: &usize| padding * 2
);

macro_rules! transposed {
    ($forward:ident, $weight:ident, $bias:ident, $Op:ident, $WeightOp:ident, $BiasOp:ident, $dims:literal) => {
        pub(super) fn $forward(op: &$Op, room: usize) -> Rule {
            let window = Window {
                stride: &op.options.stride,
                dilation: &op.options.dilation,
                padding: op
                    .options
                    .padding
                    .iter()
                    .map(|padding| padding * 2)
                    .collect(),
                groups: op.options.groups,
            };
            window.check(&op.x, &op.weight, true)?;
            let (x, weight, bias) = (op.x.clone(), op.weight.clone(), op.bias.clone());
            let out = $Op::create(x, weight, bias, op.options.clone(), id).out;
            biased(op.bias.as_ref(), &out)?;
            window.room(&op.x, &op.weight, &op.x, room)?;
            Ok(vec![out])
        }

        gradient_of!($weight, $WeightOp, $forward, $Op);

        gradient_of_bias!($bias, $BiasOp, $dims);
    };
}

transposed!(
    transposed1d,
    transposed1d_weight,
    transposed1d_bias,
    ConvTranspose1dOpIr,
    ConvTranspose1dWeightBackwardOpIr,
    ConvTranspose1dBiasBackwardOpIr,
    1
);
transposed!(
    transposed2d,
    transposed2d_weight,
    transposed2d_bias,
    ConvTranspose2dOpIr,
    ConvTranspose2dWeightBackwardOpIr,
    ConvTranspose2dBiasBackwardOpIr,
    2
);
transposed!(
    transposed3d,
    transposed3d_weight,
    transposed3d_bias,
    ConvTranspose3dOpIr,
    ConvTranspose3dWeightBackwardOpIr,
    ConvTranspose3dBiasBackwardOpIr,
    3
);

/// A deformable convolution: an offset, and where there is a mask a factor, for each element of the kernel at each place of the result.
pub(super) fn deformable(op: &DeformConv2dOpIr, room: usize) -> Rule {
    let options = &op.options;
    let window = Window {
        stride: &options.stride,
        dilation: &options.dilation,
        padding: options.padding.iter().map(|padding| padding * 2).collect(),
        groups: options.weight_groups,
    };
    window.check(&op.x, &op.weight, false)?;
    positive(&[options.offset_groups])?;
    are(Kind::Float, [&op.offset].into_iter().chain(&op.mask))?;
    let (x, offset, weight) = (op.x.clone(), op.offset.clone(), op.weight.clone());
    let (mask, bias) = (op.mask.clone(), op.bias.clone());
    let out = DeformConv2dOpIr::create(x, offset, weight, mask, bias, options.clone(), id).out;
    biased(op.bias.as_ref(), &out)?;
    window.room(&op.x, &op.weight, &out, room)?;
    let kernel = op.weight.shape[2].saturating_mul(op.weight.shape[3]);
    let each = kernel.saturating_mul(options.offset_groups);
    let (batch, height, width) = (op.x.shape[0], out.shape[2], out.shape[3]);
    shaped(&op.offset, &[batch, each.saturating_mul(2), height, width])?;
    if let Some(mask) = &op.mask {
        shaped(mask, &[batch, each, height, width])?;
    }
    let grouped = op.x.shape[1].is_multiple_of(options.offset_groups);
    ensure(grouped, || {
        "channels and groups of offsets do not fit".to_owned()
    })?;
    Ok(vec![out])
}

pub(super) fn deformable_backward(op: &DeformConv2dBackwardOpIr, room: usize) -> Rule {
    let forward = DeformConv2dOpIr {
        x: op.x.clone(),
        offset: op.offset.clone(),
        weight: op.weight.clone(),
        mask: op.mask.clone(),
        bias: op.bias.clone(),
        options: op.options.clone(),
        out: op.out_grad.clone(),
    };
    let out = deformable(&forward, room)?;
    gradient(&op.out_grad, &out[0])?;
    let (x, offset, weight) = (op.x.clone(), op.offset.clone(), op.weight.clone());
    let (mask, bias, grad) = (op.mask.clone(), op.bias.clone(), op.out_grad.clone());
    let options = op.options.clone();
    let made = DeformConv2dBackwardOpIr::create(x, offset, weight, mask, bias, grad, options, id);
    let given = [made.input_grad, made.offset_grad, made.weight_grad];
    Ok(given
        .into_iter()
        .chain(made.mask_grad)
        .chain(made.bias_grad)
        .collect())
}
