//! From a definition to a session, or to a program without one.

use super::Session;
use super::cache::Cache;
use super::inputs::Inputs;
use super::report::Counters;
use crate::boundary::{Arguments, Held, LeafInfo, Parts, ProgramOutput, StateOps};
use crate::capture::{Frame, capture};
use crate::definition::{Definition, Meta};
use crate::engine::{self, EngineChoice};
use crate::error::{RecordCause, RecordError};
use crate::graph::{Boundary, Program, build};
use crate::tensor;
use burn::tensor::Device;
use burn_dispatch::DispatchTensor;
use std::sync::Arc;

impl<I: Arguments, O: ProgramOutput, S, W, F> Definition<I, O, S, W, F> {
    /// Starts a session on `device`: weights and state move there, nothing is captured yet.
    ///
    /// # Errors
    ///
    /// When no engine of this build serves the device, or a held tensor is quantized or of an element type that the device has not.
    pub fn session(
        self,
        device: &Device,
        state: S,
        weights: W,
        frozen: F,
    ) -> Result<Session<I, O, S, W, F>, RecordError> {
        let engine = self.meta.engine;
        self.session_with(engine, device, state, weights, frozen)
    }

    /// The same, with another engine than the attribute asks for.
    pub(crate) fn session_with(
        self,
        engine: EngineChoice,
        device: &Device,
        state: S,
        weights: W,
        frozen: F,
    ) -> Result<Session<I, O, S, W, F>, RecordError> {
        let trains = self.meta.trains || device.is_autodiff();
        let device = device.clone().without_autodiff();
        if !engine::serves(&device) {
            let device = format!("{device:?}");
            return Err(RecordError::new(self.meta, RecordCause::Device { device }));
        }
        if engine == EngineChoice::Graph && !engine::records_graphs(&device) {
            let reason = engine::NO_GRAPHS.to_owned();
            return Err(RecordError::new(self.meta, RecordCause::NoGraph { reason }));
        }
        let settings = engine::reached(&device).map_err(|message| {
            let device = format!("{device:?}");
            RecordError::new(self.meta, RecordCause::Unavailable { device, message })
        })?;
        let (state, state_tensors) = held(self.meta, &device, &self.state, &state)?;
        let (weights, weight_tensors) = held(self.meta, &device, &self.weights, &weights)?;
        Ok(Session {
            names: self.meta.arguments(),
            settings,
            trains,
            structure: None,
            state,
            state_tensors: state_tensors.into(),
            weights,
            weight_tensors,
            weight_version: Arc::default(),
            want: engine,
            frozen_keys: (self.frozen)(&frozen),
            frozen,
            cache: Cache::new(self.meta.cache),
            report: Counters::default(),
            lost: None,
            device,
            definition: self,
        })
    }

    /// Captures a program for the specs that `describe` gives, without a device: where a spec does not say an element type, it is the
    /// default one of Flex, and live numbers have their own precision, as on Flex.
    ///
    /// # Errors
    ///
    /// When the body cannot be captured, or a spec does not fit its parameter.
    pub fn program(
        self,
        state: S,
        weights: W,
        frozen: F,
        describe: impl FnOnce(&mut Inputs<'_>),
    ) -> Result<Program, RecordError> {
        let captured = self.program_and_training(state, weights, frozen, describe);
        captured.map(|(program, _)| program)
    }

    /// The same, and whether the program computes gradients, which a helper may hide from the attribute.
    pub(crate) fn program_and_training(
        self,
        state: S,
        weights: W,
        frozen: F,
        describe: impl FnOnce(&mut Inputs<'_>),
    ) -> Result<(Program, bool), RecordError> {
        // The same program on every machine, whatever its default device is.
        let device = Device::flex();
        let settings = device.settings();
        let mut parts = Parts::new(settings);
        describe(&mut Inputs::new(&mut parts, &device));
        if !parts.errors.is_empty() {
            return Err(RecordError::new(
                self.meta,
                RecordCause::Specs(parts.errors),
            ));
        }
        let (state, _) = Held::split(&self.state, state);
        let (weights, _) = Held::split(&self.weights, weights);
        supported(self.meta, state.leaves.iter().chain(&weights.leaves))?;
        let frame = Frame {
            target: &device,
            settings: &settings,
            trains: self.meta.trains,
            tokens: &parts.tokens,
            shared: &[],
        };
        let captured = capture(&self, &frame, &state, &weights, &frozen)?;
        let state = captured.settled.as_ref().map_or(&state, |(grown, _)| grown);
        let program = build(
            captured.recording,
            &Boundary {
                meta: self.meta,
                tokens: &parts.tokens,
                names: &parts.names(),
                weights: &weights.leaves,
                state: &state.leaves,
                frozen: &(self.frozen)(&frozen),
            },
        );
        Ok((program, captured.trains))
    }
}

/// A value that a session is to hold, split into its template and its tensors on `device`.
pub(super) fn held<T>(
    meta: &Meta,
    device: &Device,
    ops: &StateOps<T>,
    value: &T,
) -> Result<(Held<T>, Vec<DispatchTensor>), RecordError> {
    let (held, tensors) = Held::split(ops, ops.detach(value));
    supported(meta, held.leaves.iter())?;
    on_device(meta, device, held.leaves.iter())?;
    Ok((held, tensor::all_moved(tensors, device)))
}

/// Refuses quantized leaves, which the capture device cannot represent.
fn supported<'a>(
    meta: &Meta,
    mut leaves: impl Iterator<Item = &'a LeafInfo>,
) -> Result<(), RecordError> {
    match leaves.find(|leaf| tensor::Kind::of(leaf.dtype).is_none()) {
        Some(leaf) => Err(RecordError::new(
            meta,
            RecordCause::Quantized {
                leaf: leaf.name.clone(),
            },
        )),
        None => Ok(()),
    }
}

/// Refuses leaves of an element type that `device` has not.
fn on_device<'a>(
    meta: &Meta,
    device: &Device,
    mut leaves: impl Iterator<Item = &'a LeafInfo>,
) -> Result<(), RecordError> {
    match leaves.find(|leaf| !engine::supports(device, leaf.dtype)) {
        Some(leaf) => Err(RecordError::new(
            meta,
            RecordCause::ElementType {
                name: leaf.name.clone(),
                dtype: leaf.dtype,
                device: format!("{device:?}"),
            },
        )),
        None => Ok(()),
    }
}
