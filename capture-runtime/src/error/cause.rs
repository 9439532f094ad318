//! Why a program could not be captured.

use super::code::Code;
use crate::boundary::SpecError;
use burn::tensor::DType;

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
    /// A tensor of an earlier capture was used: a helper keeps it outside the program.
    Leaked,
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
    /// Two leaves are one trainable parameter.
    Shared {
        /// One leaf.
        first: String,
        /// The other.
        second: String,
    },
    /// The body changes a value of the host that the state holds.
    HostState {
        /// The field before.
        before: String,
        /// The field after.
        after: String,
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
    /// A device graph is asked for, and there is none.
    NoGraph {
        /// Why.
        reason: String,
    },
    /// The device cannot compute with an element type.
    ElementType {
        /// The parameter's leaf, or the operation whose result has it.
        name: String,
        /// The element type.
        dtype: DType,
        /// The device, as `Debug` prints it.
        device: String,
    },
    /// The device cannot be used: its driver or its toolkit is missing or too old.
    Unavailable {
        /// The device, as `Debug` prints it.
        device: String,
        /// What Burn said, which may be the last of several messages.
        message: String,
    },
    /// Burn refused the graph.
    Graph {
        /// Burn's message.
        message: String,
    },
}

/// What an error says.
pub(super) struct Texts {
    /// What went wrong, on one line.
    pub(super) title: String,
    /// Why it is an error.
    pub(super) notes: Vec<String>,
    /// What to write instead.
    pub(super) help: Option<&'static str>,
}

/// The usual three: what, why, and what to write instead.
fn texts(title: impl Into<String>, why: &str, help: &'static str) -> Texts {
    Texts {
        title: title.into(),
        notes: vec![why.to_owned()],
        help: Some(help),
    }
}

impl RecordCause {
    pub(super) fn code(&self) -> Code {
        match self {
            Self::HostRead => Code::CR0101,
            Self::Transfer => Code::CR0102,
            Self::AutodiffTransfer => Code::CR0103,
            Self::Autodiff => Code::CR0104,
            Self::ForeignTensor => Code::CR0105,
            Self::Leaked => Code::CR0106,
            Self::Seed => Code::CR0107,
            Self::Display => Code::CR0108,
            Self::Nondeterministic { .. } => Code::CR0109,
            Self::Panic { .. } => Code::CR0110,
            Self::Specs(_) => Code::CR0111,
            Self::WeightsChange { .. } => Code::CR0112,
            Self::Foreign { .. } => Code::CR0113,
            Self::Quantized { .. } => Code::CR0114,
            Self::Device { .. } => Code::CR0115,
            Self::Graph { .. } => Code::CR0116,
            Self::Shared { .. } => Code::CR0117,
            Self::HostState { .. } => Code::CR0118,
            Self::NoGraph { .. } => Code::CR0119,
            Self::ElementType { .. } => Code::CR0120,
            Self::Unavailable { .. } => Code::CR0121,
        }
    }

