//! An archive that could not be written, read or used.

use super::cause::UNAVAILABLE;
use super::code::Code;
use super::render::Message;
use super::{Change, RecordError, ReplayError};
use core::fmt;
use std::path::{Path, PathBuf};

/// An archive that could not be written, read or used: which file, what is wrong, why, and what to do.
///
/// `Display` and `Debug` write the whole message, so that `fn main() -> Result<(), Box<dyn Error>>` shows it.
/// [`render`](Self::render) writes it as the compiler would, in colours on a terminal.
#[derive(Clone, PartialEq)]
pub struct ArchiveError {
    path: Option<PathBuf>,
    cause: Box<ArchiveCause>,
}

/// Why an archive could not be written, read or used.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ArchiveCause {
    /// The operating system refused.
    Io {
        /// What could not be done: `read` or `written`.
        done: &'static str,
        /// Why, in its words.
        message: String,
    },
    /// The file is not one that this crate wrote, or is cut off.
    NotAnArchive {
        /// What gives it away.
        reason: String,
    },
    /// The file is of a version that this build does not read.
    Version {
        /// The version of the format that it states.
        version: String,
        /// The version of Burn that it states.
        burn: String,
        /// The versions that this build reads: of the format, and of Burn.
        reads: (&'static str, &'static str),
    },
    /// The contents are not those that were written.
    Checksum {
        /// The checksum that the file states, in hexadecimal.
        stated: String,
        /// The checksum of what is in it.
        computed: String,
    },
    /// The contents are no program that could have been captured.
    Invalid {
        /// Which part of it.
        part: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The file asks for more than the limits allow.
    Limit {
        /// What is too large.
        what: String,
        /// Its size in bytes.
        bytes: u64,
        /// The limit in bytes.
        most: u64,
    },
    /// The archive's program is not one of this function.
    Mismatch {
        /// The function.
        program: &'static str,
        /// What differs: the archive's is `captured`, the function's is `given`.
        changes: Vec<Change>,
    },
    /// A session has nothing that can be saved.
    NothingToSave {
        /// The function.
        program: &'static str,
        /// Why not.
        reason: &'static str,
    },
    /// The program cannot be replayed on this device.
    Device {
        /// The program.
        program: &'static str,
        /// The device.
        device: String,
        /// Why not.
        reason: String,
    },
    /// The machine cannot use the device.
    Unavailable {
        /// The program.
        program: &'static str,
        /// The device.
        device: String,
        /// What Burn said.
        message: String,
    },
    /// The function could not be captured for the archive's arguments, or a session of it could not be started.
    Record(RecordError),
    /// The session's state is lost.
    Lost(ReplayError),
}

impl ArchiveCause {
    pub(crate) fn invalid(part: String, reason: String) -> Self {
        Self::Invalid { part, reason }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Io { .. } => Code::CR0301.id(),
            Self::NotAnArchive { .. } => Code::CR0302.id(),
            Self::Version { .. } => Code::CR0303.id(),
            Self::Checksum { .. } => Code::CR0304.id(),
            Self::Invalid { .. } => Code::CR0305.id(),
            Self::Limit { .. } => Code::CR0306.id(),
            Self::Mismatch { .. } => Code::CR0307.id(),
            Self::NothingToSave { .. } => Code::CR0308.id(),
            Self::Device { .. } => Code::CR0309.id(),
            Self::Unavailable { .. } => Code::CR0121.id(),
            Self::Record(error) => error.code(),
            Self::Lost(error) => error.code(),
        }
    }
}

impl From<ArchiveCause> for ArchiveError {
    fn from(cause: ArchiveCause) -> Self {
        Self {
            path: None,
            cause: Box::new(cause),
        }
    }
}

impl From<RecordError> for ArchiveError {
    fn from(error: RecordError) -> Self {
        ArchiveCause::Record(error).into()
    }
}

impl ArchiveError {
    /// The error with the file that it is about.
    pub(crate) fn at(mut self, path: &Path) -> Self {
        self.path = Some(path.to_owned());
        self
    }

    /// The file, where there is one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// What went wrong.
    pub fn cause(&self) -> &ArchiveCause {
        &self.cause
    }

