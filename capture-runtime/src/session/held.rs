//! What a session holds, read and replaced: state, weights, frozen values, the random generator.

use super::start::supported;
use super::{Report, Session};
use crate::boundary::{Arguments, Held};
use crate::engine::Engine;
use crate::error::RecordError;
use crate::graph::Program;
use crate::tensor;
use burn::tensor::Device;
use burn_dispatch::DispatchTensor;

impl<I: Arguments, O, S, W, F> Session<I, O, S, W, F> {
    /// The state as it is now: modules with their parameters, optimizers with their moments.
    ///
    /// Buffers are shared with the session until its next replay, which leaves this copy as it is.
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
        self.state
            .fill(&self.definition.state, self.state_tensors.clone())
    }

    /// Ends the session and hands the state back.
    ///
    /// # Panics
    ///
    /// As for [`state`](Self::state).
    pub fn into_state(self) -> S {
        self.state()
    }

    /// Replaces the state, as when training is resumed from a file.
    ///
    /// # Errors
    ///
    /// When a tensor of the state is quantized.
    pub fn set_state(&mut self, state: S) -> Result<(), RecordError> {
        let ops = &self.definition.state;
        let (held, tensors) = Held::split(ops, ops.detach(&state));
        supported(self.definition.meta, held.leaves.iter())?;
        self.state = held;
        self.structure = None;
        self.state_tensors = tensor::all_moved(tensors, &self.device);
        self.lost = None;
        Ok(())
    }

    /// Replaces the weights. Weights of other shapes, or with other options in their layers, are captured again at the next
    /// replay.
    ///
    /// # Errors
    ///
    /// When a tensor of the weights is quantized.
    pub fn set_weights(&mut self, weights: W) -> Result<(), RecordError> {
        let ops = &self.definition.weights;
        let (held, tensors) = Held::split(ops, ops.detach(&weights));
        supported(self.definition.meta, held.leaves.iter())?;
        self.weights = held;
        self.structure = None;
        self.weight_tensors = tensor::all_moved(tensors, &self.device);
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

    /// Seeds the device's random generator: the same replays after the same seed draw the same numbers.
    ///
    /// Burn has one generator for each backend, which eager code and other sessions draw from as well.
    pub fn seed(&mut self, seed: u64) {
        self.device.seed(seed);
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
        Report {
            program: self.definition.meta.name,
            engine: Engine::Interpreter,
            reason: "the device has no device graphs in this build",
            captures: self.report.captures,
            replays: self.report.replays,
            capture_time: self.report.capture_time,
            programs: self.cache.len(),
            operations: self
                .cache
                .first()
                .map_or(0, |entry| entry.program.operations().len()),
            state_bytes: bytes(&self.state_tensors),
            weight_bytes: bytes(&self.weight_tensors),
            constant_bytes: constants,
        }
    }
}

fn size(tensor: &DispatchTensor) -> usize {
    tensor::shape(tensor).num_elements() * tensor::dtype(tensor).size()
}
