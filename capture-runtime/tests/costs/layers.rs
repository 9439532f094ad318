//! Layers that are one operation.

use crate::assert_cost;
use crate::common::flex;
use burn::nn::{LayerNorm, LayerNormConfig};
use burn::prelude::*;
use burn::tensor::DType;
use burn::tensor::module::{avg_pool2d, embedding, max_pool2d};
use burn::tensor::ops::{AvgPoolOptions, MaxPoolOptions};
use capture_runtime::prelude::*;

#[capture_program]
fn normalizes(norm: &LayerNorm, x: Tensor<2>) -> Tensor<2> {
    norm.forward(x)
}

#[test]
fn a_layer_norm_is_its_steps() {
    let norm = LayerNormConfig::new(6).init(&flex());
    let program = normalizes::capture(&norm, TensorSpec::float([4, 6])).unwrap();
    // A row of 6: mean 6, differences 6, variance 12, epsilon and root 2, quotients 6, gamma 6, beta 6.
    assert_cost(&program, "layer_norm", 4 * 44, (24 + 6 + 6) * 4, 96);
}

#[capture_program]
fn looks_up(table: Tensor<2>, words: Tensor<2, Int>) -> Tensor<3> {
    embedding(table, words)
}

#[test]
fn an_embedding_reads_the_rows_that_it_takes() {
    let words = TensorSpec::with_dtype([2, 4], DType::I64);
    let program = looks_up::capture(TensorSpec::float([10, 3]), words).unwrap();
    // 8 rows of 3 floats, and 8 indices.
    assert_cost(&program, "embedding", 0, 96 + 64, 96);
}

#[capture_program]
fn pools(x: Tensor<4>) -> (Tensor<4>, Tensor<4>) {
    let average = avg_pool2d(x.clone(), AvgPoolOptions::new([2, 3]));
    (average, max_pool2d(x, MaxPoolOptions::new([2, 3])))
}

#[test]
fn a_window_of_six_is_pooled() {
    let program = pools::capture(TensorSpec::float([1, 2, 4, 6])).unwrap();
    // 2 channels of 2 x 2 windows: 5 sums and a division each; 5 choices each.
    assert_cost(&program, "avg_pool2d", 8 * 6, 48 * 4, 8 * 4);
    assert_cost(&program, "max_pool2d", 8 * 5, 48 * 4, 8 * 4);
}
