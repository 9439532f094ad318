//! Tests of the passes: what each removes and keeps, and that results stay the same bits.

mod dead;
mod fold;
mod lifetimes;
mod share;

use crate::graph::Program;
use burn::tensor::{Tensor, TensorData};
use burn_ir::TensorStatus;
use std::cell::Cell;

thread_local! {
    static OFF: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread builds programs as they were recorded.
pub(crate) fn are_off() -> bool {
    OFF.get()
}

/// What `make` makes with the passes that need no device, and without them.
fn on_and_off<T>(make: impl Fn() -> T) -> (T, T) {
    let on = make();
    OFF.set(true);
    let off = make();
    OFF.set(false);
    (on, off)
}

/// The names of the operations, in order.
fn names(program: &Program) -> Vec<String> {
    program
        .operations()
        .iter()
        .map(crate::Operation::name)
        .collect()
}

/// How often an operation of this name is in the program.
fn count(program: &Program, name: &str) -> usize {
    names(program).iter().filter(|found| *found == name).count()
}

/// The data of results.
fn data<const D: usize>(tensors: &[Tensor<D>]) -> Vec<TensorData> {
    tensors.iter().map(Tensor::to_data).collect()
}

/// Whether a tensor that is read is given up.
fn given_up(status: &TensorStatus) -> bool {
    *status == TensorStatus::ReadWrite
}
