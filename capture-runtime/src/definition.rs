//! A program before it is captured: what the attribute knows of a function.

use crate::boundary::{Arguments, FrozenKey, StateOps};
use crate::engine::EngineChoice;
use burn::tensor::Device;
use std::sync::{Mutex, PoisonError};

/// What a parameter or a result is to its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// An argument of every replay.
    Input,
    /// A number that is an argument of every replay.
    Live,
    /// Held by the session and read only.
    Weights,
    /// Held by the session and advanced by every replay.
    State,
    /// A host value that is part of the program.
    Frozen,
    /// The program's device.
    Device,
    /// Returned by every replay.
    Result,
}

impl core::fmt::Display for Role {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Input => "input",
            Self::Live => "live",
            Self::Weights => "weights",
            Self::State => "state",
            Self::Frozen => "frozen",
            Self::Device => "device",
            Self::Result => "result",
        })
    }
}

/// One parameter of the user's function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its role.
    pub role: Role,
    /// Its type, as written.
    pub ty: &'static str,
}

/// What a session does with a signature that it has not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recapture {
    /// Captures again.
    Allow,
    /// Captures again, and says on standard error which argument changed.
    Warn,
    /// Returns an error that says which argument changed.
    Deny,
}

/// What the attribute read off the user's function.
#[derive(Clone, Copy, Debug)]
pub struct Meta {
    /// The function's name; `Type::name` for a method.
    pub name: &'static str,
    /// The source file.
    pub file: &'static str,
    /// The line of the function's name.
    pub line: u32,
    /// Whether the body computes gradients.
    pub trains: bool,
    /// What a new signature does.
    pub recapture: Recapture,
    /// Which engine is asked for.
    pub engine: EngineChoice,
    /// How many programs a session keeps.
    pub cache: usize,
    /// Every parameter, in order.
    pub parameters: &'static [Parameter],
}

/// The capturing copy of a body.
pub(crate) type Body<I, O, S, W, F> = fn(<I as Arguments>::Captured, &mut S, &W, &F, &Device) -> O;

/// A function that can be captured: everything that generated code says about it.
pub struct Definition<I: Arguments, O, S, W, F> {
    /// What the attribute read.
    pub meta: &'static Meta,
    /// How the state is traversed.
    pub state: StateOps<S>,
    /// How the weights are traversed.
    pub weights: StateOps<W>,
    /// The capturing copy of the body.
    pub body: Body<I, O, S, W, F>,
    /// The signature of the frozen values.
    pub frozen: fn(&F) -> Vec<FrozenKey>,
}

impl<I: Arguments, O, S, W, F> Clone for Definition<I, O, S, W, F> {
    fn clone(&self) -> Self {
        Self {
            meta: self.meta,
            state: self.state.clone(),
            weights: self.weights.clone(),
            body: self.body,
            frozen: self.frozen,
        }
    }
}

/// The methods that were named so far: what was written, the type, and what came of it.
static METHODS: Mutex<Vec<(&'static str, &'static Meta, &'static Meta)>> = Mutex::new(Vec::new());

impl Meta {
    /// The method `meta` of `T`: named `T::name`, without the modules and the arguments of `T`.
    #[must_use]
    pub fn of<T: ?Sized>(meta: &'static Self) -> &'static Self {
        let ty = core::any::type_name::<T>();
        let mut methods = METHODS.lock().unwrap_or_else(PoisonError::into_inner);
        let known = methods
            .iter()
            .find(|(of, written, _)| *of == ty && core::ptr::eq(*written, meta));
        if let Some((.., named)) = known {
            return named;
        }
        let path = ty.split('<').next().unwrap_or(ty);
        let short = path.rsplit("::").next().unwrap_or(path);
        let name = Box::leak(format!("{short}::{}", meta.name).into_boxed_str());
        let named: &'static Self = Box::leak(Box::new(Self { name, ..*meta }));
        methods.push((ty, meta, named));
        named
    }

    /// The names of the parameters that are arguments of a replay, in order.
    pub(crate) fn arguments(&self) -> Vec<&'static str> {
        self.parameters
            .iter()
            .filter(|parameter| matches!(parameter.role, Role::Input | Role::Live))
            .map(|parameter| parameter.name)
            .collect()
    }
}
