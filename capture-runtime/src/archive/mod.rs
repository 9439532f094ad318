//! Archives: captured programs in files, loaded and replayed without their source.
//!
//! # The file
//!
//! A valid safetensors file, by convention `name.capture`, which every reader of safetensors opens:
//!
//! | in it | what it is |
//! |---|---|
//! | `__metadata__` | `format = "capture-program"`, `version`, the version of Burn, and a CRC-32 of everything else |
//! | `program` | bytes: the graph, the signature and the provenance, in MessagePack ([`wire`]) |
//! | `constant/7` | the value of tensor 7 of the graph |
//! | `weights/model.linear.weight`, `state/optim.moments` | optional: what a session holds |
//!
//! # What a file is trusted with
//!
//! Nothing. [`file`] checks header, version, checksum and sizes; [`verify`] that the graph is one which could have been captured: each
//! tensor is defined once and before it is used, and each operation gives what it says it gives, computed again from its operands.
//! [`Limits`] bounds what it may ask for. What still fails at replay, such as an index that is out of range, is an error as in any session.

mod data;
mod file;
mod intern;
mod limits;
mod loaded;
mod ready;
mod replayer;
mod verify;
mod wire;
mod write;

pub use data::{Stored, read};
pub(crate) use file::Contents;
pub use limits::Limits;
pub use loaded::Archive;
pub(crate) use ready::Ready;
pub use replayer::Replayer;
pub(crate) use write::atomically;

use crate::error::{ArchiveCause, ArchiveError};
use crate::graph::Program;
use burn::tensor::TensorData;
use std::path::Path;

impl Program {
    /// Writes the program to a file: graph, signature, provenance and constants. [`Session::save`](crate::Session::save) writes weights and
    /// state as well.
    ///
    /// The file is a safetensors file, by convention called `name.capture`. It appears at `path` complete or not at all.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), ArchiveError> {
        let bytes = self.to_bytes()?;
        save(path.as_ref(), &bytes)
    }

    /// Reads the program of a file; weights and state in it are left out. [`Archive::load`](crate::Archive::load) keeps them.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, is none that [`save`](Self::save) wrote, was damaged, or asks for more than [`Limits::default`].
    pub fn load(path: impl AsRef<Path>) -> Result<Self, ArchiveError> {
        let contents = open(path.as_ref(), &Limits::default())?;
        Ok(contents.program)
    }

    /// The bytes that [`save`](Self::save) writes.
    ///
    /// # Errors
    ///
    /// When the program has more names than the header of a safetensors file can hold.
    pub fn to_bytes(&self) -> Result<Vec<u8>, ArchiveError> {
        file::encode(self, None, None).map_err(ArchiveError::from)
    }

    /// The program in `bytes`, as for [`load`](Self::load).
    ///
    /// # Errors
    ///
    /// As for [`load`](Self::load).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ArchiveError> {
        let contents = file::decode(bytes, &Limits::default())?;
        Ok(contents.program)
    }
}

/// Writes a file with everything that a session has.
pub(crate) fn save_session(
    path: &Path,
    program: &Program,
    weights: &[TensorData],
    state: &[TensorData],
) -> Result<(), ArchiveError> {
    let bytes = file::encode(program, Some(weights), Some(state));
    save(
        path,
        &bytes.map_err(|cause| ArchiveError::from(cause).at(path))?,
    )
}

/// Reads a file for a session.
pub(crate) fn load_session(path: &Path) -> Result<Contents, ArchiveError> {
    open(path, &Limits::default())
}

/// Writes a file.
fn save(path: &Path, bytes: &[u8]) -> Result<(), ArchiveError> {
    write::atomically(path, bytes).map_err(|error| io("written", &error).at(path))
}

/// Reads and verifies a file.
fn open(path: &Path, limits: &Limits) -> Result<file::Contents, ArchiveError> {
    let _span = tracing::info_span!("load", path = %path.display()).entered();
    let read = write::bounded(path, limits.file_bytes);
    let bytes = read.map_err(|error| io("read", &error).at(path))?;
    let contents = file::decode(&bytes, limits);
    let contents = contents.map_err(|cause| ArchiveError::from(cause).at(path))?;
    let (program, operations) = (contents.program.name(), contents.program.operations().len());
    tracing::info!(program, operations, bytes = bytes.len(), "loaded");
    Ok(contents)
}

fn io(done: &'static str, error: &std::io::Error) -> ArchiveError {
    let message = error.to_string();
    ArchiveCause::Io { done, message }.into()
}
