//! Programs, or devices, without a graph: the interpreter runs, or there is an error.

use super::Graphs;
use crate::engine::buffers::computed;
use crate::engine::{Arguments, Failure, FailureKind, Outcome, Runner};
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
        arguments: Arguments,
    ) -> Result<Outcome, Box<Failure>> {
        // Held here as well, it is not updated in place.
        let before = arguments.state.tensors.clone();
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
                    state: Some(before.into()),
                    kind: FailureKind::Operation,
                }))
            }
        }
    }

    /// Runs the program operation by operation. A state that other graphs of the session write stays in its buffers: the program runs on a
    /// copy, so that nothing that it returns is one of them.
    pub(super) fn interpret(&mut self, mut arguments: Arguments) -> Result<Outcome, Box<Failure>> {
        if arguments.state.pin.is_none() {
            return self.interpreter.run(arguments);
        }
        let pinned = core::mem::take(&mut arguments.state);
        arguments.state = pinned.shared().into();
        match self.interpreter.run(arguments) {
            Ok(outcome) if self.grows => Ok(outcome),
            Ok(outcome) => Ok(Outcome {
                state: pinned.overwritten(&outcome.state.tensors),
                ..outcome
            }),
            Err(mut failure) => {
                failure.state = Some(pinned);
                Err(failure)
            }
        }
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
