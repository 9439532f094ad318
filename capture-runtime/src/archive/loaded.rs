//! A file that was read: its program, and the tensors in it.

use super::file::Contents;
use super::limits::Limits;
use super::{Replayer, file, open};
use crate::definition::Role;
use crate::error::ArchiveError;
use crate::graph::Program;
use burn::tensor::{Device, TensorData};
use std::path::Path;

/// What an archive holds: a program, and where they were saved its weights and its state.
///
/// ```
/// use burn::prelude::*;
/// use capture_runtime::prelude::*;
///
/// #[capture_program]
/// fn scale(w: &Tensor<1>, x: Tensor<1>, #[live] by: f32) -> Tensor<1> {
///     x * w.clone() * by
/// }
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("scale.capture");
/// let device = Device::flex();
/// let mut session = scale::on(&device, Tensor::from_floats([1.0, 10.0], &device))?;
/// session.warm_up(Tensor::from_floats([1.0, 2.0], &device), 3.0)?;
/// session.save(&path)?;
///
/// // Somewhere else, without the function:
/// let archive = Archive::load(&path)?;
/// assert!(archive.has_weights());
/// let mut replayer = archive.on(&device)?;
/// let by = replayer.number("by", 3.0f32)?;
/// let results = replayer.replay(&[("x", TensorData::from([1.0f32, 2.0])), ("by", by)])?;
/// assert_eq!(results, [("result".to_owned(), TensorData::from([3.0f32, 60.0]))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Archive {
    contents: Contents,
}

impl Archive {
    /// Reads and verifies a file.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, is no archive, was damaged, or asks for more than [`Limits::default`].
    pub fn load(path: impl AsRef<Path>) -> Result<Self, ArchiveError> {
        Self::load_with(path, &Limits::default())
    }

    /// Reads and verifies a file within other limits.
    ///
    /// # Errors
    ///
    /// As for [`load`](Self::load).
    pub fn load_with(path: impl AsRef<Path>, limits: &Limits) -> Result<Self, ArchiveError> {
        let contents = open(path.as_ref(), limits)?;
        Ok(Self { contents })
    }

    /// What `bytes` hold, which are those of a file.
    ///
    /// # Errors
    ///
    /// As for [`load`](Self::load).
    pub fn from_bytes(bytes: &[u8], limits: &Limits) -> Result<Self, ArchiveError> {
        let contents = file::decode(bytes, limits)?;
        Ok(Self { contents })
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.contents.program
    }

    /// Whether the file has the weights of the program; a program without any has none.
    pub fn has_weights(&self) -> bool {
        self.contents.weights.is_some()
    }

    /// Whether the file has a state of the program; a program without one has none.
    pub fn has_state(&self) -> bool {
        self.contents.state.is_some()
    }

    /// The weights by name, in the order of the signature; none where the file has none.
    pub fn weights(&self) -> impl Iterator<Item = (&str, &TensorData)> {
        self.held(Role::Weights, self.contents.weights.as_deref())
    }

    /// The state by name, in the order of the signature; none where the file has none.
    pub fn state(&self) -> impl Iterator<Item = (&str, &TensorData)> {
        self.held(Role::State, self.contents.state.as_deref())
    }

    fn held<'a>(
        &'a self,
        role: Role,
        data: Option<&'a [TensorData]>,
    ) -> impl Iterator<Item = (&'a str, &'a TensorData)> {
        let bindings = self.contents.program.signature.role(role);
        let names = bindings.map(|binding| binding.name.as_str());
        names.zip(data.unwrap_or_default())
    }

    /// Makes the program ready on `device`, with weights and state where the file has them. Device graphs run it where the device records
    /// them, as for a session. Bools get the form in which the device keeps them, whatever device the program was captured for.
    ///
    /// # Errors
    ///
    /// When no engine of this build serves the device, the machine cannot use it, it has not an element type of the program, what the program
    /// computes from its constants fails, or a replay changes the structure of the state, so that the program serves one replay only.
    pub fn on(self, device: &Device) -> Result<Replayer, ArchiveError> {
        Replayer::new(self.contents, device)
    }
}