    pub(super) fn texts(&self) -> Texts {
        match self {
            Self::HostRead => texts(
                "a tensor is read on the host",
                "a tensor of a program has no value while capturing; what is read would be frozen into every replay",
                "keep the value on the device (`mask_where`, arithmetic), or return the tensor and read it after `replay()`",
            ),
            Self::Transfer => texts(
                "a tensor is moved off the program's device",
                "a tensor of a program has no value while capturing, so there is nothing to move",
                "return the tensor, and move what `replay()` returns",
            ),
            Self::AutodiffTransfer => texts(
                "a tensor with autodiff is moved onto the program's device",
                "Burn refuses this on the capture device even for a tensor that stands there; a layer with running statistics does it when it runs twice in one statement",
                "give each run of such a layer a statement of its own in the body; in a helper, leave the move out",
            ),
            Self::Autodiff => texts(
                "an autodiff method is called outside the body of the program",
                "Burn refuses `backward`, `grad`, `inner` and `from_inner` on the capture device; the attributes rewrite them in the bodies that they see",
                "put `#[capture_fn]` on the helper, or call it in the body of the program, or name an inner program: `#[capture_program(inline(step))]`; where `inner()` is to cut the gradient, `detach()` does",
            ),
            Self::ForeignTensor => texts(
                "a tensor of another device meets a tensor of the program",
                "only the program's parameters, and constants made on the program's device, are part of it",
                "make the tensor a parameter, or create it on `x.device()` of an input `x`",
            ),
            Self::Leaked => texts(
                "a tensor of an earlier capture is used",
                "a tensor of a program exists while that capture runs; a helper kept this one in a `static` or another place outside",
                "keep what lasts from replay to replay in a `&mut` parameter, or return it",
            ),
            Self::Seed => texts(
                "a random generator is seeded inside the program",
                "a program draws fresh numbers at every replay from the session's generator",
                "seed the session: `step.seed(42)`",
            ),
            Self::Display => texts(
                "a tensor is displayed, or cut into single elements that nothing uses",
                "`Display` reads one element at a time: each becomes an operation, and no value is there to print",
                "return the tensor and print it after `replay()`; `{:?}` prints shape and type, and is legal",
            ),
            Self::Nondeterministic {
                operation,
                first,
                second,
            } => texts(
                format!(
                    "capturing twice gave two programs: `{operation}` was {first}, then {second}"
                ),
                "something of the host leaks into the program: a counter, a clock, a random number, a `static`; every replay would use the value of one capture",
                "make it a `#[live]` or `#[frozen]` parameter, or keep it in a tensor of the state",
            ),
            Self::Panic { message, raised_at } => panicked(message, raised_at.as_deref()),
            Self::Specs(errors) => Texts {
                title: match errors.as_slice() {
                    [only] => format!("the spec of `{}` does not fit: {}", only.name, only.reason),
                    _ => format!("{} specs do not fit their parameters", errors.len()),
                },
                notes: match errors.as_slice() {
                    [_] => Vec::new(),
                    all => all
                        .iter()
                        .map(|error| format!("`{}`: {}", error.name, error.reason))
                        .collect(),
                },
                help: Some(
                    "give the shape with one extent per dimension: `TensorSpec::float([64, 11])`",
                ),
            },
            Self::WeightsChange { leaf } => texts(
                format!(
                    "the running statistic `{leaf}` changes, but its module is given as weights"
                ),
                "weights are read only: the change would be lost, where eager code keeps it through a shared pointer",
                "take the module by `&mut`, which makes it state",
            ),
            Self::Shared { first, second } => texts(
                format!("`{first}` and `{second}` are one and the same trainable parameter"),
                "the loss has a gradient at both: eager code adds them up for one parameter, a program holds each on its own",
                "hold the module once and use it twice; cut the gradient of a target network with `detach()`, or freeze the copy: `model.clone().no_grad()`",
            ),
            Self::HostState { before, after } => texts(
                format!(
                    "the body changes a value of the host in the state: `{before}` becomes `{after}`"
                ),
                "the change happens once, at capture, and at no replay",
                "keep the value in a tensor of the state, or count outside of the program",
            ),
            Self::Foreign { name } => texts(
                format!("`{name}` is not a tensor of the program"),
                "results and next states are computed from the program's parameters",
                "create constants on `x.device()` of an input `x`",
            ),
            Self::Quantized { leaf } => texts(
                format!("`{leaf}` is quantized"),
                "Burn's capture device cannot represent quantized tensors",
                "capture before quantizing, or dequantize the parameter",
            ),
            Self::Device { device } => texts(
                format!("programs cannot be replayed on {device} in this build"),
                "no engine of this build runs recorded operations on that device",
                "use `Device::flex()`, or turn on the feature of the device's backend",
            ),
            Self::NoGraph { reason } => texts(
                format!("there is no device graph: {reason}"),
                "`engine = \"graph\"` or `require_graph()` asks for one, so that nothing falls back to a slower engine unseen",
                "run on a device that records graphs, or let the session choose: `engine = \"auto\"`",
            ),
            Self::ElementType {
                name,
                dtype,
                device,
            } => texts(
                format!("{device} cannot compute with {dtype:?}, the element type of `{name}`"),
                "each device has its own element types; a replay would fail inside of a kernel",
                "cast to a type that the device has: `device.supports_dtype(dtype)` says which",
            ),
            Self::Unavailable { device, message } => texts(
                format!("{device} cannot be used: {message}"),
                UNAVAILABLE.0,
                UNAVAILABLE.1,
            ),
            Self::Graph { message } => texts(
                format!("Burn refused the recording: {message}"),
                "a scope of the same capture device is open already: something keeps a program's device beyond its capture",
                "do not keep `x.device()` of a program's tensor beyond the body",
            ),
        }
    }
}

/// Why the machine cannot use a device, and what to do.
pub(super) const UNAVAILABLE: (&str, &str) = (
    "its driver or its toolkit is missing or too old; where the message says little, what Burn wrote to standard error before says more",
    "install the driver, or choose another device",
);

/// The words with which Burn begins when an operation refuses its arguments.
const REFUSED: &str = "=== Tensor Operation Error ===";

/// The texts of a panic: its first line is the title, what follows is a note, and so is the place where it was raised.
fn panicked(message: &str, raised_at: Option<&str>) -> Texts {
    let refused = message.contains(REFUSED);
    let message = message.replace(REFUSED, "");
    let lines: Vec<&str> = message
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let (title, rest) = match lines.split_first() {
        _ if refused => (
            "an operation refuses its arguments".to_owned(),
            lines.as_slice(),
        ),
        Some((first, rest)) => (format!("the body panicked: {}", first.trim()), rest),
        None => ("the body panicked".to_owned(), &[] as &[&str]),
    };
    let mut notes = Vec::new();
    if !rest.is_empty() {
        notes.push(outdented(rest));
    }
    if let Some(place) = raised_at {
        notes.push(format!("the panic was raised at {}", shortened(place)));
    }
    Texts {
        title,
        notes,
        help: Some(
            "call the function itself with arguments of these shapes: what panics there as well is not about capture",
        ),
    }
}

/// The lines without the indentation that they share.
fn outdented(lines: &[&str]) -> String {
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let shared = lines.iter().map(indent).min().unwrap_or(0);
    let lines: Vec<&str> = lines.iter().map(|line| line[shared..].trim_end()).collect();
    lines.join("\n")
}

/// A place in a crate of the registry without the folder of the registry.
fn shortened(place: &str) -> &str {
    let after = |folder: &str| place.split_once(folder).map(|(_, rest)| rest);
    after("/registry/src/")
        .and_then(|rest| rest.split_once('/'))
        .map_or(place, |(_, rest)| rest)
}
