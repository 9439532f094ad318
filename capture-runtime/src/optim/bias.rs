//! Bias corrections from a step count on the device.

use burn::tensor::{Int, Tensor, TensorData};

/// Powers of two that an `i32` step count is a sum of.
const BITS: usize = 31;

/// `1 - beta.powi(count)` for each beta, in f32.
///
/// Burn computes `f32::powi` on the host: a product of repeated squares, whose rounding is part of its result (`0.999.powi(2)` is off by `1.5e-5` of
/// `1 - 0.999²`). To equal it, the squares are tabulated and the device multiplies those that the count's bits select, in the same
/// order; an exact power in f64 would be closer to the paper and further from Burn.
pub(super) fn corrections<const N: usize>(
    betas: [f32; N],
    count: Tensor<1, Int>,
) -> [Tensor<2>; N] {
    let device = count.device();
    let mut squares = Vec::with_capacity(BITS * N);
    let mut masks = Vec::with_capacity(BITS * N);
    let mut powers = betas;
    for bit in 0..BITS {
        squares.extend(powers);
        masks.extend([1i32 << bit; N]);
        powers = powers.map(|power| power * power);
    }
    let squares = TensorData::new(squares, [BITS, N]);
    let squares = Tensor::<2>::from_data(squares, (&device, burn::tensor::DType::F32));
    let masks = TensorData::new(masks, [BITS, N]);
    let masks = Tensor::<2, Int>::from_data(masks, (&device, count.dtype()));

    let count = count.reshape([1, 1]).expand([BITS, N]);
    let absent = masks.bitwise_and(count).equal_scalar(0);
    let powers = squares.mask_fill(absent, 1.0).prod_dim(0);
    let corrections = powers.neg().add_scalar(1.0);
    core::array::from_fn(|i| corrections.clone().slice([0..1, i..i + 1]))
}
