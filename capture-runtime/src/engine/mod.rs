//! What runs a program: the interpreter everywhere.

mod actions;
mod interpreter;
mod kernels;
mod slots;

use crate::error::Statement;
use crate::graph::Program;
use burn::tensor::Device;
use burn_dispatch::{DispatchDevice, DispatchTensor};
use std::sync::Arc;

pub(crate) use interpreter::Interpreter;

/// The engine of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// Operation by operation, on the backend's own kernels.
    Interpreter,
}

impl core::fmt::Display for Engine {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Interpreter => "interpreter",
        })
    }
}

/// The tensors of one replay, in the order of the signature: inputs and live numbers, weights, state.
pub(crate) struct Arguments {
    pub(crate) inputs: Vec<DispatchTensor>,
    /// Weights are lent: every replay reads the same.
    pub(crate) weights: Vec<DispatchTensor>,
    /// State is given up, so that it can be updated in place.
    pub(crate) state: Vec<DispatchTensor>,
}

/// What a replay leaves.
pub(crate) struct Outcome {
    pub(crate) results: Vec<DispatchTensor>,
    pub(crate) state: Vec<DispatchTensor>,
}

/// An operation that failed.
pub(crate) struct Failure {
    pub(crate) statement: Option<Statement>,
    pub(crate) operation: String,
    pub(crate) message: String,
    /// The state as it was, where no operation had begun to change it.
    pub(crate) state: Option<Vec<DispatchTensor>>,
}

/// A program made ready for one device.
pub(crate) trait Runner: Send {
    /// Runs the program once.
    fn run(&mut self, arguments: Arguments) -> Result<Outcome, Box<Failure>>;
}

/// Makes `program` ready for `device`; `None` when no engine of this build serves the device.
pub(crate) fn prepare(program: &Arc<Program>, device: &Device) -> Option<Box<dyn Runner>> {
    match device.clone().without_autodiff().as_dispatch() {
        DispatchDevice::Flex(device) => Some(Box::new(
            Interpreter::<burn_dispatch::backends::Flex>::new(program, *device),
        )),
        _ => None,
    }
}

/// Whether an engine of this build serves `device`.
pub(crate) fn serves(device: &Device) -> bool {
    matches!(
        device.clone().without_autodiff().as_dispatch(),
        DispatchDevice::Flex(_)
    )
}
