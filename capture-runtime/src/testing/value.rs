//! A result or a state as named tensors whose elements can be read.

use crate::boundary::{Held, Parts, ProgramOutput, StateOps, Token};
use crate::graph::ty;
use crate::tensor::{self, Kind};
use burn::tensor::{DeviceSettings, TensorData};
use burn_dispatch::{Dispatch, DispatchTensor};
use burn_std::future::block_on;

/// One tensor, or a part of a value's structure, as text.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// `result.loss`, `model.hidden.weight`.
    pub(super) name: String,
    /// `f32[64, 11]`, `3 elements`, `None`.
    pub(super) form: String,
    /// The elements of a tensor.
    pub(super) data: Option<TensorData>,
}

/// The parts of a result.
pub(super) fn of_result(output: impl ProgramOutput, settings: DeviceSettings) -> Vec<Part> {
    let mut parts = Parts::new(settings);
    parts.parameter("result", |parts| output.disassemble(parts));
    let names = parts.names();
    let mut tensors = parts
        .values
        .into_iter()
        .filter_map(|value| value.tensor().cloned());
    let part = |(token, name): (&Token, String)| {
        let (form, data) = match token {
            Token::Tensor { shape, dtype } => (ty(shape, *dtype), tensors.next().map(read)),
            Token::Len(len) => (format!("{len} elements"), None),
            Token::Present(true) => ("`Some`".to_owned(), None),
            Token::Present(false) => ("`None`".to_owned(), None),
            Token::Live(_) => unreachable!("a result is no live number"),
        };
        Part { name, form, data }
    };
    parts.tokens.iter().zip(names).map(part).collect()
}

/// The parts of a state, in the order in which it is traversed.
pub(super) fn of_state<S>(ops: &StateOps<S>, state: &S) -> Vec<Part> {
    let (held, tensors) = Held::split(ops, ops.detach(state));
    let leaves = held.leaves.into_iter().zip(tensors);
    leaves
        .map(|(leaf, tensor)| Part {
            form: ty(&leaf.shape, leaf.dtype),
            name: leaf.name,
            data: Some(read(tensor)),
        })
        .collect()
}

/// The elements of a tensor on Flex.
fn read(tensor: DispatchTensor) -> TensorData {
    use burn_backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
    let plain = tensor::plain(tensor);
    let read = match Kind::of(tensor::dtype(&plain)) {
        Some(Kind::Bool) => block_on(Dispatch::bool_into_data(plain)),
        Some(Kind::Int) => block_on(Dispatch::int_into_data(plain)),
        _ => block_on(Dispatch::float_into_data(plain)),
    };
    read.unwrap_or_else(|error| panic!("a tensor cannot be read: {error}"))
}
