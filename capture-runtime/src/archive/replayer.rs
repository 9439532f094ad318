//! A program of a file at work on a device, without the function that it was captured from.

use super::Contents;
use super::ready::{NO_ENGINE, Ready};
use crate::boundary::Value;
use crate::definition::Role;
use crate::engine::buffers::{data, on_device};
use crate::engine::{self, Engine, EngineChoice, Outcome, Runner, State};
use crate::error::{ArchiveCause, ArchiveError, Change, ReplayError};
use crate::graph::{Binding, Program, ty};
use crate::live::LiveNumber;
use crate::tensor::Kind;
use burn::tensor::{Device, TensorData};
use burn_dispatch::DispatchTensor;
use std::path::Path;
use std::sync::Arc;

/// A program of an archive on a device: inputs, live numbers and results have names in the place of types.
///
/// [`Archive::on`](crate::Archive::on) makes one. It replays as a [`Session`](crate::Session) does, with the same bits.
pub struct Replayer {
    program: Arc<Program>,
    device: Device,
    runner: Box<dyn Runner>,
    weights: Option<Vec<DispatchTensor>>,
    /// The same as long as the weights are.
    version: Arc<()>,
    state: Option<State>,
    /// The failure after which the state is lost.
    lost: Option<ReplayError>,
}

/// Data by name.
type Named = (String, TensorData);

impl Replayer {
    pub(super) fn new(contents: Contents, device: &Device) -> Result<Self, ArchiveError> {
        let device = device.clone().without_autodiff();
        let name = contents.program.origin.name;
        let refused = |reason: String| ArchiveCause::Device {
            program: name,
            device: format!("{device:?}"),
            reason,
        };
        if !engine::serves(&device) {
            return Err(refused(NO_ENGINE.to_owned()).into());
        }
        let settings = engine::reached(&device).map_err(|message| ArchiveCause::Unavailable {
            program: name,
            device: format!("{device:?}"),
            message,
        })?;
        let Contents {
            program,
            weights,
            state,
        } = contents.with_bools(settings.bool_dtype);
        if let Some((name, dtype, _)) =
            program.unsupported(|dtype| engine::supports(&device, dtype))
        {
            let reason = format!("it has no {}, the element type of `{name}`", dtype.name());
            return Err(refused(reason).into());
        }
        if program.grows() {
            let reason =
                "a replay changes the structure of its state, so it serves one replay only";
            return Err(refused(reason.to_owned()).into());
        }
        let none = |role: Role| program.signature.role(role).next().is_none();
        let weights = weights.or_else(|| none(Role::Weights).then(Vec::new));
        let state = state.or_else(|| none(Role::State).then(Vec::new));
        let program = Arc::new(program);
        let ready = Ready::new(&program, &device, EngineChoice::Auto, false, weights, state)?;
        let Ready {
            runner,
            weights,
            state,
        } = ready;
        Ok(Self {
            runner,
            weights,
            version: Arc::default(),
            state: state.map(State::from),
            lost: None,
            device,
            program,
        })
    }

    /// Runs the program once: `inputs` are the inputs and the live numbers by name, in any order. Returns the results by name, in
    /// order. The state advances once.
    ///
    /// # Errors
    ///
    /// When a tensor is missing, unknown, given twice, or of another shape or element type than the program was captured with; when weights or
    /// state were never given; or when an operation fails. The state is then as it was before, or the error says that it is lost.
    pub fn replay(&mut self, inputs: &[(&str, TensorData)]) -> Result<Vec<Named>, ReplayError> {
        let _span = tracing::debug_span!("replay", program = self.program.name()).entered();
        if let Some(error) = &self.lost {
            return Err(error.clone());
        }
        let wanted: Vec<&Binding> = self
            .bound(|role| matches!(role, Role::Input | Role::Live))
            .collect();
        let given = self.ordered(&wanted, inputs)?;
        let each = wanted.iter().zip(given);
        let inputs = each.map(|(binding, data)| match binding.role {
            Role::Live => Value::Number(data),
            _ => Value::Tensor(on_device(data, &self.device)),
        });
        let inputs = inputs.collect();
        let Some(weights) = self.weights.clone() else {
            return Err(self.unset(Role::Weights));
        };
        let Some(state) = self.state.take() else {
            return Err(self.unset(Role::State));
        };
        let arguments = engine::Arguments {
            inputs,
            weights,
            version: self.version.clone(),
            state,
            device: self.device.clone(),
            lend: false,
        };
        match self.runner.run(arguments) {
            Ok(Outcome { results, state }) => {
                self.state = Some(state);
                let names: Vec<_> = self
                    .program
                    .results
                    .iter()
                    .map(|result| result.name.clone())
                    .collect();
                self.read(names, results)
            }
            Err(failure) => {
                let (error, state) = failure.explained(self.program.origin.name);
                self.state = state;
                if self.state.is_none() {
                    self.lost = Some(error.clone());
                }
                Err(error)
            }
        }
    }

