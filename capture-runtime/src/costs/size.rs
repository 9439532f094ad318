//! Sizes of tensors, for any shape: products stop at the largest number.

use burn::tensor::{DType, Shape};
use burn_ir::TensorIr;

/// The elements of a tensor.
pub(super) fn elements(tensor: &TensorIr) -> u64 {
    count(&tensor.shape)
}

/// The elements of a shape.
pub(super) fn count(shape: &Shape) -> u64 {
    product(shape.iter().map(|extent| *extent as u64))
}

/// The bytes of a tensor whose elements stand side by side.
pub(crate) fn bytes(shape: &Shape, dtype: DType) -> u64 {
    count(shape).saturating_mul(dtype.size() as u64)
}

/// The extent of dimension `dim`; 1 where the tensor has no such dimension.
pub(super) fn extent(tensor: &TensorIr, dim: usize) -> u64 {
    tensor.shape.iter().nth(dim).map_or(1, |size| *size as u64)
}

/// The extent of the last dimension.
pub(super) fn last(tensor: &TensorIr) -> u64 {
    tensor.shape.iter().last().map_or(1, |size| *size as u64)
}

/// The elements below one index of the first dimension.
pub(super) fn below_first(tensor: &TensorIr) -> u64 {
    product(tensor.shape.iter().skip(1).map(|size| *size as u64))
}

/// A product that stops at the largest number. A factor of 0 makes it 0 wherever it stands.
pub(super) fn product(factors: impl IntoIterator<Item = u64>) -> u64 {
    let (mut product, mut empty) = (1u64, false);
    for factor in factors {
        empty |= factor == 0;
        product = product.saturating_mul(factor);
    }
    if empty { 0 } else { product }
}
