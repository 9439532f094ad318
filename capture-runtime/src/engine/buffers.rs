//! Tensors as buffers: copied, and written in place.

use crate::tensor::{self, Kind};
use burn::tensor::{Device, Slice, TensorData};
use burn_backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn_dispatch::{Dispatch, DispatchTensor};
use burn_std::future::block_on;

/// `buffer` with the elements of `value`, which has its shape and element type.
///
/// The buffer is written in place where this handle is the only one on it; otherwise the result is a new one.
pub(crate) fn written(buffer: DispatchTensor, value: DispatchTensor) -> DispatchTensor {
    let shape = tensor::shape(&buffer);
    if shape.num_elements() == 0 {
        return buffer;
    }
    let all: Vec<Slice> = shape.iter().map(|extent| Slice::from(0..*extent)).collect();
    match Kind::of(tensor::dtype(&buffer)) {
        Some(Kind::Bool) => Dispatch::bool_slice_assign(buffer, &all, value),
        Some(Kind::Int) => Dispatch::int_slice_assign(buffer, &all, value),
        _ => Dispatch::float_slice_assign(buffer, &all, value),
    }
}

/// The values of `tensor` in a buffer of their own.
pub(crate) fn copied(tensor: &DispatchTensor) -> DispatchTensor {
    let (shape, dtype) = (tensor::shape(tensor), tensor::dtype(tensor));
    let own = tensor::empty(shape, dtype, &tensor::device(tensor));
    written(own, tensor.clone())
}

/// What lies at `at` in `tensor`, one slice for each dimension.
pub(crate) fn sliced(tensor: DispatchTensor, at: &[Slice]) -> DispatchTensor {
    match Kind::of(tensor::dtype(&tensor)) {
        Some(Kind::Bool) => Dispatch::bool_slice(tensor, at),
        Some(Kind::Int) => Dispatch::int_slice(tensor, at),
        _ => Dispatch::float_slice(tensor, at),
    }
}

/// `data` as a tensor on `device`.
pub(crate) fn on_device(data: TensorData, device: &Device) -> DispatchTensor {
    let on = device.as_dispatch();
    match Kind::of(data.dtype()) {
        Some(Kind::Bool) => Dispatch::bool_from_data(data, on),
        Some(Kind::Int) => Dispatch::int_from_data(data, on),
        _ => Dispatch::float_from_data(data, on),
    }
}

/// Whether the values of `tensors` exist: what failed on the device shows when a tensor is read, here one element of each.
pub(crate) fn computed<'a>(
    tensors: impl IntoIterator<Item = &'a DispatchTensor>,
) -> Result<(), String> {
    for tensor in tensors {
        let shape = tensor::shape(tensor);
        if shape.num_elements() == 0 {
            continue;
        }
        let first: Vec<Slice> = shape.iter().map(|_| Slice::from(0..1)).collect();
        let first = sliced(tensor.clone(), &first);
        data(first)?;
    }
    Ok(())
}

/// The elements of `tensor` on the host, or why they cannot be read.
pub(crate) fn data(tensor: DispatchTensor) -> Result<TensorData, String> {
    let read = match Kind::of(tensor::dtype(&tensor)) {
        Some(Kind::Bool) => block_on(Dispatch::bool_into_data(tensor)),
        Some(Kind::Int) => block_on(Dispatch::int_into_data(tensor)),
        _ => block_on(Dispatch::float_into_data(tensor)),
    };
    read.map_err(|error| error.to_string())
}
