//! A replay that did not happen, or failed.

use super::code::Code;
use super::render::Message;
use super::{Place, RecordError, Statement};
use crate::definition::Role;
use core::fmt;

/// A replay that did not happen, or failed.
///
/// `Display` and `Debug` write the whole message, so that `fn main() -> Result<(), Box<dyn Error>>` shows it.
/// [`render`](Self::render) writes it as the compiler would, in colours on a terminal.
#[derive(Clone, PartialEq)]
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
    /// The program has to run as a device graph, and none could be recorded. The state is as it was before.
    NoGraph {
        /// The program.
        program: &'static str,
        /// The statement of the operation that could not be recorded, where it is known.
        statement: Option<Box<Statement>>,
        /// The operation.
        operation: String,
        /// Why.
        message: String,
    },
    /// A handle on a result that was lent is still held, with `results = "borrowed"`. The state is as it was before.
    Held {
        /// The program.
        program: &'static str,
        /// The result.
        result: String,
    },
    /// The named arguments of an archive's program are not those that it was captured with.
    Arguments {
        /// The program.
        program: &'static str,
        /// What differs: a name is missing, unknown, or has another shape or element type.
        changes: Vec<Change>,
    },
    /// An archive has no weights or no state, and none were given.
    Unset {
        /// The program.
        program: &'static str,
        /// `weights` or `state`.
        role: Role,
        /// The tensors that must be given.
        names: Vec<String>,
    },
    /// An operation failed after the state had begun to change; the session cannot be used any more.
    Unusable {
        /// The program.
        program: &'static str,
        /// The statement that the operation comes from.
        statement: Option<Box<Statement>>,
        /// The operation.
        operation: String,
        /// The message of the first failure.
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

impl ReplayError {
    /// The program.
    pub fn program(&self) -> &str {
        match self {
            Self::Record(error) => error.program(),
            Self::Signature { program, .. }
            | Self::Device { program, .. }
            | Self::Placeholder { program, .. }
            | Self::NoGraph { program, .. }
            | Self::Held { program, .. }
            | Self::Arguments { program, .. }
            | Self::Unset { program, .. }
            | Self::Operation { program, .. }
            | Self::Unusable { program, .. } => program,
        }
    }

    /// The code of its section in ERRORS.md: `CR0201`; of an error while capturing, that error's.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Record(error) => error.code(),
            Self::Signature { .. } => Code::CR0201.id(),
            Self::Device { .. } => Code::CR0202.id(),
            Self::Placeholder { .. } => Code::CR0203.id(),
            Self::Operation { .. } => Code::CR0204.id(),
            Self::Unusable { .. } => Code::CR0205.id(),
            Self::NoGraph { .. } => Code::CR0206.id(),
            Self::Held { .. } => Code::CR0207.id(),
            Self::Arguments { .. } => Code::CR0208.id(),
            Self::Unset { .. } => Code::CR0209.id(),
        }
    }

    /// The message as the compiler would print it, in colours where standard error is a terminal and `NO_COLOR` is not set.
    pub fn render(&self) -> String {
        self.message().rendered()
    }

    fn message(&self) -> Message<'_> {
        let (code, program) = (self.code(), self.program());
        let message = |title: String, notes: Vec<String>, help| Message {
            code,
            title,
            program,
            place: None,
            notes,
            help,
        };
        let at = |statement: &Option<Box<Statement>>, message| Message {
            place: statement.as_deref().cloned().map(Place::from),
            ..message
        };
        match self {
            Self::Record(error) => error.message(),
            Self::Signature { changes, .. } => message(
                format!("`{program}` is not captured for these arguments"),
                changes
                    .iter()
                    .map(ToString::to_string)
                    .chain(["`recapture = \"deny\"` forbids to capture again".to_owned()])
                    .collect(),
                Some(
                    "give arguments of the captured signature, or write `#[capture_program(recapture = \"allow\")]`",
                ),
            ),
            Self::Device {
                parameter,
                expected,
                given,
                ..
            } => message(
                format!("`{parameter}` of `{program}` is on {given}, the session is on {expected}"),
                Vec::new(),
                Some("move it with `to_device` before `replay`"),
            ),
            Self::Placeholder { parameter, .. } => message(
                format!(
                    "`{parameter}` of `{program}` is a placeholder: `replay` is called while another program is captured"
                ),
                Vec::new(),
                Some(
                    "call the function itself; a captured program called inside another becomes a part of it",
                ),
            ),
            Self::Operation {
                statement,
                operation,
                message: text,
                ..
            } => at(
                statement,
                message(
                    format!("`{operation}` of `{program}` failed: {text}"),
                    vec![
                        "the state is as it was before this replay, and the session can be used"
                            .to_owned(),
                    ],
                    Some("check the values of the arguments before `replay`"),
                ),
            ),
            Self::NoGraph {
                statement,
                operation,
                message: text,
                ..
            } => at(
                statement,
                message(
                    format!("`{program}` has no device graph: {operation} could not be recorded: {text}"),
                    vec!["the program is to run as a device graph, so that nothing falls back to a slower engine unseen".to_owned()],
                    Some("write `engine = \"auto\"`, or leave `require_graph()` out, and read `report()`"),
                ),
            ),
            Self::Held { result, .. } => message(
                format!("a handle on `{result}` of an earlier replay of `{program}` is still held"),
                vec!["`results = \"borrowed\"` lends results in buffers that the next replay writes; a handle that was cloned out of one would change".to_owned()],
                Some("compute with the result or read it before the next replay, or write `results = \"owned\"`"),
            ),
            Self::Arguments { changes, .. } => message(
                format!("`{program}` was not captured for these tensors"),
                changes.iter().map(ToString::to_string).collect(),
                Some("give each tensor that `program().signature()` names once, with the shape and the element type that it says"),
            ),
            Self::Unset { role, names, .. } => message(
                format!("the archive of `{program}` has no {role}"),
                vec![format!("these must be given: {}", listed(names))],
                Some(match role {
                    Role::Weights => "give them with `set_weights`, or save the session, which has them, with `Session::save`",
                    _ => "give them with `set_state`, or save the session, which has them, with `Session::save`",
                }),
            ),
            Self::Unusable {
                statement,
                operation,
                message: text,
                ..
            } => at(
                statement,
                message(
                    format!(
                        "the session of `{program}` cannot be used: `{operation}` failed: {text}"
                    ),
                    vec!["the state had begun to change when it failed".to_owned()],
                    Some(
                        "start a session from the last saved state, or give this one a state with `set_state`",
                    ),
                ),
            ),
        }
    }
}

/// Names in backticks, the first of them where there are many.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<_> = names
        .iter()
        .take(SHOWN)
        .map(|name| format!("`{name}`"))
        .collect();
    match names.len().checked_sub(SHOWN) {
        None | Some(0) => shown.join(", "),
        Some(more) => format!("{} and {more} more", shown.join(", ")),
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().plain())
    }
}

impl fmt::Debug for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
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
