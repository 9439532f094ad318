//! What runs a program: device graphs where the device records them, the interpreter everywhere.

mod actions;
pub(crate) mod buffers;
#[cfg(feature = "_cube")]
mod graph;
mod interpreter;
mod kernels;
mod slots;
mod status;
mod stream;

use crate::boundary::Value;
use crate::capture::catch;
use crate::error::{ReplayError, Statement};
use crate::graph::Program;
use burn::tensor::{DType, Device, DeviceSettings};
use burn_dispatch::{DispatchDevice, DispatchTensor};
use std::sync::Arc;

pub(crate) use buffers::on_device;
use interpreter::Interpreter;
pub use status::{Engine, EngineChoice, Piece};
pub(crate) use status::{Pin, Status};
pub use stream::while_nothing_records;

/// The tensors of one replay, in the order of the signature: inputs and live numbers, weights, state.
pub(crate) struct Arguments {
    pub(crate) inputs: Vec<Value>,
    /// Weights are lent: every replay reads the same.
    pub(crate) weights: Vec<DispatchTensor>,
    /// The same as long as the weights are.
    pub(crate) version: Arc<()>,
    /// State is given up, so that it can be updated in place.
    pub(crate) state: State,
    /// The session's device.
    pub(crate) device: Device,
    /// Whether results may stay in buffers that the next replay writes.
    pub(crate) lend: bool,
}

/// The tensors of a session's state.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) tensors: Vec<DispatchTensor>,
    /// Set where the tensors are buffers that device graphs write: nothing but the session holds them.
    pub(crate) pin: Option<Pin>,
}

impl State {
    /// The tensors for somebody outside of the session: in buffers of their own where graphs write these.
    pub(crate) fn shared(&self) -> Vec<DispatchTensor> {
        match &self.pin {
            Some(pin) => pin
                .stream()
                .run(|| self.tensors.iter().map(buffers::copied).collect()),
            None => self.tensors.clone(),
        }
    }

    /// The same buffers, with the elements of `tensors`.
    pub(crate) fn overwritten(self, tensors: &[DispatchTensor]) -> Self {
        let Some(pin) = self.pin else {
            return tensors.to_vec().into();
        };
        let leaves = self.tensors.into_iter().zip(tensors);
        let write = |(buffer, value): (_, &DispatchTensor)| buffers::written(buffer, value.clone());
        Self {
            tensors: pin.stream().run(|| leaves.map(write).collect()),
            pin: Some(pin),
        }
    }
}

impl From<Vec<DispatchTensor>> for State {
    fn from(tensors: Vec<DispatchTensor>) -> Self {
        Self { tensors, pin: None }
    }
}

/// What a replay leaves.
pub(crate) struct Outcome {
    pub(crate) results: Vec<DispatchTensor>,
    pub(crate) state: State,
}

/// An operation that failed.
pub(crate) struct Failure {
    pub(crate) statement: Option<Statement>,
    pub(crate) operation: String,
    pub(crate) message: String,
    /// The state as it was, where no operation had begun to change it.
    pub(crate) state: Option<State>,
    pub(crate) kind: FailureKind,
}

impl Failure {
    /// The error that a caller gets, and the state where it is still whole.
    pub(crate) fn explained(self, program: &'static str) -> (ReplayError, Option<State>) {
        let statement = self.statement.map(Box::new);
        let (operation, message) = (self.operation, self.message);
        let error = match (&self.state, self.kind) {
            (None, _) => ReplayError::Unusable {
                program,
                statement,
                operation,
                message,
            },
            (Some(_), FailureKind::NoGraph) => ReplayError::NoGraph {
                program,
                statement,
                operation,
                message,
            },
            (Some(_), FailureKind::Held) => ReplayError::Held {
                program,
                result: operation,
            },
            (Some(_), FailureKind::Operation) => ReplayError::Operation {
                program,
                statement,
                operation,
                message,
            },
        };
        (error, self.state)
    }
}

/// What kind of failure one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// An operation failed.
    Operation,
    /// Nothing ran: a device graph is asked for and could not be recorded.
    NoGraph,
    /// Nothing ran: a result that was lent is still held.
    Held,
}

/// A program made ready for one device.
pub(crate) trait Runner: Send {
    /// Runs the program once.
    fn run(&mut self, arguments: Arguments) -> Result<Outcome, Box<Failure>>;
    /// Makes everything ready for a first run with arguments like these, and hands the state back as it was.
    fn warm_up(&mut self, arguments: Arguments) -> Result<State, Box<Failure>>;
    /// What runs the program, and why.
    fn status(&self) -> Status;
}

/// Makes `program` ready for `device`; `None` when no engine of this build serves the device. `grows`: a replay changes the structure of
/// the state.
pub(crate) fn prepare(
    program: &Arc<Program>,
    device: &Device,
    want: EngineChoice,
    grows: bool,
) -> Option<Box<dyn Runner>> {
    match device.clone().without_autodiff().as_dispatch() {
        DispatchDevice::Flex(device) => Some(Box::new(
            Interpreter::<burn_dispatch::backends::Flex>::new(program, *device, NO_GRAPHS),
        )),
        #[cfg(feature = "_cube")]
        DispatchDevice::Cube(on) => Some(match want {
            EngineChoice::Interpreter => Box::new(
                Interpreter::<burn_dispatch::backends::Cube>::new(program, on.clone(), CHOSEN),
            ),
            EngineChoice::Auto | EngineChoice::Graph => {
                Box::new(graph::Graphs::<burn_dispatch::backends::Cube>::new(
                    program,
                    device,
                    on.clone(),
                    want,
                    grows,
                ))
            }
        }),
        _ => None,
    }
}

/// What will run programs on `device`, before one is captured.
pub(crate) fn expected(device: &Device, want: EngineChoice) -> Status {
    let (engine, reason) = match (records_graphs(device), want) {
        (false, _) => (Engine::Interpreter, NO_GRAPHS),
        (true, EngineChoice::Interpreter) => (Engine::Interpreter, CHOSEN),
        (true, _) => (Engine::DeviceGraph, GRAPHS),
    };
    Status::new(engine, reason)
}

/// Why the interpreter runs on a device without graphs.
pub(crate) const NO_GRAPHS: &str = "Flex has no device graphs";
/// Why the interpreter runs on a device with graphs.
pub(crate) const CHOSEN: &str = "`engine = \"interpreter\"` asks for it";
/// Why graphs run.
const GRAPHS: &str = "the device records graphs";

/// Whether an engine of this build serves `device`.
pub(crate) fn serves(device: &Device) -> bool {
    let plain = device.clone().without_autodiff();
    matches!(plain.as_dispatch(), DispatchDevice::Flex(_)) || records_graphs(device)
}

/// The settings of `device`, which is used for the first time here; Burn panics where it cannot be, and says why.
pub(crate) fn reached(device: &Device) -> Result<DeviceSettings, String> {
    let reach = || {
        // Settings are known without the device; what it can compute with is not.
        let _ = device.supports_dtype(DType::F32);
        device.settings()
    };
    catch(reach).map_err(|caught| caught.message)
}

/// Whether tensors of `dtype` can be computed with on `device`.
pub(crate) fn supports(device: &Device, dtype: DType) -> bool {
    let number = dtype.is_float() || dtype.is_int() || dtype.is_uint();
    !number || device.supports_dtype(dtype)
}

/// Whether an engine of this build records graphs on `device`.
pub(crate) fn records_graphs(device: &Device) -> bool {
    match device.clone().without_autodiff().as_dispatch() {
        #[cfg(feature = "_cube")]
        DispatchDevice::Cube(_) => true,
        _ => false,
    }
}
