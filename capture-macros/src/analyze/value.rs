//! What the analysis knows about a value of the body.

use super::scope::Scopes;
use proc_macro2::TokenStream;
use std::rc::Rc;
use syn::{Block, Pat, ReturnType};

/// What stands behind an expression while capturing.
///
/// The order of certainty matters: [`Value::Tensor`] and [`Value::Group`] are known to be placeholders,
/// [`Value::Maybe`] was made from one by something that the analysis cannot see into, and
/// [`Value::Host`] is known not to be one.
#[derive(Clone)]
pub(super) enum Value {
    /// Nothing is known yet: a variable without a value, the content of `None`, a parameter of a
    /// closure that nobody has called.
    Never,
    /// A host value: a number, a shape, data, anything that holds no placeholder.
    Host,
    /// A static item or constant.
    Static,
    /// A live number.
    Live,
    /// A device.
    Device(Place),
    /// A tensor that was made on another device.
    Foreign(Rc<Origin>),
    /// A placeholder.
    Tensor,
    /// A struct of inputs, or a part of it.
    Group,
    /// An `Option`, a collection or an iterator.
    Many(Box<Self>),
    /// A tuple.
    Tuple(Vec<Self>),
    /// A struct that the body makes: its fields by name.
    Record(Vec<(String, Self)>),
    /// A module, an optimizer, or another holder of weights or state.
    Module(Held),
    /// Something reached from a module: a parameter, a part, or a host field.
    Part(Held),
    /// Made from a placeholder by something unknown. `shown` says that it is a tensor, or made of
    /// tensors, as far as anybody can tell: the maker took a tensor by value.
    Maybe {
        /// Whether displaying it would display a tensor.
        shown: bool,
    },
    /// A `Transaction`, and whether a placeholder was registered in it.
    Transaction(bool),
    /// A closure, or a function of the body.
    Function(Rc<Function>),
}

/// How the session holds a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// By `&mut`: it is advanced by every replay.
    State,
    /// By `&`, or a copy that belongs to the body.
    Copy,
}

/// Which device it is.
#[derive(Clone)]
pub(super) enum Place {
    /// The program's.
    Program,
    /// Another one.
    Other(Rc<Origin>),
}

/// Where a device that is not the program's was named.
pub(super) struct Origin {
    /// What the message calls it.
    pub(super) name: String,
    /// What is underlined.
    pub(super) tokens: TokenStream,
}

/// Something of the body that can be called.
pub(super) struct Function {
    /// Its parameters.
    pub(super) inputs: Vec<Pat>,
    /// What it declares to return.
    pub(super) output: ReturnType,
    /// What it does.
    pub(super) body: Block,
    /// What it sees.
    pub(super) env: Scopes,
}

impl Value {
    /// A collection of `element`; one of host values is a host value.
    pub(super) fn many(element: Self) -> Self {
        match element {
            Self::Host | Self::Static => Self::Host,
            element => Self::Many(Box::new(element)),
        }
    }

    /// A field of a struct that the body makes.
    pub(super) fn field(&self, wanted: &str) -> Option<&Self> {
        match self {
            Self::Record(fields) => fields
                .iter()
                .find(|(name, _)| name == wanted)
                .map(|(_, field)| field),
            _ => None,
        }
    }

    /// What iterating, indexing or unwrapping gives.
    pub(super) fn element(&self) -> Self {
        match self {
            Self::Many(element) => (**element).clone(),
            Self::Tuple(parts) => parts.iter().fold(Self::Never, |all, part| all.join(part)),
            Self::Module(held) => Self::Part(*held),
            Self::Transaction(_) | Self::Function(_) => Self::Host,
            other => other.clone(),
        }
    }

    /// Whether a placeholder may stand behind it.
    pub(super) fn is_tainted(&self) -> bool {
        match self {
            Self::Tensor
            | Self::Group
            | Self::Module(_)
            | Self::Part(_)
            | Self::Maybe { .. }
            | Self::Transaction(true) => true,
            Self::Many(element) => element.is_tainted(),
            Self::Tuple(parts) => parts.iter().any(Self::is_tainted),
            Self::Record(fields) => fields.iter().any(|(_, field)| field.is_tainted()),
            _ => false,
        }
    }

    /// Whether a placeholder certainly stands behind it.
    pub(super) fn is_placeholder(&self) -> bool {
        match self {
            Self::Tensor | Self::Group => true,
            Self::Many(element) => element.is_placeholder(),
            Self::Tuple(parts) => parts.iter().any(Self::is_placeholder),
            Self::Record(fields) => fields.iter().any(|(_, field)| field.is_placeholder()),
            _ => false,
        }
    }

    /// Whether `Display` on it reads a tensor.
    pub(super) fn is_shown(&self) -> bool {
        match self {
            Self::Tensor | Self::Group | Self::Maybe { shown: true } => true,
            Self::Many(element) => element.is_shown(),
            _ => false,
        }
    }

    /// Whether a live number stands in it.
    pub(super) fn has_live(&self) -> bool {
        match self {
            Self::Live => true,
            Self::Many(element) => element.has_live(),
            Self::Tuple(parts) => parts.iter().any(Self::has_live),
            Self::Record(fields) => fields.iter().any(|(_, field)| field.has_live()),
            _ => false,
        }
    }

    /// Whether a macro that hides its use of it hides something from capture.
    pub(super) fn must_be_seen(&self) -> bool {
        self.is_placeholder()
            || self.has_live()
            || matches!(self, Self::Module(_) | Self::Maybe { shown: true })
    }

    /// What is known when it is one of two values.
    pub(super) fn join(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Never, value) | (value, Self::Never) => value.clone(),
            (Self::Live, Self::Live) => Self::Live,
            (Self::Tensor, Self::Tensor) => Self::Tensor,
            (Self::Group, Self::Group) => Self::Group,
            (Self::Module(a), Self::Module(b)) if a == b => self.clone(),
            (Self::Part(a), Self::Part(b)) if a == b => self.clone(),
            (Self::Device(Place::Program), Self::Device(Place::Program)) => self.clone(),
            (Self::Device(Place::Other(_)), Self::Device(_)) => self.clone(),
            (Self::Device(_), Self::Device(Place::Other(_))) => other.clone(),
            (Self::Foreign(_), Self::Tensor) | (Self::Tensor, Self::Foreign(_)) => Self::Tensor,
            (Self::Foreign(_), Self::Foreign(_)) | (Self::Function(_), Self::Function(_)) => {
                self.clone()
            }
            (Self::Maybe { shown: a }, Self::Maybe { shown: b }) => Self::Maybe { shown: *a && *b },
            (Self::Tensor, Self::Maybe { shown: true })
            | (Self::Maybe { shown: true }, Self::Tensor) => Self::Maybe { shown: true },
            (Self::Many(a), Self::Many(b)) => Self::many(a.join(b)),
            (Self::Tuple(a), Self::Tuple(b)) if a.len() == b.len() => {
                Self::Tuple(a.iter().zip(b).map(|(a, b)| a.join(b)).collect())
            }
            (Self::Record(a), Self::Record(b)) if same_fields(a, b) => {
                let joined = a
                    .iter()
                    .zip(b)
                    .map(|((name, a), (_, b))| (name.clone(), a.join(b)));
                Self::Record(joined.collect())
            }
            _ if self.is_tainted() || other.is_tainted() => Self::Maybe { shown: false },
            _ if self.has_live() || other.has_live() => Self::Live,
            _ => Self::Host,
        }
    }
}

/// Whether two structs have the same fields.
fn same_fields(a: &[(String, Value)], b: &[(String, Value)]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|((a, _), (b, _))| a == b)
}