    /// The code of its section in ERRORS.md: `CR0301`; of an error while capturing or at replay, that error's.
    pub fn code(&self) -> &'static str {
        self.cause.code()
    }

    /// The message as the compiler would print it, in colours where standard error is a terminal and `NO_COLOR` is not set.
    pub fn render(&self) -> String {
        match &*self.cause {
            ArchiveCause::Record(error) => error.render(),
            ArchiveCause::Lost(error) => error.render(),
            _ => self.message().rendered(),
        }
    }

    fn message(&self) -> Message<'_> {
        let file = match &self.path {
            Some(path) => format!("`{}`", path.display()),
            None => "the archive".to_owned(),
        };
        let (title, notes, help) = self.cause.texts(&file);
        Message {
            code: self.code(),
            title,
            program: "",
            place: None,
            notes,
            help: Some(help),
        }
    }
}

impl ArchiveCause {
    fn texts(&self, file: &str) -> (String, Vec<String>, &'static str) {
        match self {
            Self::Io { done, message } => (
                format!("{file} cannot be {done}: {message}"),
                vec!["nothing was changed on the disk".to_owned()],
                "check the path, the permissions, and the space on the disk",
            ),
            Self::NotAnArchive { reason } => (
                format!("{file} is not an archive of a program: {reason}"),
                vec!["an archive is a safetensors file that `save` wrote; a file that was cut off is none any more".to_owned()],
                "give a file that `Program::save` or `Session::save` wrote, and copy it as a whole",
            ),
            Self::Version { version, burn, reads } => (
                format!("{file} is of version `{version}` for Burn `{burn}`, which this build does not read"),
                vec![format!("this build reads version `{}` for Burn `{}`; an operation may mean something else in another", reads.0, reads.1)],
                "load it with the version of this crate that wrote it, or capture the function again",
            ),
            Self::Checksum { stated, computed } => (
                format!("{file} is damaged: its checksum is {computed}, and it says {stated}"),
                vec!["something changed it after it was written: a bad copy, a bad disk, an editor".to_owned()],
                "copy the file again from where it was saved",
            ),
            Self::Invalid { part, reason } => (
                format!("{file} holds no program that can run: {part}: {reason}"),
                vec!["no capture gives such a program, so nothing of it is run".to_owned()],
                "capture and save the function again; do not use a file whose origin you do not know",
            ),
            Self::Limit { what, bytes, most } => (
                format!("{file} asks for too much: {what} takes {bytes} bytes, the limit is {most}"),
                vec!["the limits keep a hostile file from taking all memory".to_owned()],
                "where you trust the file, raise the limit: `Archive::load_with(path, &Limits { .. })`",
            ),
            Self::Mismatch { program, changes } => (
                format!("{file} holds another program than this `{program}`"),
                changes.iter().map(|change| format!("{}: the archive has {}, the function {}", change.parameter, change.captured, change.given)).collect(),
                "give the arguments that it was saved with, load it untyped with `Archive::load`, or capture the function again",
            ),
            Self::NothingToSave { program, reason } => (
                format!("the session of `{program}` has nothing to save: {reason}"),
                vec!["an archive holds the program that was used last, with the weights and the state that fit it".to_owned()],
                "call `replay` or `warm_up` before `save`",
            ),
            Self::Device { program, device, reason } => (
                format!("`{program}` cannot be replayed on {device}: {reason}"),
                vec!["each device has its own element types and operations".to_owned()],
                "choose a device like the one that the program was captured for",
            ),
            Self::Unavailable { program, device, message } => (
                format!("`{program}` cannot be replayed, since {device} cannot be used: {message}"),
                vec![UNAVAILABLE.0.to_owned()],
                UNAVAILABLE.1,
            ),
            Self::Record(error) => (error.to_string(), Vec::new(), ""),
            Self::Lost(error) => (error.to_string(), Vec::new(), ""),
        }
    }
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.cause {
            ArchiveCause::Record(error) => error.fmt(f),
            ArchiveCause::Lost(error) => fmt::Display::fmt(error, f),
            _ => f.write_str(&self.message().plain()),
        }
    }
}

impl fmt::Debug for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for ArchiveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &*self.cause {
            ArchiveCause::Record(error) => Some(error),
            ArchiveCause::Lost(error) => Some(error),
            _ => None,
        }
    }
}
