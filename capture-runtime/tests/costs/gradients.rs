//! Gradients of convolutions and pooling: what a backward pass adds.
//!
//! A gradient is a sum over the places where an element was used; each test counts those places.

use crate::common::training;
use crate::flops;
use burn::prelude::*;
use burn::tensor::module::{
    adaptive_avg_pool2d, avg_pool2d, conv_transpose2d, conv1d, conv2d, conv3d, max_pool2d,
};
use burn::tensor::ops::{AvgPoolOptions, ConvOptions, ConvTransposeOptions, MaxPoolOptions};
use capture_runtime::prelude::*;

#[capture_program]
fn planes(w: &mut Tensor<4>, b: &mut Tensor<1>, x: Tensor<4>) -> (Tensor<4>, Tensor<4>) {
    let x = x.require_grad();
    let options = ConvOptions::new([2, 2], [1, 1], [1, 1], 2);
    let y = conv2d(x.clone(), w.clone(), Some(b.clone()), options);
    let grads = y.clone().sum().backward();
    let of_w = w.grad(&grads).expect("`w` requires a gradient");
    let of_b = b.grad(&grads).expect("`b` requires a gradient");
    *w = Tensor::from_inner(w.clone().inner() - of_w).require_grad();
    *b = Tensor::from_inner(b.clone().inner() - of_b).require_grad();
    (y, x.grad(&grads).expect("`x` requires a gradient"))
}

#[test]
fn a_convolution_has_its_multiply_adds_again_for_each_of_two_gradients() {
    let w = Tensor::<4>::ones([6, 2, 3, 3], &training()).require_grad();
    let b = Tensor::<1>::ones([6], &training()).require_grad();
    let program = planes::capture(&w, &b, TensorSpec::float([3, 4, 5, 5])).unwrap();
    // 3 * 6 * 3 * 3 = 162 results, each of 2 channels of a group at 9 taps, and a sum each.
    assert_eq!(flops(&program, "conv2d"), 162 * 18 * 2 + 162);
    // Each of the 162 gradients reaches 18 elements of x.
    assert_eq!(flops(&program, "conv2d_x_backward"), 162 * 18 * 2);
    // Each of the 108 weights was used for 3 images at 9 places.
    assert_eq!(flops(&program, "conv2d_weight_backward"), 108 * 27 * 2);
    // Six sums of 27.
    assert_eq!(flops(&program, "conv2d_bias_backward"), 6 * 26);
}

#[capture_program]
fn lines(w: &mut Tensor<3>, x: Tensor<3>) -> (Tensor<3>, Tensor<3>) {
    let x = x.require_grad();
    let options = ConvOptions::new([1], [0], [1], 1);
    let y = conv1d(x.clone(), w.clone(), None, options);
    let grads = y.clone().sum().backward();
    let of_w = w.grad(&grads).expect("`w` requires a gradient");
    *w = Tensor::from_inner(w.clone().inner() - of_w).require_grad();
    (y, x.grad(&grads).expect("`x` requires a gradient"))
}

#[capture_program]
fn volumes(w: &mut Tensor<5>, x: Tensor<5>) -> (Tensor<5>, Tensor<5>) {
    let x = x.require_grad();
    let options = ConvOptions::new([1, 1, 1], [0, 0, 0], [1, 1, 1], 1);
    let y = conv3d(x.clone(), w.clone(), None, options);
    let grads = y.clone().sum().backward();
    let of_w = w.grad(&grads).expect("`w` requires a gradient");
    *w = Tensor::from_inner(w.clone().inner() - of_w).require_grad();
    (y, x.grad(&grads).expect("`x` requires a gradient"))
}

