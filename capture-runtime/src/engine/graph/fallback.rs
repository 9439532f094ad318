//! Programs, or devices, without a graph: the interpreter runs, or there is an error.

use super::Graphs;
use crate::engine::buffers::{computed, copied, written};
use crate::engine::{Arguments, Failure, FailureKind, Outcome, Runner, State};
use crate::error::Statement;
use burn_dispatch::{DispatchKindConversion, DispatchTensor};
use burn_ir::BackendIr;

impl<B> Graphs<B>
where
    B: BackendIr,
    DispatchTensor: DispatchKindConversion<B>,
{
    /// The first run after a recording failed. What failed may be the device, such as its memory, and not the recording: then there is an error,
    /// and the state is as it was.
    pub(super) fn interpret_first(
        &mut self,
        mut arguments: Arguments,
    ) -> Result<Outcome, Box<Failure>> {
        let before = State {
            tensors: arguments.state.tensors.iter().map(copied).collect(),
            pin: None,
        };
        arguments.state = State {
            tensors: before.tensors.iter().map(copied).collect(),
            pin: None,
        };
        let outcome = self.interpret(arguments)?;
        let made = outcome.results.iter().chain(&outcome.state.tensors);
        match computed(made) {
            Ok(()) => Ok(outcome),
            Err(error) => {
                let recording = self.refused.take().unwrap_or_default();
                Err(Box::new(Failure {
                    statement: None,
                    operation: "the program".to_owned(),
                    message: format!("{error}; recording it had failed as well: {recording}"),
                    state: Some(before),
                    kind: FailureKind::Operation,
                }))
            }
        }
    }

    /// Runs the program operation by operation. A state that other graphs of the session write stays in its buffers.
    pub(super) fn interpret(&mut self, mut arguments: Arguments) -> Result<Outcome, Box<Failure>> {
        let Some(pin) = arguments.state.pin.take() else {
            return self.interpreter.run(arguments);
        };
        let buffers = arguments.state.tensors.clone();
        let grows = self.grows;
        pin.stream().run(|| {
            let mut outcome = match self.interpreter.run(arguments) {
                Ok(outcome) => outcome,
                Err(mut failure) => {
                    failure.state = Some(State {
                        tensors: buffers,
                        pin: Some(pin.clone()),
                    });
                    return Err(failure);
                }
            };
            if grows {
                return Ok(outcome);
            }
            let new: Vec<_> = outcome.state.tensors.iter().map(copied).collect();
            outcome.state.tensors.clear();
            let leaves = buffers.into_iter().zip(new);
            outcome.state = State {
                tensors: leaves.map(|(buffer, new)| written(buffer, new)).collect(),
                pin: Some(pin.clone()),
            };
            Ok(outcome)
        })
    }
}

/// Nothing runs, since there is no graph and one is asked for.
pub(super) fn refused(
    statement: Option<Statement>,
    operation: String,
    message: String,
    arguments: &mut Arguments,
) -> Box<Failure> {
    Box::new(Failure {
        statement,
        operation,
        message,
        state: Some(core::mem::take(&mut arguments.state)),
        kind: FailureKind::NoGraph,
    })
}