    /// A live number in the element type that carries it in this program.
    ///
    /// # Errors
    ///
    /// When the program has no live number of this name, or one of another kind.
    pub fn number<T: LiveNumber>(&self, name: &str, value: T) -> Result<TensorData, ReplayError> {
        let data = value.data();
        let live = |role| role == Role::Live;
        let binding = self.bound(live).find(|binding| binding.name == name);
        match binding {
            Some(binding) if Kind::of(binding.dtype) == Kind::of(data.dtype()) => {
                Ok(data.convert_dtype(binding.dtype))
            }
            binding => Err(self.refused(vec![Change {
                parameter: name.to_owned(),
                captured: binding
                    .map_or_else(absent, |binding| format!("live {}", binding.dtype.name())),
                given: format!("live {}", data.dtype().name()),
            }])),
        }
    }

    /// The state by name, in the order of the signature.
    ///
    /// # Errors
    ///
    /// When the archive has no state and none was given, it is lost, or it cannot be read from the device.
    pub fn state(&self) -> Result<Vec<Named>, ReplayError> {
        if let Some(error) = &self.lost {
            return Err(error.clone());
        }
        let Some(state) = &self.state else {
            return Err(self.unset(Role::State));
        };
        let names = self
            .bound(|role| role == Role::State)
            .map(|binding| binding.name.clone());
        self.read(names.collect(), state.shared())
    }

    /// Gives or replaces the state: every tensor of it by name, in any order.
    ///
    /// # Errors
    ///
    /// When a tensor is missing, unknown, given twice, or of another shape or element type.
    pub fn set_state(&mut self, state: &[(&str, TensorData)]) -> Result<(), ReplayError> {
        let tensors = self.placed(Role::State, state)?;
        self.state = Some(match self.state.take() {
            Some(pinned) if pinned.pin.is_some() => pinned.overwritten(&tensors),
            _ => tensors.into(),
        });
        self.lost = None;
        Ok(())
    }

    /// Gives or replaces the weights: every one by name, in any order.
    ///
    /// # Errors
    ///
    /// As for [`set_state`](Self::set_state).
    pub fn set_weights(&mut self, weights: &[(&str, TensorData)]) -> Result<(), ReplayError> {
        self.weights = Some(self.placed(Role::Weights, weights)?);
        self.version = Arc::default();
        Ok(())
    }