#[test]
fn convolutions_of_lines_and_volumes_as_well() {
    let w = Tensor::<3>::ones([5, 2, 3], &training()).require_grad();
    let program = lines::capture(&w, TensorSpec::float([2, 2, 6])).unwrap();
    // 2 * 5 * 4 = 40 gradients that reach 2 channels at 3 taps; 30 weights, used for 2 lines at 4 places.
    assert_eq!(flops(&program, "conv1d_x_backward"), 40 * 6 * 2);
    assert_eq!(flops(&program, "conv1d_weight_backward"), 30 * 8 * 2);

    let w = Tensor::<5>::ones([3, 2, 2, 2, 2], &training()).require_grad();
    let program = volumes::capture(&w, TensorSpec::float([1, 2, 3, 4, 5])).unwrap();
    // 3 * 2 * 3 * 4 = 72 gradients that reach 2 channels at 8 taps; 48 weights, used at 24 places.
    assert_eq!(flops(&program, "conv3d_x_backward"), 72 * 16 * 2);
    assert_eq!(flops(&program, "conv3d_weight_backward"), 48 * 24 * 2);
}

#[capture_program]
fn enlarges(w: &mut Tensor<4>, b: &mut Tensor<1>, x: Tensor<4>) -> (Tensor<4>, Tensor<4>) {
    let x = x.require_grad();
    let options = ConvTransposeOptions::new([2, 2], [0, 0], [0, 0], [1, 1], 1);
    let y = conv_transpose2d(x.clone(), w.clone(), Some(b.clone()), options);
    let grads = y.clone().sum().backward();
    let of_w = w.grad(&grads).expect("`w` requires a gradient");
    let of_b = b.grad(&grads).expect("`b` requires a gradient");
    *w = Tensor::from_inner(w.clone().inner() - of_w).require_grad();
    *b = Tensor::from_inner(b.clone().inner() - of_b).require_grad();
    (y, x.grad(&grads).expect("`x` requires a gradient"))
}

#[test]
fn a_transposed_convolution_goes_from_each_element_to_each_tap() {
    let w = Tensor::<4>::ones([4, 3, 2, 2], &training()).require_grad();
    let b = Tensor::<1>::ones([3], &training()).require_grad();
    let program = enlarges::capture(&w, &b, TensorSpec::float([2, 4, 3, 3])).unwrap();
    // 2 * 4 * 3 * 3 = 72 elements, each to 3 channels at 4 taps; 2 * 3 * 6 * 6 = 216 results get the bias.
    assert_eq!(flops(&program, "conv_transpose2d"), 72 * 12 * 2 + 216);
    // The gradient of x is an ordinary convolution: 72 results of 3 channels at 4 taps.
    assert_eq!(flops(&program, "conv2d"), 72 * 12 * 2);
    // Each of the 48 weights was used for 2 images at 9 places.
    assert_eq!(
        flops(&program, "conv_transpose2d_weight_backward"),
        48 * 18 * 2
    );
    // Three sums of 72.
    assert_eq!(flops(&program, "conv_transpose2d_bias_backward"), 3 * 71);
}

#[capture_program]
fn pools(x: Tensor<4>) -> ([Tensor<4>; 3], Tensor<4>) {
    let x = x.require_grad();
    let average = avg_pool2d(x.clone(), AvgPoolOptions::new([2, 3]));
    let most = max_pool2d(x.clone(), MaxPoolOptions::new([2, 3]));
    let adapted = adaptive_avg_pool2d(x.clone(), [2, 3]);
    let pooled = [average, most, adapted];
    let [a, b, c] = pooled.clone().map(Tensor::sum);
    let grads = (a + b + c).backward();
    (pooled, x.grad(&grads).expect("`x` requires a gradient"))
}

#[test]
fn pooling_shares_its_gradients_out() {
    let program = pools::capture(TensorSpec::float([1, 2, 4, 6])).unwrap();
    // 2 channels of 2 x 2 windows of 6: a share of each gradient, added to 6 elements.
    assert_eq!(flops(&program, "avg_pool2d_backward"), 8 * 7);
    // The largest of each window: 5 choices forward; its gradient is added at one place.
    assert_eq!(flops(&program, "max_pool2d_with_indices"), 8 * 5);
    assert_eq!(flops(&program, "max_pool2d_with_indices_backward"), 8);
    // 2 channels of 2 x 3 windows of 2 x 2: 3 sums and a division; a share, added to 4 elements.
    assert_eq!(flops(&program, "adaptive_avg_pool2d"), 12 * 4);
    assert_eq!(flops(&program, "adaptive_avg_pool2d_backward"), 12 * 5);
}
