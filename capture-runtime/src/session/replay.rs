//! Replay: arguments are checked, a program is found or captured, it runs, and the state advances.

use super::Session;
use super::cache::{Entry, Key, structure};
use crate::boundary::{Argument, Arguments, Held, Parts, ProgramOutput, Reader, Token, Value};
use crate::capture::{Frame, capture};
use crate::definition::Recapture;
use crate::engine::{self, Failure, Outcome};
use crate::error::{Change, Place, RecordCause, RecordError, ReplayError};
use crate::graph::{Boundary, Program, build, ty};
use crate::tensor;
use std::sync::Arc;
use std::time::Instant;

impl<I: Arguments, O: ProgramOutput, S, W, F> Session<I, O, S, W, F> {
    /// Runs the program once; results may stay in buffers that the next replay writes where the caller says `lend`.
    pub(crate) fn run(&mut self, arguments: I, lend: bool) -> Result<O, ReplayError> {
        let _span = tracing::debug_span!("replay", program = self.definition.meta.name).entered();
        let arguments = self.gather(arguments, lend)?;
        let entry = self.cache.front();
        match entry.runner.run(arguments) {
            Ok(Outcome { results, state }) => {
                self.state_tensors = state;
                let output = O::assemble(&mut Reader::new(&entry.program.result_tokens, results));
                if let Some(next) = &entry.next {
                    self.state = Held {
                        template: self.definition.state.detach(&next.template),
                        leaves: next.leaves.clone(),
                        constants: next.constants,
                        inspection: next.inspection.clone(),
                    };
                    self.structure = None;
                }
                self.report.replays += 1;
                Ok(output)
            }
            Err(failure) => Err(self.failed(*failure)),
        }
    }

    /// What a failure means for the session.
    fn failed(&mut self, failure: Failure) -> ReplayError {
        let (error, state) = failure.explained(self.definition.meta.name);
        match state {
            Some(state) => self.state_tensors = state,
            None => self.lost = Some(error.clone()),
        }
        error
    }

    /// Captures for these arguments where no program serves them yet; nothing runs, and the state stays as it is.
    fn prepare(&mut self, arguments: I) -> Result<(), ReplayError> {
        let arguments = self.gather(arguments, false)?;
        match self.cache.front().runner.warm_up(arguments) {
            Ok(state) => {
                self.state_tensors = state;
                Ok(())
            }
            Err(failure) => Err(self.failed(*failure)),
        }
    }

    /// What the engine is given; the program for it is in front of the cache, and the state is taken out of the session.
    fn gather(&mut self, arguments: I, lend: bool) -> Result<engine::Arguments, ReplayError> {
        let parts = self.checked(arguments)?;
        self.ready(&parts.tokens, || parts.names())?;
        Ok(engine::Arguments {
            inputs: parts.values,
            weights: self.weight_tensors.clone(),
            version: self.weight_version.clone(),
            state: core::mem::take(&mut self.state_tensors),
            device: self.device.clone(),
            lend,
        })
    }

    /// The arguments taken apart, each on the session's device and without autodiff.
    fn checked(&self, arguments: I) -> Result<Parts, ReplayError> {
        let program = self.definition.meta.name;
        if let Some(error) = &self.lost {
            return Err(error.clone());
        }
        let mut parts = Parts::new(self.settings);
        arguments.disassemble(&self.names, &self.device, &mut parts);
        for i in 0..parts.values.len() {
            let Some(argument) = parts.values[i].tensor() else {
                continue;
            };
            if tensor::place(argument) == tensor::Place::Capture {
                let parameter = parts.value_name(i);
                return Err(ReplayError::Placeholder { program, parameter });
            }
            if tensor::Kind::of(tensor::dtype(argument)).is_none() {
                let leaf = parts.value_name(i);
                return Err(RecordError::new(
                    self.definition.meta,
                    RecordCause::Quantized { leaf },
                )
                .into());
            }
            let given = tensor::device(argument);
            if given != self.device {
                return Err(ReplayError::Device {
                    program,
                    parameter: parts.value_name(i),
                    expected: format!("{:?}", self.device),
                    given: format!("{given:?}"),
                });
            }
        }
        parts.values = parts.values.into_iter().map(Value::plain).collect();
        Ok(parts)
    }

    /// Puts the program for `tokens` in front of the cache, capturing it where it is not there.
    fn ready(
        &mut self,
        tokens: &[Token],
        names: impl Fn() -> Vec<String>,
    ) -> Result<(), ReplayError> {
        let held = self.structure();
        if self.cache.find(tokens, &self.frozen_keys, held) {
            return Ok(());
        }
        if self.cache.len() > 0 && self.definition.meta.recapture != Recapture::Allow {
            let program = self.definition.meta.name;
            let changes = self.changes(tokens, &names());
            if self.definition.meta.recapture == Recapture::Deny {
                return Err(ReplayError::Signature { program, changes });
            }
            for change in &changes {
                tracing::warn!(program, %change, "captured again");
                eprintln!("warning: `{program}` is captured again: {change}");
            }
        }
        self.record(tokens, names())?;
        Ok(())
    }

