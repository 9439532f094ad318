//! Samples between elements: interpolation, grids, and convolutions whose taps move.

use crate::common::training;
use crate::flops;
use burn::prelude::*;
use burn::tensor::module::{deform_conv2d, interpolate};
use burn::tensor::ops::{
    DeformConvOptions, GridSampleOptions, InterpolateMode, InterpolateOptions,
};
use capture_runtime::prelude::*;

/// Burn's modes cannot be compared, as frozen values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mode {
    Nearest,
    NearestExact,
    Bilinear,
    Bicubic,
    Lanczos3,
}

impl From<Mode> for InterpolateMode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Nearest => Self::Nearest,
            Mode::NearestExact => Self::NearestExact,
            Mode::Bilinear => Self::Bilinear,
            Mode::Bicubic => Self::Bicubic,
            Mode::Lanczos3 => Self::Lanczos3,
        }
    }
}

#[capture_program]
fn resizes(x: Tensor<4>, #[frozen] mode: Mode) -> (Tensor<4>, Tensor<4>) {
    let x = x.require_grad();
    let options = InterpolateOptions::new(mode.into()).with_output_size([6, 6]);
    let y = interpolate(x.clone(), options);
    let grads = y.clone().sum().backward();
    (y, x.grad(&grads).expect("`x` requires a gradient"))
}

#[test]
fn an_interpolated_element_is_a_weighted_sum_of_its_taps() {
    let cases = [
        // Taken as it is; its gradient is added.
        (Mode::Nearest, 0, 1),
        (Mode::NearestExact, 0, 1),
        // 2 x 2 taps: 4 products and 3 sums; 4 products, and a sum at each tap.
        (Mode::Bilinear, 7, 8),
        // 4 x 4 taps, and 6 x 6.
        (Mode::Bicubic, 31, 32),
        (Mode::Lanczos3, 71, 72),
    ];
    for (mode, forward, backward) in cases {
        let program = resizes::capture(TensorSpec::float([1, 2, 3, 3]), mode).unwrap();
        // 2 channels of 6 x 6.
        assert_eq!(flops(&program, "interpolate"), 72 * forward, "{mode:?}");
        let gradient = flops(&program, "interpolate_backward");
        assert_eq!(gradient, 72 * backward, "{mode:?}");
    }
}

#[capture_program]
fn warps(x: Tensor<4>, grid: Tensor<4>) -> Tensor<4> {
    x.grid_sample_2d(grid, GridSampleOptions::new(InterpolateMode::Bilinear))
}

#[test]
fn a_grid_takes_a_sample_for_each_channel() {
    let (x, grid) = (
        TensorSpec::float([1, 2, 4, 4]),
        TensorSpec::float([1, 3, 3, 2]),
    );
    let program = warps::capture(x, grid).unwrap();
    // 2 channels at 3 x 3 places: 4 products and 3 sums.
    assert_eq!(flops(&program, "grid_sample2d"), 18 * 7);
}

#[capture_program]
fn deforms(
    w: &mut Tensor<4>,
    x: Tensor<4>,
    offset: Tensor<4>,
    mask: Option<Tensor<4>>,
) -> (Tensor<4>, Tensor<4>) {
    let x = x.require_grad();
    let options = DeformConvOptions::new([1, 1], [0, 0], [1, 1], 1, 1);
    let y = deform_conv2d(x.clone(), offset, w.clone(), mask, None, options);
    let grads = y.clone().sum().backward();
    let of_w = w.grad(&grads).expect("`w` requires a gradient");
    *w = Tensor::from_inner(w.clone().inner() - of_w).require_grad();
    (y, x.grad(&grads).expect("`x` requires a gradient"))
}

/// 4 channels at 9 taps for 3 x 3 places are 324 samples; 2 * 9 results of 36 multiply-adds.
#[test]
fn a_tap_that_moves_is_a_sample() {
    let w = Tensor::<4>::ones([2, 4, 3, 3], &training()).require_grad();
    let capture = |mask| {
        let (x, offset) = (
            TensorSpec::float([1, 4, 5, 5]),
            TensorSpec::float([1, 18, 3, 3]),
        );
        deforms::capture(&w, x, offset, mask).unwrap()
    };
    let product = 18 * 36 * 2;
    let plain = capture(None);
    assert_eq!(flops(&plain, "deformable_conv2d"), product + 324 * 7);
    // The sample again (7); its gradient to four taps (4 products, 4 sums); the two derivatives of its place: 2 differences, 2 products
    // and their sum, times the gradient, added (7 each).
    assert_eq!(
        flops(&plain, "deformable_conv2d_backward"),
        2 * product + 324 * (7 + 8 + 14)
    );
    let masked = capture(Some(TensorSpec::float([1, 9, 3, 3])));
    assert_eq!(flops(&masked, "deformable_conv2d"), product + 324 * (7 + 1));
    // More: the sample times its factor, the gradient times its factor, and the gradient of the factor (a product, added).
    assert_eq!(
        flops(&masked, "deformable_conv2d_backward"),
        2 * product + 324 * (7 + 8 + 14 + 4)
    );
}