    /// Writes the program to a file with the weights and the state that it has now, as [`Session::save`](crate::Session::save) does.
    ///
    /// # Errors
    ///
    /// When weights or state were never given, the state is lost, either cannot be read from the device, or the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), ArchiveError> {
        let state = self.state().map_err(ArchiveCause::Lost)?;
        let Some(weights) = self.weights.clone() else {
            return Err(ArchiveCause::Lost(self.unset(Role::Weights)).into());
        };
        let names = self
            .bound(|role| role == Role::Weights)
            .map(|binding| binding.name.clone());
        let weights = self
            .read(names.collect(), weights)
            .map_err(ArchiveCause::Lost)?;
        let plain = |named: Vec<Named>| -> Vec<TensorData> {
            named.into_iter().map(|(_, data)| data).collect()
        };
        super::save_session(path.as_ref(), &self.program, &plain(weights), &plain(state))
    }

    /// Seeds the device's random generator, as [`Session::seed`](crate::Session::seed) does.
    pub fn seed(&mut self, seed: u64) {
        self.device.seed(seed);
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// What runs the program.
    pub fn engine(&self) -> Engine {
        self.runner.status().engine
    }

    fn bound(&self, wanted: impl Fn(Role) -> bool) -> impl Iterator<Item = &Binding> {
        let bindings = self.program.signature.bindings.iter();
        bindings.filter(move |binding| wanted(binding.role))
    }

    fn placed(
        &self,
        role: Role,
        given: &[(&str, TensorData)],
    ) -> Result<Vec<DispatchTensor>, ReplayError> {
        let wanted: Vec<&Binding> = self.bound(|of| of == role).collect();
        let given = self.ordered(&wanted, given)?;
        Ok(given
            .into_iter()
            .map(|data| on_device(data, &self.device))
            .collect())
    }

    /// `given` in the order of `wanted`, each as it was captured.
    fn ordered(
        &self,
        wanted: &[&Binding],
        given: &[(&str, TensorData)],
    ) -> Result<Vec<TensorData>, ReplayError> {
        let mut changes = Vec::new();
        let mut ordered = Vec::with_capacity(wanted.len());
        let change = |name: &str, captured: String, given: String| Change {
            parameter: name.to_owned(),
            captured,
            given,
        };
        for binding in wanted {
            let mut same = given.iter().filter(|(name, _)| *name == binding.name);
            let captured = || described(binding);
            match (same.next(), same.next()) {
                (Some((_, data)), None) => match fitting(binding, data) {
                    Some(data) => ordered.push(data),
                    None => changes.push(change(
                        &binding.name,
                        captured(),
                        ty(data.shape(), data.dtype()),
                    )),
                },
                (None, _) => changes.push(change(&binding.name, captured(), absent())),
                (Some(_), Some(_)) => {
                    changes.push(change(&binding.name, captured(), "twice".to_owned()))
                }
            }
        }
        let known = |name: &str| wanted.iter().any(|binding| binding.name == name);
        for (name, data) in given.iter().filter(|(name, _)| !known(name)) {
            changes.push(change(name, absent(), ty(data.shape(), data.dtype())));
        }
        match changes.is_empty() {
            true => Ok(ordered),
            false => Err(self.refused(changes)),
        }
    }

    fn refused(&self, changes: Vec<Change>) -> ReplayError {
        let program = self.program.origin.name;
        ReplayError::Arguments { program, changes }
    }

    fn unset(&self, role: Role) -> ReplayError {
        let names = self
            .bound(|of| of == role)
            .map(|binding| binding.name.clone());
        ReplayError::Unset {
            program: self.program.origin.name,
            role,
            names: names.collect(),
        }
    }

    fn read(
        &self,
        names: Vec<String>,
        tensors: Vec<DispatchTensor>,
    ) -> Result<Vec<Named>, ReplayError> {
        let read = |(name, tensor): (String, DispatchTensor)| match data(tensor) {
            Ok(data) => Ok((name, data)),
            Err(message) => Err(ReplayError::Operation {
                program: self.program.origin.name,
                statement: None,
                operation: name,
                message,
            }),
        };
        names.into_iter().zip(tensors).map(read).collect()
    }
}

fn absent() -> String {
    "absent".to_owned()
}

/// What a binding was captured as.
fn described(binding: &Binding) -> String {
    match binding.role {
        Role::Live => format!("live {}", binding.dtype.name()),
        _ => ty(&binding.shape, binding.dtype),
    }
}

/// `data` as the program takes it, where it fits `binding`: bools in the form in which the program has them, a live number as one element.
fn fitting(binding: &Binding, data: &TensorData) -> Option<TensorData> {
    let live = binding.role == Role::Live && data.num_elements() == 1;
    if !(live || *data.shape() == binding.shape) {
        return None;
    }
    let typed = match (
        data.dtype() == binding.dtype,
        binding.dtype.is_bool() && data.dtype().is_bool(),
    ) {
        (true, _) => data.clone(),
        (false, true) => data.clone().convert_dtype(binding.dtype),
        (false, false) => return None,
    };
    match live {
        true => TensorData::try_from_bytes_vec(typed.as_bytes().to_vec(), [1], binding.dtype).ok(),
        false => Some(typed),
    }
}

impl core::fmt::Debug for Replayer {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Replayer")
            .field("program", &self.program.origin.name)
            .field("device", &self.device)
            .finish_non_exhaustive()
    }
}
