//! Sessions in files: what one has is saved, and one is started from what a file has.

use super::Session;
use super::cache::{Entry, Key};
use super::replay::describe;
use crate::archive::{self, Contents, Ready};
use crate::boundary::{Arguments, LeafInfo, ProgramOutput, Token};
use crate::capture::{Frame, capture};
use crate::definition::{Definition, Meta, Parameter, Role};
use crate::engine::{self, buffers::data};
use crate::error::{ArchiveCause, ArchiveError, Change};
use crate::graph::{Program, ty};
use burn::tensor::{DType, Device, Shape, TensorData};
use burn_dispatch::DispatchTensor;
use std::path::Path;
use std::sync::Arc;

impl<I: Arguments, O, S, W, F> Session<I, O, S, W, F> {
    /// Writes the program that was used last to a file, with the weights and the state as they are now.
    ///
    /// The function's generated `load_archive` goes on from it, and [`Archive::load`](crate::Archive::load) replays it without the function. The
    /// file is a safetensors file, by convention called `name.capture`; it appears at `path` complete or not at all.
    ///
    /// # Errors
    ///
    /// When nothing is captured yet, weights or state were replaced by others since, the session is unusable, or the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), ArchiveError> {
        let path = path.as_ref();
        if let Some(error) = &self.lost {
            return Err(ArchiveError::from(ArchiveCause::Lost(error.clone())).at(path));
        }
        let nothing = |reason| {
            let program = self.definition.meta.name;
            ArchiveError::from(ArchiveCause::NothingToSave { program, reason }).at(path)
        };
        let Some(entry) = self.cache.first() else {
            return Err(nothing("nothing is captured yet"));
        };
        let program = &entry.program;
        for (role, leaves) in [
            (Role::Weights, &self.weights.leaves),
            (Role::State, &self.state.leaves),
        ] {
            if !differences(program, role, leaves).is_empty() {
                return Err(nothing(match role {
                    Role::Weights => "its weights are not those that the program was captured for",
                    _ => "its state has not the structure that the program was captured for",
                }));
            }
        }
        let read = |tensors: Vec<DispatchTensor>| -> Result<Vec<TensorData>, ArchiveError> {
            let each = tensors.into_iter().map(data).collect::<Result<_, _>>();
            each.map_err(|message| {
                let done = "written";
                ArchiveError::from(ArchiveCause::Io { done, message }).at(path)
            })
        };
        let weights = read(self.weight_tensors.clone())?;
        let state = read(self.state_tensors.shared())?;
        archive::save_session(path, program, &weights, &state)
    }
}

impl<I: Arguments, O: ProgramOutput, S, W, F> Definition<I, O, S, W, F> {
    /// Starts a session from a file: with its program ready, and with its weights and its state in the place of those given, where it has them.
    ///
    /// The function is captured without running anything, for the arguments that the file's program has, to know what its boundary is.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, is no archive, was damaged, or holds the program of a function with another boundary; when the function
    /// cannot be captured; or as for [`session`](Self::session).
    pub fn load_archive(
        self,
        path: impl AsRef<Path>,
        device: &Device,
        state: S,
        weights: W,
        frozen: F,
    ) -> Result<Session<I, O, S, W, F>, ArchiveError> {
        let path = path.as_ref();
        let contents = archive::load_session(path)?;
        let restored = self.session(device, state, weights, frozen);
        let restored = restored
            .map_err(ArchiveError::from)
            .and_then(|session| session.restored(contents));
        restored.map_err(|error| error.at(path))
    }
}

impl<I: Arguments, O: ProgramOutput, S, W, F> Session<I, O, S, W, F> {
    /// What the file holds, with bools as this session's device keeps them: the file may come from another. A device that takes every form keeps
    /// that of what it was given.
    fn with_own_bools(&self, contents: Contents) -> Contents {
        let held = [
            (Role::Weights, &self.weights.leaves),
            (Role::State, &self.state.leaves),
        ];
        let own = self.settings.bool_dtype;
        let chosen = |leaf: &LeafInfo| matches!(leaf.dtype, DType::Bool(store) if store != own);
        let any_chosen = held.iter().any(|(_, leaves)| leaves.iter().any(chosen));
        let as_given = any_chosen
            && !engine::records_graphs(&self.device)
            && held
                .iter()
                .all(|(role, leaves)| differences(&contents.program, *role, leaves).is_empty());
        match as_given {
            true => contents,
            false => contents.with_bools(own),
        }
    }

