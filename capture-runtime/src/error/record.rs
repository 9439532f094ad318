//! A program that could not be captured.

use super::Statement;
use super::statement::excerpt;
use crate::boundary::SpecError;
use core::fmt;

/// A program that could not be captured: which one, at which statement, why, and what to write instead.
///
/// After it the capture device is released, and the user's modules, optimizers and devices are as they were.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordError {
    pub(crate) program: &'static str,
    pub(crate) statement: Option<Box<Statement>>,
    pub(crate) cause: Box<RecordCause>,
}

impl RecordError {
    pub(crate) fn new(program: &'static str, cause: RecordCause) -> Self {
        Self {
            program,
            statement: None,
            cause: Box::new(cause),
        }
    }

    pub(crate) fn at(mut self, statement: Option<Statement>) -> Self {
        self.statement = statement.map(Box::new);
        self
    }

    /// The program that was being captured.
    pub fn program(&self) -> &str {
        self.program
    }

    /// The statement that was being recorded, where there is one.
    pub fn statement(&self) -> Option<&Statement> {
        self.statement.as_deref()
    }

    /// What went wrong.
    pub fn cause(&self) -> &RecordCause {
        &self.cause
    }
}

/// Why a program could not be captured.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RecordCause {
    /// A tensor of the program was read on the host, in a helper or a module that the attribute cannot see into.
    HostRead,
    /// A tensor of the program was moved to another device.
    Transfer,
    /// A tensor with autodiff was moved onto the program's device by a helper or a module.
    AutodiffTransfer,
    /// A helper or a module called an autodiff method that only the body of a program can call.
    Autodiff,
    /// A tensor of another device met a tensor of the program.
    ForeignTensor,
    /// A random generator was seeded.
    Seed,
    /// A tensor was displayed: each shown element would become an operation.
    Display,
    /// Recording twice gave two programs: something of the host leaks in.
    Nondeterministic {
        /// The operation that differs.
        operation: String,
        /// What it was the first time.
        first: String,
        /// What it was the second time.
        second: String,
    },
    /// The body panicked by itself, or an operation refused its arguments.
    Panic {
        /// The panic's message.
        message: String,
        /// Where it was raised, `file:line:column`.
        raised_at: Option<String>,
    },
    /// A spec does not fit the type of its parameter.
    Specs(Vec<SpecError>),
    /// A module given as weights changes its running statistics.
    WeightsChange {
        /// The leaf that changes.
        leaf: String,
    },
    /// A result or a next state is not a tensor of the program.
    Foreign {
        /// The result or state leaf.
        name: String,
    },
    /// A held tensor is quantized.
    Quantized {
        /// The leaf.
        leaf: String,
    },
    /// The device cannot replay programs in this build.
    Device {
        /// The device, as `Debug` prints it.
        device: String,
    },
    /// Burn refused the graph.
    Graph {
        /// Burn's message.
        message: String,
    },
}

impl RecordCause {
    fn texts(&self) -> (String, Option<&'static str>, Option<String>) {
        let own = |text: &str| text.to_owned();
        match self {
            Self::HostRead => (
                own("a tensor is read on the host"),
                Some(
                    "a tensor of a program has no value while capturing; what is read would be frozen into every replay",
                ),
                Some(own(
                    "keep the value on the device (`mask_where`, arithmetic), or return the tensor and read it after `replay()`",
                )),
            ),
            Self::Transfer => (
                own("a tensor is moved off the program's device"),
                Some(
                    "a tensor of a program has no value while capturing, so there is nothing to move",
                ),
                Some(own("return the tensor, and move what `replay()` returns")),
            ),
            Self::AutodiffTransfer => (
                own("a tensor with autodiff is moved onto the program's device"),
                Some(
                    "Burn refuses this on the capture device even for a tensor that stands there; a layer with running statistics does it when it runs twice in one statement",
                ),
                Some(own(
                    "give each run of such a layer a statement of its own in the body; in a helper, leave the move out",
                )),
            ),
            Self::Autodiff => (
                own("an autodiff method is called outside the body of the program"),
                Some(
                    "Burn refuses `backward`, `grad`, `inner` and `from_inner` on the capture device; the attribute rewrites them in the body that it sees",
                ),
                Some(own(
                    "call it in the body of the program and pass the result to the helper",
                )),
            ),
            Self::ForeignTensor => (
                own("a tensor of another device meets a tensor of the program"),
                Some(
                    "only the program's parameters, and constants made on the program's device, are part of it",
                ),
                Some(own(
                    "make the tensor a parameter, or create it on `x.device()` of an input `x`",
                )),
            ),
            Self::Seed => (
                own("a random generator is seeded inside the program"),
                Some("a program draws fresh numbers at every replay from the session's generator"),
                Some(own("seed the session: `step.seed(42)`")),
            ),
            Self::Display => (
                own("a tensor is displayed, or cut into single elements that nothing uses"),
                Some(
                    "`Display` reads one element at a time: each becomes an operation, and no value is there to print",
                ),
                Some(own(
                    "return the tensor and print it after `replay()`; `{:?}` prints shape and type, and is legal",
                )),
            ),
            Self::Nondeterministic {
                operation,
                first,
                second,
            } => (
                format!(
                    "capturing twice gave two programs: `{operation}` was {first}, then {second}"
                ),
                Some(
                    "something of the host leaks into the program: a counter, a clock, a random number, a `static`; every replay would use the value of one capture",
                ),
                Some(own(
                    "make it a `#[live]` or `#[frozen]` parameter, or keep it in a tensor of the state",
                )),
            ),
            Self::Panic { message, raised_at } => (
                match raised_at {
                    Some(place) => format!("the body panicked at {place}: {message}"),
                    None => format!("the body panicked: {message}"),
                },
                None,
                None,
            ),
            Self::Specs(errors) => {
                let mut text = own("a spec does not fit its parameter");
                for error in errors {
                    text.push_str(&format!("; `{}`: {}", error.name, error.reason));
                }
                (
                    text,
                    None,
                    Some(own(
                        "give the shape with one extent per dimension: `TensorSpec::float([64, 11])`",
                    )),
                )
            }
            Self::WeightsChange { leaf } => (
                format!(
                    "the running statistic `{leaf}` changes, but its module is given as weights"
                ),
                Some(
                    "weights are read only: the change would be lost, where eager code keeps it through a shared pointer",
                ),
                Some(own("take the module by `&mut`, which makes it state")),
            ),
            Self::Foreign { name } => (
                format!("`{name}` is not a tensor of the program"),
                Some("results and next states are computed from the program's parameters"),
                Some(own("create constants on `x.device()` of an input `x`")),
            ),
            Self::Quantized { leaf } => (
                format!("`{leaf}` is quantized"),
                Some("Burn's capture device cannot represent quantized tensors"),
                Some(own(
                    "capture before quantizing, or dequantize the parameter",
                )),
            ),
            Self::Device { device } => (
                format!("programs cannot be replayed on {device} in this build"),
                None,
                Some(own("use `Device::flex()`")),
            ),
            Self::Graph { message } => (format!("Burn refused the graph: {message}"), None, None),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (title, note, help) = self.cause.texts();
        write!(f, "`{}` cannot be captured: {title}", self.program)?;
        if let Some(statement) = &self.statement {
            excerpt(f, statement)?;
        }
        if let Some(note) = note {
            write!(f, "\n  = note: {note}")?;
        }
        if let Some(help) = help {
            write!(f, "\n  = help: {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for RecordError {}
