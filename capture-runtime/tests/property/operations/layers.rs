//! Products, convolutions, and reads and writes by index; every tensor has elements.

use super::operations;
use crate::registers::fit;
use burn::tensor::module::{avg_pool2d, conv1d, conv2d, linear, max_pool2d};
use burn::tensor::ops::{AvgPoolOptions, ConvOptions, MaxPoolOptions};
use burn::tensor::{IndexingUpdateOp, Int, Tensor};

operations! {
    /// Two float tensors.
    Layer(t: Tensor<2>, u: Tensor<2>, n: i8) -> Tensor<2> {
        MatMul => { let [_, inner] = t.dims(); t.matmul(fit(u, [inner, 3])) },
        Gram => t.clone().matmul(t.transpose()),
        BatchMatMul => {
            let inner = t.dims()[1];
            let u = fit(u, [inner, 2]).unsqueeze::<3>().repeat_dim(0, 2);
            Tensor::stack::<3>(vec![t.clone(), t], 0).matmul(u).flatten(0, 1)
        },
        Linear => {
            let inner = t.dims()[1];
            let bias = fit(u.clone(), [1, 2]).flatten(0, 1);
            linear(t, fit(u, [inner, 2]), Some(bias))
        },
        Conv1d => {
            let [rows, _] = t.dims();
            let weight = fit(u, [2 * rows, 2]).reshape([2, rows, 2]);
            let options = ConvOptions::new([1], [1], [1], 1);
            conv1d(t.unsqueeze::<3>(), weight, None, options).squeeze_dim(0)
        },
        Conv2d => {
            let weight = fit(u, [2, 2]).unsqueeze::<4>();
            let options = ConvOptions::new([1, 1], [1, 1], [1, 1], 1);
            conv2d(t.unsqueeze::<4>(), weight, None, options).squeeze_dims(&[0, 1])
        },
        MaxPool => {
            let options = MaxPoolOptions { kernel_size: [2, 2], stride: [1, 1], padding: [(1, 1), (1, 1)], dilation: [1, 1], ceil_mode: false };
            max_pool2d(t.unsqueeze::<4>(), options).squeeze_dims(&[0, 1])
        },
        AvgPool => {
            let options = AvgPoolOptions { kernel_size: [2, 2], stride: [1, 1], padding: [(1, 1), (1, 1)], count_include_pad: true, ceil_mode: false };
            avg_pool2d(t.unsqueeze::<4>(), options).squeeze_dims(&[0, 1])
        },
        Attention => {
            let scores = t.clone().matmul(fit(u, t.dims()).transpose());
            burn::tensor::activation::softmax(scores, 1).matmul(t)
        },
    }
}

operations! {
    /// A part of the first tensor is replaced by the second.
    Assign(t: Tensor<2>, u: Tensor<2>, n: i8) -> Tensor<2> {
        Column => { let [rows, _] = t.dims(); t.slice_assign([0..rows, 0..1], fit(u, [rows, 1])) },
        OwnRow => { let [_, columns] = t.dims(); let row = t.clone().narrow(0, 0, 1); t.slice_assign([0..1, 0..columns], row) },
        Fill => t.slice_fill([0..1, 0..1], 2.5),
    }
}

/// `index` in the range of a dimension.
fn within(index: Tensor<2, Int>, size: usize) -> Tensor<2, Int> {
    index.abs().remainder_scalar(size as i64)
}

operations! {
    /// Reads and writes by index.
    Index(t: Tensor<2>, index: Tensor<2, Int>, u: Tensor<2>) -> Tensor<2> {
        Select => { let rows = t.dims()[0]; t.select(0, within(index, rows).flatten(0, 1)) },
        SelectColumns => { let columns = t.dims()[1]; t.select(1, within(index, columns).flatten(0, 1)) },
        Gather => {
            let [rows, columns] = t.dims();
            let index = fit(within(index, columns), [rows, columns]);
            t.gather(1, index)
        },
        Scatter => {
            let [rows, columns] = t.dims();
            let index = fit(within(index, rows), [rows, columns]);
            t.scatter(0, index, fit(u, [rows, columns]), IndexingUpdateOp::Add)
        },
        SelectAssign => {
            let [rows, columns] = t.dims();
            let index = within(index, rows).flatten::<1>(0, 1);
            let values = fit(u, [index.dims()[0], columns]);
            t.select_assign(0, index, values, IndexingUpdateOp::Add)
        },
        Embedding => {
            let [rows, columns] = t.dims();
            let found = burn::tensor::module::embedding(t, within(index, rows));
            let [a, b, _] = found.dims();
            found.reshape([a * b, columns])
        },
        OneHot => {
            let [rows, columns] = t.dims();
            let classes = Tensor::<1, Int>::arange(0..columns as i64, (&t.device(), index.dtype())).unsqueeze::<2>().expand([rows, columns]);
            let index = fit(within(index, columns), [rows, 1]).expand([rows, columns]);
            t.mask_fill(index.equal(classes), 1.0)
        },
    }
}
