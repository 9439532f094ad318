//! Programs whose device is the error: it has no graphs, or no such element type.

use crate::common::{flex, row};
use burn::prelude::*;
use burn::tensor::FloatDType;
use capture_runtime::prelude::*;

/// Where these programs stand.
pub(crate) const FILE: &str = file!();

#[capture_program]
fn double(x: Tensor<1>) -> Tensor<1> {
    x * 2.0
}

#[capture_program(engine = "graph")]
fn in_a_graph(x: Tensor<1>) -> Tensor<1> {
    x * 2.0
}

/// An element type that Flex has not.
#[capture_program]
fn narrow(x: Tensor<1>) -> Tensor<1> {
    let narrow = x.cast(FloatDType::Flex32);
    narrow * 2.0
}

/// The errors, by code.
pub(crate) fn errors() -> Vec<(&'static str, RecordError)> {
    let mut session = double::on(&flex()).unwrap();
    vec![
        ("CR0119", session.require_graph().unwrap_err()),
        ("CR0119", in_a_graph::on(&flex()).unwrap_err()),
        ("CR0120", {
            let error = narrow::on(&flex()).unwrap().replay(row([1.0]));
            match error.unwrap_err() {
                ReplayError::Record(error) => error,
                other => panic!("{other}"),
            }
        }),
    ]
}
