//! What each operation gives for its operands: computed by Burn's own builders, and compared with what a file claims.
//!
//! The builders infer shapes; what they leave to the kernels is checked here before: kinds, dimensions, and that operands fit each
//! other. Every `match` names every operation, so that an operation which Burn adds does not compile until it has a rule.

mod activation;
mod base;
mod conv;
mod module;
mod numeric;
mod pool;
mod typed;

use crate::tensor::Kind;
use burn_ir::{OperationIr, TensorId, TensorIr};

/// The tensors that an operation gives, or why it can give none. Identifiers and statuses in them mean nothing.
pub(super) type Rule = Result<Vec<TensorIr>, String>;

/// The rule of `operation`. What it computes in between may have `room` elements. Panics where a builder of Burn refuses.
pub(super) fn given(operation: &OperationIr, room: usize) -> Rule {
    match operation {
        OperationIr::BaseFloat(operation) => base::given(operation, Kind::Float),
        OperationIr::BaseInt(operation) => base::given(operation, Kind::Int),
        OperationIr::BaseBool(operation) => base::given(operation, Kind::Bool),
        OperationIr::NumericFloat(dtype, operation) => {
            of_kind(Kind::of(*dtype), Kind::Float)?;
            numeric::given(operation, Kind::Float)
        }
        OperationIr::NumericInt(dtype, operation) => {
            of_kind(Kind::of(*dtype), Kind::Int)?;
            numeric::given(operation, Kind::Int)
        }
        OperationIr::Bool(operation) => typed::bools(operation),
        OperationIr::Int(operation) => typed::ints(operation),
        OperationIr::Float(dtype, operation) => {
            of_kind(Kind::of(*dtype), Kind::Float)?;
            typed::floats(operation)
        }
        OperationIr::Module(operation) => module::given(operation, room),
        OperationIr::Activation(operation) => activation::given(operation),
        OperationIr::Init(_) | OperationIr::Drop(_) => {
            Err("a program has no such operation".to_owned())
        }
        OperationIr::Custom(_) | OperationIr::Distributed(_) => {
            Err("no engine runs such an operation".to_owned())
        }
    }
}

/// The identifier of what a builder makes.
fn id() -> TensorId {
    TensorId::new(0)
}

/// Refuses unless `holds`.
fn ensure(holds: bool, reason: impl FnOnce() -> String) -> Result<(), String> {
    match holds {
        true => Ok(()),
        false => Err(reason()),
    }
}

fn of_kind(found: Option<Kind>, wanted: Kind) -> Result<(), String> {
    ensure(found == Some(wanted), || match found {
        Some(found) => {
            format!("a tensor of kind {found} stands where one of kind {wanted} belongs")
        }
        None => format!("a quantized tensor stands where one of kind {wanted} belongs"),
    })
}

/// All of `tensors` are of kind `kind`.
fn are<'a>(kind: Kind, tensors: impl IntoIterator<Item = &'a TensorIr>) -> Result<(), String> {
    let mut tensors = tensors.into_iter();
    tensors.try_for_each(|tensor| of_kind(Kind::of(tensor.dtype), kind))
}

/// `tensor` has `rank` dimensions.
fn ranked(tensor: &TensorIr, rank: usize) -> Result<(), String> {
    let found = tensor.shape.rank();
    ensure(found == rank, || {
        format!("a tensor has {found} dimensions and should have {rank}")
    })
}

/// `dim` is a dimension of `tensor`.
fn along(tensor: &TensorIr, dim: usize) -> Result<(), String> {
    let rank = tensor.shape.rank();
    ensure(dim < rank, || {
        format!("dimension {dim} of a tensor with {rank}")
    })
}

/// `tensor` has the extents `shape`.
fn shaped(tensor: &TensorIr, shape: &[usize]) -> Result<(), String> {
    let found = tensor.shape.as_slice();
    ensure(found == shape, || {
        format!("an operand has the shape {found:?} and should have {shape:?}")
    })
}

/// None of `numbers` is zero.
fn positive(numbers: &[usize]) -> Result<(), String> {
    ensure(!numbers.contains(&0), || {
        "a size, a stride or a dilation is zero".to_owned()
    })
}

/// What an operation computes in between, of these extents, has room.
fn fits(room: usize, extents: impl IntoIterator<Item = usize>) -> Result<(), String> {
    let elements = extents.into_iter().fold(1usize, |product, extent| {
        product.saturating_mul(extent.max(1))
    });
    ensure(elements <= room, || {
        format!(
            "it computes {elements} elements in between, more than the limit of a tensor, {room}"
        )
    })
}