    fn restored(mut self, contents: Contents) -> Result<Self, ArchiveError> {
        let Contents {
            program,
            weights,
            state,
        } = self.with_own_bools(contents);
        let meta = self.definition.meta;
        let mismatch = |changes| {
            ArchiveError::from(ArchiveCause::Mismatch {
                program: meta.name,
                changes,
            })
        };
        let mut changes = signature(&program, meta);
        for key in &self.frozen_keys {
            let archived = program
                .signature
                .frozen
                .iter()
                .find(|(name, _)| name == key.name);
            let archived = archived.map_or("absent", |(_, value)| value);
            if archived != key.value {
                changes.push(change(
                    &format!("frozen `{}`", key.name),
                    archived,
                    &key.value,
                ));
            }
        }
        changes.extend(differences(&program, Role::Weights, &self.weights.leaves));
        if !changes.is_empty() {
            return Err(mismatch(changes));
        }

        let (names, tokens): (Vec<_>, Vec<_>) = program.arguments.iter().cloned().unzip();
        let frame = Frame {
            target: &self.device,
            settings: &self.settings,
            trains: self.trains,
            tokens: &tokens,
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
        changes.extend(differences(&program, Role::State, &self.state.leaves));
        changes.extend(next(
            &program,
            captured
                .next
                .as_ref()
                .map_or(&self.state.leaves, |next| &next.leaves),
        ));
        changes.extend(results(&program, &captured.recording.output_tokens));
        if !changes.is_empty() {
            return Err(mismatch(changes));
        }
        self.computable(&program)?;

        let program = Arc::new(program);
        let grows = captured.next.is_some();
        let ready = Ready::new(&program, &self.device, self.want, grows, weights, state)?;
        let Ready {
            runner,
            weights,
            state,
        } = ready;
        if let Some(weights) = weights {
            self.weight_tensors = weights;
            self.weight_version = Arc::default();
        }
        if let Some(state) = state {
            self.state_tensors = state.into();
        }
        let held = self.structure();
        self.cache.insert(Entry {
            key: Key {
                tokens,
                frozen: self.frozen_keys.clone(),
                held,
            },
            names,
            program,
            runner,
            next: captured.next,
        });
        Ok(self)
    }
}

/// Name and parameters of the archive's function against those of this one. The file and the line may be others: code moves.
fn signature(program: &Program, meta: &Meta) -> Vec<Change> {
    let mut changes = Vec::new();
    if program.origin.name != meta.name {
        changes.push(change("the name", program.origin.name, meta.name));
    }
    let written = |parameter: Option<&Parameter>| {
        parameter.map_or_else(absent, |Parameter { name, role, ty }| {
            format!("`{name}: {ty}`, {role}")
        })
    };
    let (archived, own) = (program.origin.parameters, meta.parameters);
    for i in 0..archived.len().max(own.len()) {
        let (archived, own) = (archived.get(i), own.get(i));
        if archived != own {
            changes.push(change(
                &format!("parameter {}", i + 1),
                &written(archived),
                &written(own),
            ));
        }
    }
    changes
}

/// The held tensors of the archive's program against the leaves of this session.
fn differences(program: &Program, role: Role, leaves: &[LeafInfo]) -> Vec<Change> {
    let archived: Vec<_> = program.signature.role(role).collect();
    let mut changes = Vec::new();
    for i in 0..archived.len().max(leaves.len()) {
        let (archived, leaf) = (archived.get(i), leaves.get(i));
        let archived = archived.map(|bound| (&bound.name, typed(&bound.shape, bound.dtype)));
        let own = leaf.map(|leaf| (&leaf.name, typed(&leaf.shape, leaf.dtype)));
        if archived != own {
            let name = own
                .as_ref()
                .or(archived.as_ref())
                .map_or("", |(name, _)| name);
            let shown = |known: &Option<(&String, String)>| match known {
                Some((at, typed)) if at.as_str() == name => typed.clone(),
                Some((at, typed)) => format!("`{at}`: {typed}"),
                None => absent(),
            };
            changes.push(change(
                &format!("{role} `{name}`"),
                &shown(&archived),
                &shown(&own),
            ));
        }
    }
    changes
}

/// What the archive's program leaves as the state against what this function leaves.
fn next(program: &Program, leaves: &[LeafInfo]) -> Vec<Change> {
    let types = program.types();
    let mut changes = Vec::new();
    for i in 0..program.next_state.len().max(leaves.len()) {
        let archived = program.next_state.get(i).and_then(|id| types.get(id));
        let archived = archived.map(|(shape, dtype)| typed(shape, *dtype));
        let own = leaves.get(i).map(|leaf| typed(&leaf.shape, leaf.dtype));
        if archived != own {
            let name = leaves
                .get(i)
                .map_or_else(|| (i + 1).to_string(), |leaf| format!("`{}`", leaf.name));
            let [archived, own] = [archived, own].map(|typed| typed.unwrap_or_else(absent));
            changes.push(change(&format!("next state {name}"), &archived, &own));
        }
    }
    changes
}

/// The structure of the archive's results against that of this function's.
fn results(program: &Program, own: &[Token]) -> Vec<Change> {
    let archived = &program.result_tokens;
    let differs = |i: &usize| archived.get(*i) != own.get(*i);
    let all = 0..archived.len().max(own.len());
    all.filter(differs)
        .map(|i| {
            change(
                "the results",
                &describe(archived.get(i)),
                &describe(own.get(i)),
            )
        })
        .collect()
}

/// Shape and element type in full: bools are stored in several ways.
fn typed(shape: &Shape, dtype: DType) -> String {
    match dtype {
        DType::Bool(_) => format!("{}{:?}", dtype.name(), shape.as_slice()),
        _ => ty(shape, dtype),
    }
}

fn absent() -> String {
    "absent".to_owned()
}

fn change(parameter: &str, captured: &str, given: &str) -> Change {
    Change {
        parameter: parameter.to_owned(),
        captured: captured.to_owned(),
        given: given.to_owned(),
    }
}
