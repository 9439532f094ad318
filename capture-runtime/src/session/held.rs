//! What a session holds, read and replaced: state, weights, frozen values, the random generator.

use super::start::held;
use super::{Report, Session};
use crate::boundary::{Arguments, Held};
use crate::engine::{self, Engine, EngineChoice};
use crate::error::{RecordCause, RecordError};
use crate::graph::Program;
use crate::tensor;
use burn::tensor::Device;
use burn_dispatch::DispatchTensor;
use std::sync::Arc;

impl<I: Arguments, O, S, W, F> Session<I, O, S, W, F> {
    /// The state as it is now: modules with their parameters, optimizers with their moments.
    ///
    /// The copy is the caller's: no later replay changes it. Where device graphs write the state in place its tensors are copied,
    /// elsewhere their buffers are shared until the next replay.
    ///
    /// # Panics
    ///
    /// When the session is unusable: its state is lost.
    pub fn state(&self) -> S {
        if let Some(error) = &self.lost {
            panic!(
                "the state of `{}` is lost: {error}",
                self.definition.meta.name
            );
        }
        let tensors = self.state_tensors.shared();
        self.state.fill(&self.definition.state, tensors)
    }

    /// Ends the session and hands the state back.
    ///
    /// # Panics
    ///
    /// As for [`state`](Self::state).
    pub fn into_state(mut self) -> S {
        // The session ends, and its graphs with it: the buffers that they write can be given away.
        self.state_tensors.pin = None;
        self.state()
    }

    /// Replaces the state, as when training is resumed from a file.
    ///
    /// # Errors
    ///
    /// When a tensor of the state is quantized, or of an element type that the device has not.
    pub fn set_state(&mut self, state: S) -> Result<(), RecordError> {
        let (meta, ops) = (self.definition.meta, &self.definition.state);
        let (held, tensors) = held(meta, &self.device, ops, &state)?;
        let same = |held: &Held<S>| held.leaves == self.state.leaves;
        self.state_tensors = match core::mem::take(&mut self.state_tensors) {
            pinned if pinned.pin.is_some() && same(&held) => pinned.overwritten(&tensors),
            _ => tensors.into(),
        };
        self.state = held;
        self.structure = None;
        self.lost = None;
        Ok(())
    }

    /// Replaces the weights. Weights of other shapes, or with other options in their layers, are captured again at the next
    /// replay.
    ///
    /// # Errors
    ///
    /// When a tensor of the weights is quantized, or of an element type that the device has not.
    pub fn set_weights(&mut self, weights: W) -> Result<(), RecordError> {
        let (meta, ops) = (self.definition.meta, &self.definition.weights);
        let (held, tensors) = held(meta, &self.device, ops, &weights)?;
        self.weights = held;
        self.structure = None;
        self.weight_tensors = tensors;
        self.weight_version = Arc::default();
        Ok(())
    }

    /// The weights as the session holds them.
    pub fn weights(&self) -> W {
        self.weights
            .fill(&self.definition.weights, self.weight_tensors.clone())
    }

    /// Replaces the frozen values. The next replay captures again, unless the session has a program for them.
    pub fn set_frozen(&mut self, frozen: F) {
        self.frozen_keys = (self.definition.frozen)(&frozen);
        self.frozen = frozen;
    }

    /// The frozen values.
    pub fn frozen(&self) -> &F {
        &self.frozen
    }

    /// Whether the program computes gradients, as far as what is held says so.
    pub(crate) fn trains(&self) -> bool {
        let mut held = self.state.leaves.iter().chain(&self.weights.leaves);
        self.trains || held.any(|leaf| leaf.autodiff)
    }

    /// Seeds the device's random generator: the same replays after the same seed draw the same numbers.
    ///
    /// Burn has one generator for each backend, which eager code and other sessions draw from as well.
    pub fn seed(&mut self, seed: u64) {
        self.device.seed(seed);
    }

    /// Chooses the engine, in the place of the attribute's `engine`. Programs that are captured already stay; what their engines hold is let go.
    ///
    /// # Errors
    ///
    /// When graphs are asked for and the device has none.
    pub fn set_engine(&mut self, choice: EngineChoice) -> Result<(), RecordError> {
        if choice == EngineChoice::Graph && !engine::records_graphs(&self.device) {
            return Err(self.no_graph(engine::NO_GRAPHS));
        }
        if choice != self.want {
            self.want = choice;
            self.cache.renew(&self.device, choice);
        }
        Ok(())
    }

    /// Turns a fallback from device graphs into an error: here, where it is known already, and at every later capture.
    ///
    /// ```
    /// # use burn::prelude::*;
    /// # use capture_runtime::prelude::*;
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> {
    ///     x * 2.0
    /// }
    ///
    /// let mut session = double::on(&Device::flex())?;
    /// let error = session.require_graph().expect_err("Flex runs on the CPU");
    /// assert!(error.to_string().contains("Flex has no device graphs"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the device has no graphs, the interpreter was chosen, or none could be recorded for the program that was used last.
    pub fn require_graph(&mut self) -> Result<(), RecordError> {
        if self.want == EngineChoice::Interpreter {
            return Err(self.no_graph(engine::CHOSEN));
        }
        if let Some(entry) = self.cache.first() {
            let status = entry.runner.status();
            if status.engine != Engine::DeviceGraph {
                return Err(self.no_graph(&status.reason));
            }
        }
        self.set_engine(EngineChoice::Graph)
    }

    fn no_graph(&self, reason: &str) -> RecordError {
        let reason = reason.to_owned();
        RecordError::new(self.definition.meta, RecordCause::NoGraph { reason })
    }

    /// The device that the session runs on.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The program that was used or captured last; `None` before the first.
    pub fn program(&self) -> Option<&Program> {
        self.cache.first().map(|entry| &*entry.program)
    }

    /// What runs, why, how often, and how much memory is held.
    pub fn report(&self) -> Report {
        let bytes = |tensors: &[DispatchTensor]| tensors.iter().map(size).sum::<usize>();
        let constants = self
            .cache
            .programs()
            .flat_map(|program| program.constants().values())
            .map(|data| data.as_bytes().len())
            .sum();
        let status = self.cache.first().map(|entry| entry.runner.status());
        let status = status.unwrap_or_else(|| engine::expected(&self.device, self.want));
        Report {
            program: self.definition.meta.name,
            engine: status.engine,
            reason: status.reason,
            pieces: status.pieces,
            recordings: status.recordings,
            graph_bytes: status.graph_bytes,
            captures: self.report.captures,
            replays: self.report.replays,
            capture_time: self.report.capture_time + self.cache.recording_time(),
            programs: self.cache.len(),
            operations: self
                .cache
                .first()
                .map_or(0, |entry| entry.program.operations().len()),
            state_bytes: bytes(&self.state_tensors.tensors),
            weight_bytes: bytes(&self.weight_tensors),
            constant_bytes: constants,
        }
    }
}

fn size(tensor: &DispatchTensor) -> usize {
    tensor::shape(tensor).num_elements() * tensor::dtype(tensor).size()
}
