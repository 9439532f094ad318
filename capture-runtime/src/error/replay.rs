//! A replay that did not happen, or failed.

use super::statement::excerpt;
use super::{RecordError, Statement};
use core::fmt;

/// A replay that did not happen, or failed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ReplayError {
    /// The arguments need a program that could not be captured.
    Record(RecordError),
    /// The arguments need another program, and `recapture = "deny"` forbids to capture one.
    Signature {
        /// The program.
        program: &'static str,
        /// The arguments that changed: the parameter, what the last program was captured with, what is given.
        changes: Vec<Change>,
    },
    /// An argument stands on another device than the session.
    Device {
        /// The program.
        program: &'static str,
        /// The parameter.
        parameter: String,
        /// The session's device.
        expected: String,
        /// The argument's device.
        given: String,
    },
    /// An argument is a placeholder: `replay` was called inside another program.
    Placeholder {
        /// The program.
        program: &'static str,
        /// The parameter.
        parameter: String,
    },
    /// An operation failed. The state is as it was before, and the session can be used.
    Operation {
        /// The program.
        program: &'static str,
        /// The statement that the operation comes from.
        statement: Option<Box<Statement>>,
        /// The operation.
        operation: String,
        /// The message of the failure.
        message: String,
    },
    /// An operation failed after the state had begun to change; the session cannot be used any more.
    Unusable {
        /// The program.
        program: &'static str,
        /// The first failure.
        message: String,
    },
}

/// One element of a signature that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The parameter, with its path inside a container: `xs[1]`.
    pub parameter: String,
    /// What the last program was captured with.
    pub captured: String,
    /// What is given now.
    pub given: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` was captured as {}, given {}",
            self.parameter, self.captured, self.given
        )
    }
}

impl From<RecordError> for ReplayError {
    fn from(error: RecordError) -> Self {
        Self::Record(error)
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record(error) => error.fmt(f),
            Self::Signature { program, changes } => {
                write!(
                    f,
                    "`{program}` is not captured for these arguments, and `recapture = \"deny\"` forbids to capture again"
                )?;
                for change in changes {
                    write!(f, "\n  = note: {change}")?;
                }
                write!(
                    f,
                    "\n  = help: give arguments of the captured signature, or write `#[capture_program(recapture = \"allow\")]`"
                )
            }
            Self::Device {
                program,
                parameter,
                expected,
                given,
            } => write!(
                f,
                "`{parameter}` of `{program}` is on {given}, the session is on {expected}\n  = help: move it with `to_device` before `replay`"
            ),
            Self::Placeholder { program, parameter } => write!(
                f,
                "`{parameter}` of `{program}` is a placeholder: `replay` is called while another program is captured\n  = help: call the function itself; a captured program called inside another becomes a part of it"
            ),
            Self::Operation {
                program,
                statement,
                operation,
                message,
            } => {
                write!(f, "`{operation}` of `{program}` failed: {message}")?;
                if let Some(statement) = statement {
                    excerpt(f, statement)?;
                }
                write!(
                    f,
                    "\n  = note: the state is as it was before this replay, and the session can be used"
                )
            }
            Self::Unusable { program, message } => write!(
                f,
                "the session of `{program}` cannot be used: an operation failed after the state had begun to change: {message}\n  = help: start a session from the last saved state"
            ),
        }
    }
}

impl std::error::Error for ReplayError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Record(error) => Some(error),
            _ => None,
        }
    }
}
