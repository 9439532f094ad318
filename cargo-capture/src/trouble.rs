//! What stops a command: each variant says what, where, why and what to write instead.

use crate::answer::{RED, note, styled};
use capture_runtime::{ArchiveError, ReplayError};
use std::path::PathBuf;

/// What stops a command; the process exits with 2.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum Trouble {
    /// An archive cannot be read, written or used.
    #[error("{}", .0.render())]
    Archive(#[from] ArchiveError),
    /// A program cannot be made ready on a device.
    #[error("{}{said}", error.render())]
    Start {
        /// Why.
        error: ArchiveError,
        /// What the device said meanwhile, as notes.
        said: String,
    },
    /// A replay failed.
    #[error("{}", .0.render())]
    Replay(#[from] ReplayError),
    /// Several archives cannot be read; each was reported.
    #[error("{0} of {1} archives could not be read")]
    Some(usize, usize),
    /// The operating system refused.
    #[error("`{}` cannot be {done}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What could not be done: `read`, `written`.
        done: &'static str,
        /// Why.
        source: std::io::Error,
    },
    /// Nothing there has the ending of an archive.
    #[error(
        "no archive (`*.capture`) in {0}\n  = help: `Session::save` and `Program::save` write archives; a program with `document = \"programs\"` has one checked in after `cargo capture bless`"
    )]
    None(String),
    /// The build has not the device.
    #[error(
        "this build of cargo-capture has no device `{0}`\n  = help: install it with the feature of that name: `cargo install cargo-capture --features {0}`"
    )]
    NoDevice(&'static str),
    /// Two programs would be written to one file.
    #[error("two programs would be written to `{}`\n  = help: document them one at a time, or leave `--output` out: each page then stands beside its archive", .0.display())]
    SameFile(PathBuf),
    /// Neither a path nor a revision.
    #[error(
        "`{name}` is neither an archive, a folder, nor a git revision: {message}\n  = help: write a path, a commit, a tag or a branch: `cargo capture diff HEAD~1`"
    )]
    NoSuchSide {
        /// What was written.
        name: String,
        /// What git said.
        message: String,
    },
    /// One side alone is nothing to compare.
    #[error(
        "`{0}` is to be compared with something\n  = help: name the other archive or folder as well; a revision alone is compared with the current folder"
    )]
    OneSide(String),
    /// An archive of a revision cannot be read.
    #[error("`{}` of the revision: {}", .0.display(), .1)]
    InCommit(PathBuf, ArchiveError),
    /// `git` cannot be run, or failed.
    #[error("`git {command}` failed: {message}")]
    Git {
        /// What git was asked.
        command: String,
        /// What it said.
        message: String,
    },
    /// Tests cannot be run.
    #[error("`{command}` cannot be run: {source}")]
    Cargo {
        /// The command.
        command: String,
        /// Why.
        source: std::io::Error,
    },
    /// A file of tensors cannot be used.
    #[error("`{}` cannot be used: {reason}", path.display())]
    Tensors {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A live number has no such value.
    #[error("`--live {name}={value}`: {reason}")]
    Live {
        /// The number.
        name: String,
        /// What was written.
        value: String,
        /// Why not.
        reason: String,
    },
}

impl Trouble {
    pub(crate) fn io(path: impl Into<PathBuf>, done: &'static str, source: std::io::Error) -> Self {
        let path = path.into();
        Self::Io { path, done, source }
    }

    /// Says it on standard error.
    pub(crate) fn print(&self) {
        match self {
            // These say `error` themselves, with their code.
            Self::Archive(_) | Self::Start { .. } | Self::Replay(_) => note(&self.to_string()),
            _ => note(&format!("{}: {self}", styled(RED.bold(), "error"))),
        }
    }
}
