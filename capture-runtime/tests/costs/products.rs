//! Products, convolutions, attention.

use crate::assert_cost;
use burn::nn::Linear;
use burn::nn::LinearConfig;
use burn::prelude::*;
use burn::tensor::activation::softmax;
use burn::tensor::module::{attention, conv1d, conv2d};
use burn::tensor::ops::ConvOptions;
use capture_runtime::prelude::*;

#[capture_program]
fn product(a: Tensor<2>, b: Tensor<2>) -> Tensor<2> {
    a.matmul(b)
}

#[capture_program]
fn products(a: Tensor<4>, b: Tensor<4>) -> Tensor<4> {
    a.matmul(b)
}

#[test]
fn a_product_is_two_flops_for_each_multiply_add() {
    let program = product::capture(TensorSpec::float([8, 16]), TensorSpec::float([16, 4])).unwrap();
    // 8 * 4 results of 16 multiply-adds. (8 * 16 + 16 * 4) floats in, 8 * 4 out.
    assert_cost(&program, "matmul", 8 * 4 * 16 * 2, 192 * 4, 32 * 4);
    let total = program.costs().total();
    assert_eq!(total.bytes(), 896);
    assert_eq!(total.intensity(), 1024.0 / 896.0);
}

#[test]
fn batches_are_broadcast() {
    let (a, b) = (
        TensorSpec::float([2, 1, 3, 4]),
        TensorSpec::float([1, 5, 4, 6]),
    );
    let program = products::capture(a, b).unwrap();
    // 2 * 5 products of [3, 4] x [4, 6]: 18 results of 4. Each operand is read once, not for each product.
    assert_cost(
        &program,
        "matmul",
        2 * 5 * 18 * 4 * 2,
        (24 + 120) * 4,
        180 * 4,
    );
}

#[capture_program]
fn rows(linear: &Linear, x: Tensor<2>) -> Tensor<2> {
    linear.forward(x)
}

#[capture_program]
fn batches(linear: &Linear, x: Tensor<3>) -> Tensor<3> {
    linear.forward(x)
}

#[test]
fn a_linear_layer_adds_its_bias() {
    let linear = LinearConfig::new(8, 5).init(&crate::common::flex());
    let programs = [
        rows::capture(&linear, TensorSpec::float([6, 8])).unwrap(),
        // Burn makes one product of all batches.
        batches::capture(&linear, TensorSpec::float([3, 2, 8])).unwrap(),
    ];
    for program in programs {
        // 6 * 5 results of 8 multiply-adds, and one sum each. 48 of x, 40 of the weight; the product again, and 5 of the bias.
        assert_cost(&program, "matmul", 30 * 16, (48 + 40) * 4, 30 * 4);
        assert_cost(&program, "add", 30, (30 + 5) * 4, 30 * 4);
        assert_eq!(program.costs().total().flops, 30 * 16 + 30);
    }
}

#[capture_program]
fn line(x: Tensor<3>, w: Tensor<3>) -> Tensor<3> {
    conv1d(x, w, None, ConvOptions::new([1], [0], [2], 1))
}

#[capture_program]
fn plane(x: Tensor<4>, w: Tensor<4>, b: Tensor<1>) -> Tensor<4> {
    conv2d(x, w, Some(b), ConvOptions::new([2, 1], [1, 0], [1, 1], 2))
}

#[test]
fn a_convolution_counts_every_tap() {
    let (x, w) = (TensorSpec::float([1, 3, 10]), TensorSpec::float([4, 3, 3]));
    let program = line::capture(x, w).unwrap();
    // Dilation 2 spans 5, so 6 places; 4 channels of 3 channels * 3 taps.
    assert_cost(&program, "conv1d", 24 * 9 * 2, (30 + 36) * 4, 24 * 4);

    let x = TensorSpec::float([2, 4, 9, 7]);
    let (w, b) = (TensorSpec::float([6, 2, 3, 3]), TensorSpec::float([6]));
    let program = plane::capture(x, w, b).unwrap();
    // Height (9 + 2 - 3) / 2 + 1 = 5, width 7 - 3 + 1 = 5: 2 * 6 * 25 = 300 results of 2 channels (of 4, in 2 groups) * 9 taps, and the
    // bias. 504 of x, 108 of the weight, 6 of the bias.
    assert_cost(&program, "conv2d", 300 * 18 * 2 + 300, 618 * 4, 300 * 4);
}

#[capture_program]
fn attends(q: Tensor<4>, k: Tensor<4>, v: Tensor<4>) -> Tensor<4> {
    let scores = q.matmul(k.swap_dims(2, 3)) * 0.5;
    softmax(scores, 3).matmul(v)
}

#[capture_program]
fn attends_at_once(q: Tensor<4>, k: Tensor<4>, v: Tensor<4>) -> Tensor<4> {
    attention(q, k, v, None, None, Default::default())
}

#[test]
fn attention_counts_as_its_parts_do() {
    let spec = || TensorSpec::float([1, 2, 3, 4]);
    // 2 heads of 3 x 3 scores, each of 4 multiply-adds and a factor; a softmax of each of the 6 rows of 3: maximum 2, differences 3,
    // exponentials 3, sum 2, quotients 3; and 24 results of 3 multiply-adds.
    let flops = 18 * 4 * 2 + 18 + 6 * 13 + 24 * 3 * 2;
    let program = attends::capture(spec(), spec(), spec()).unwrap();
    assert_eq!(program.costs().total().flops, flops, "{program}");
    let program = attends_at_once::capture(spec(), spec(), spec()).unwrap();
    assert_cost(&program, "attention", flops, 3 * 24 * 4, 24 * 4);
}
