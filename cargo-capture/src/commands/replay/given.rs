//! What a replay is given: tensors of files, numbers of the command line, and what is generated in their place.

use super::Named;
use crate::cli::Replay;
use crate::trouble::Trouble;
use burn::tensor::TensorData;
use capture_runtime::__private::{Stored, generated, read};
use capture_runtime::{Archive, ArchiveCause, Binding, Kind, Replayer, Role};
use safetensors::SafeTensors;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What was given.
pub(super) struct Given<'o> {
    options: &'o Replay,
    inputs: Option<File>,
    held: Option<File>,
    /// The weights and the state of the archive.
    own: BTreeMap<String, TensorData>,
    /// The names of what was generated.
    pub(super) generated: Vec<String>,
}

/// A file of tensors.
struct File {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl File {
    fn open(path: &Path) -> Result<Self, Trouble> {
        let bytes = std::fs::read(path).map_err(|error| Trouble::io(path, "read", error))?;
        let file = Self {
            path: path.to_owned(),
            bytes,
        };
        file.tensors()?;
        Ok(file)
    }

    fn tensors(&self) -> Result<SafeTensors<'_>, Trouble> {
        SafeTensors::deserialize(&self.bytes)
            .map_err(|error| self.refused(format!("it is no safetensors file: {error}")))
    }

    fn refused(&self, reason: String) -> Trouble {
        Trouble::Tensors {
            path: self.path.clone(),
            reason,
        }
    }

    /// The tensor for `binding`, where the file has it under its name or, as in an archive, behind its role.
    fn tensor(&self, binding: &Binding) -> Result<Option<TensorData>, Trouble> {
        let tensors = self.tensors()?;
        let full = format!("{}/{}", binding.role, binding.name);
        let found = [full.as_str(), &binding.name];
        let Some(view) = found.iter().find_map(|name| tensors.tensor(name).ok()) else {
            return Ok(None);
        };
        let data = read(&binding.name, &view, &binding.shape, binding.dtype);
        data.map(Some).map_err(|cause| match cause {
            ArchiveCause::Invalid { part, reason } => self.refused(format!("{part}: {reason}")),
            other => self.refused(format!("{other:?}")),
        })
    }

    /// An error where the file has a name that is none of `wanted`.
    fn only(&self, wanted: &[&Binding]) -> Result<(), Trouble> {
        let names: Vec<&str> = wanted.iter().map(|binding| binding.name.as_str()).collect();
        for name in self.tensors()?.names() {
            if !names.contains(&name) {
                let reason = format!(
                    "the program has no input `{name}`; it has {}",
                    names.join(", ")
                );
                return Err(self.refused(reason));
            }
        }
        Ok(())
    }
}

impl<'o> Given<'o> {
    pub(super) fn new(options: &'o Replay, archive: &Archive) -> Result<Self, Trouble> {
        let open = |path: &Option<PathBuf>| path.as_deref().map(File::open).transpose();
        let own = archive.weights().chain(archive.state());
        Ok(Self {
            options,
            inputs: open(&options.inputs)?,
            held: open(&options.weights)?,
            own: own
                .map(|(name, data)| (name.to_owned(), data.clone()))
                .collect(),
            generated: Vec::new(),
        })
    }

    fn generate(&mut self, binding: &Binding, place: usize) -> TensorData {
        self.generated
            .push(format!("{} {}", binding.role, binding.name));
        generated(binding, self.options.seed, place)
    }

    /// Gives the program weights and state: those of the file, of the archive, or generated ones.
    pub(super) fn hold(&mut self, replayer: &mut Replayer) -> Result<(), Trouble> {
        for role in [Role::Weights, Role::State] {
            let mut named: Named = Vec::new();
            for (place, binding) in of(replayer, &[role]) {
                let file = self
                    .held
                    .as_ref()
                    .map(|file| file.tensor(&binding))
                    .transpose()?;
                let data = match file
                    .flatten()
                    .or_else(|| self.own.get(&binding.name).cloned())
                {
                    Some(data) => data,
                    None => self.generate(&binding, place),
                };
                named.push((binding.name, data));
            }
            let named: Vec<_> = named
                .iter()
                .map(|(name, data)| (name.as_str(), data.clone()))
                .collect();
            match role {
                Role::Weights => replayer.set_weights(&named)?,
                _ => replayer.set_state(&named)?,
            }
        }
        Ok(())
    }

    /// Inputs and live numbers by name.
    pub(super) fn inputs(&mut self, replayer: &Replayer) -> Result<Named, Trouble> {
        let mut named: Named = Vec::new();
        for (name, value) in &self.options.live {
            named.push((name.clone(), live(replayer, name, value)?));
        }
        let wanted = of(replayer, &[Role::Input, Role::Live]);
        if let Some(file) = &self.inputs {
            file.only(
                &wanted
                    .iter()
                    .map(|(_, binding)| binding)
                    .collect::<Vec<_>>(),
            )?;
        }
        for (place, binding) in wanted {
            if named.iter().any(|(name, _)| *name == binding.name) {
                continue;
            }
            let file = self
                .inputs
                .as_ref()
                .map(|file| file.tensor(&binding))
                .transpose()?;
            let data = match file.flatten() {
                Some(data) => data,
                None => self.generate(&binding, place),
            };
            named.push((binding.name, data));
        }
        Ok(named)
    }
}

/// The bindings of some roles, with their places in the signature.
fn of(replayer: &Replayer, roles: &[Role]) -> Vec<(usize, Binding)> {
    let bindings = replayer.program().signature().bindings().iter().enumerate();
    let bindings = bindings.filter(|(_, binding)| roles.contains(&binding.role));
    bindings
        .map(|(place, binding)| (place, binding.clone()))
        .collect()
}

/// A live number from its text.
fn live(replayer: &Replayer, name: &str, value: &str) -> Result<TensorData, Trouble> {
    let refused = |reason: String| Trouble::Live {
        name: name.to_owned(),
        value: value.to_owned(),
        reason,
    };
    let bindings = of(replayer, &[Role::Live]);
    let Some((_, binding)) = bindings.iter().find(|(_, binding)| binding.name == name) else {
        let names: Vec<_> = bindings
            .iter()
            .map(|(_, binding)| binding.name.as_str())
            .collect();
        let has = match names.is_empty() {
            true => "it has none".to_owned(),
            false => format!("it has {}", names.join(", ")),
        };
        return Err(refused(format!(
            "the program has no such live number; {has}"
        )));
    };
    let parsed = match Kind::of(binding.dtype) {
        Some(Kind::Bool) => value
            .parse()
            .ok()
            .map(|value: bool| replayer.number(name, value)),
        Some(Kind::Int) => value
            .parse()
            .ok()
            .map(|value: i64| replayer.number(name, value)),
        _ => value
            .parse()
            .ok()
            .map(|value: f64| replayer.number(name, value)),
    };
    match parsed {
        Some(number) => Ok(number?),
        None => Err(refused(format!("it is a live {}", binding.dtype.name()))),
    }
}

/// Writes tensors by name to a safetensors file.
pub(super) fn write(path: &Path, tensors: &Named) -> Result<(), Trouble> {
    let refused = |reason: String| Trouble::Tensors {
        path: path.to_owned(),
        reason,
    };
    let mut stored = Vec::new();
    for (name, data) in tensors {
        let view = Stored::new(data).ok_or_else(|| refused(format!("`{name}` is quantized")))?;
        stored.push((name.as_str(), view));
    }
    let bytes = safetensors::serialize(stored, None).map_err(|error| refused(error.to_string()))?;
    std::fs::write(path, bytes).map_err(|error| Trouble::io(path, "written", error))
}