    fn record(&mut self, tokens: &[Token], names: Vec<String>) -> Result<(), RecordError> {
        let started = Instant::now();
        let frame = Frame {
            target: &self.device,
            settings: &self.settings,
            trains: self.trains,
            tokens,
            shared: &[],
        };
        let captured = capture(
            &self.definition,
            &frame,
            &self.state,
            &self.weights,
            &self.frozen,
        )?;
        if let Some((grown, initial)) = captured.settled {
            self.grow(grown, initial);
        }
        let program = Arc::new(build(
            captured.recording,
            &Boundary {
                meta: self.definition.meta,
                tokens,
                names: &names,
                weights: &self.weights.leaves,
                state: &self.state.leaves,
                frozen: &self.frozen_keys,
            },
        ));
        self.computable(&program)?;
        let Some(runner) =
            engine::prepare(&program, &self.device, self.want, captured.next.is_some())
        else {
            let device = format!("{:?}", self.device);
            return Err(RecordError::new(
                self.definition.meta,
                RecordCause::Device { device },
            ));
        };
        let held = self.structure();
        self.cache.insert(Entry {
            key: Key {
                tokens: tokens.to_vec(),
                frozen: self.frozen_keys.clone(),
                held,
            },
            names,
            program,
            runner,
            next: captured.next,
        });
        tracing::info!(
            program = self.definition.meta.name,
            operations = self.cache.front().program.operations().len(),
            "captured"
        );
        self.report.captures += 1;
        self.report.capture_time += started.elapsed();
        Ok(())
    }

    /// Refuses a program with an element type that the device has not.
    pub(super) fn computable(&self, program: &Program) -> Result<(), RecordError> {
        for operation in program.operations() {
            let mut made = operation.ir().outputs();
            if let Some(tensor) = made.find(|made| !engine::supports(&self.device, made.dtype)) {
                let place = program.statement(operation).cloned().map(Place::from);
                let cause = RecordCause::ElementType {
                    name: operation.name(),
                    dtype: tensor.dtype,
                    device: format!("{:?}", self.device),
                };
                return Err(RecordError::new(self.definition.meta, cause).at(place));
            }
        }
        Ok(())
    }

    /// Takes on what a first step creates: tensors that the state has already stay, new ones come with their initial value.
    pub(super) fn grow(&mut self, grown: Held<S>, initial: Vec<burn_dispatch::DispatchTensor>) {
        let mut have: std::collections::HashMap<_, _> = self
            .state
            .leaves
            .iter()
            .map(|leaf| leaf.name.clone())
            .zip(core::mem::take(&mut self.state_tensors).tensors)
            .collect();
        self.state_tensors = grown
            .leaves
            .iter()
            .zip(initial)
            .map(|(leaf, initial)| {
                have.remove(&leaf.name)
                    .unwrap_or_else(|| tensor::moved(initial, &self.device))
            })
            .collect::<Vec<_>>()
            .into();
        self.state = grown;
        self.structure = None;
    }

    pub(super) fn structure(&mut self) -> u64 {
        let (weights, state) = (&self.weights, &self.state);
        *self
            .structure
            .get_or_insert_with(|| structure(weights, state))
    }

    /// What differs between the program that was used last and these arguments.
    fn changes(&self, tokens: &[Token], names: &[String]) -> Vec<Change> {
        let Some(last) = self.cache.first() else {
            return Vec::new();
        };
        let mut changes = Vec::new();
        let longest = tokens.len().max(last.key.tokens.len());
        for i in 0..longest {
            let (captured, given) = (last.key.tokens.get(i), tokens.get(i));
            if captured != given {
                let parameter = names.get(i).or_else(|| last.names.get(i));
                changes.push(Change {
                    parameter: parameter.cloned().unwrap_or_default(),
                    captured: describe(captured),
                    given: describe(given),
                });
            }
        }
        for (captured, given) in last.key.frozen.iter().zip(&self.frozen_keys) {
            if captured != given {
                changes.push(Change {
                    parameter: given.name.to_owned(),
                    captured: captured.value.clone(),
                    given: given.value.clone(),
                });
            }
        }
        if changes.is_empty() {
            changes.push(Change {
                parameter: "the weights or the state".to_owned(),
                captured: "tensors of other shapes".to_owned(),
                given: "the present ones".to_owned(),
            });
        }
        changes
    }
}

pub(super) fn describe(token: Option<&Token>) -> String {
    match token {
        Some(Token::Tensor { shape, dtype }) => ty(shape, *dtype),
        Some(Token::Live(dtype)) => format!("live {dtype:?}"),
        Some(Token::Len(len)) => format!("{len} elements"),
        Some(Token::Present(true)) => "`Some`".to_owned(),
        Some(Token::Present(false)) => "`None`".to_owned(),
        None => "absent".to_owned(),
    }
}

macro_rules! replay {
    ($(($($T:ident $arg:ident),*))*) => {$(
        impl<$($T: Argument,)* O: ProgramOutput, S, W, F> Session<($($T,)*), O, S, W, F> {
            /// Runs the program once: the arguments are the inputs and the live numbers, in parameter order.
            ///
            /// Arguments of a signature that the session has not seen are captured first, unless the attribute says
            /// `recapture = "deny"`. The state advances once; results are the caller's, and no later replay changes them.
            /// Gradients do not flow through a replay: arguments are taken without their autodiff graph, and results have none.
            ///
            /// # Errors
            ///
            /// When an argument is on another device or a placeholder, when a program is needed that cannot be captured, or
            /// when an operation fails. The state is then as it was before, or the error says that the session is unusable.
            #[allow(clippy::too_many_arguments)]
            pub fn replay(&mut self, $($arg: $T),*) -> Result<O, ReplayError> {
                self.run(($($arg,)*), false)
            }

            /// Captures for arguments of these shapes, if the session has not yet, without running anything.
            ///
            /// # Errors
            ///
            /// As for [`replay`](Self::replay).
            #[allow(clippy::too_many_arguments)]
            pub fn warm_up(&mut self, $($arg: $T),*) -> Result<(), ReplayError> {
                self.prepare(($($arg,)*))
            }
        }
    )*};
}

super::arities!(replay);
