//! A value taken apart into tensors and the structure that holds them, and put together again.

use super::{TensorSpec, ValueRange};
use crate::tensor::{self, Kind};
use burn::tensor::{DType, DeviceSettings, Shape, Tensor, TensorData, kind::Basic};
use burn_dispatch::DispatchTensor;

/// One element of a value's structure. The tokens of all arguments are a large part of a program's signature.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// A tensor.
    Tensor {
        /// The extent of every dimension.
        shape: Shape,
        /// The element type.
        dtype: DType,
    },
    /// A live number, carried in this element type.
    Live(DType),
    /// A sequence of this many elements.
    Len(usize),
    /// An `Option` that is `Some` (`true`) or `None`.
    Present(bool),
}

/// A spec that does not fit the type of the argument it is given for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    /// The argument, with its path inside a container: `xs[1]`, `batch.labels`.
    pub name: String,
    /// What does not fit.
    pub reason: String,
}

#[derive(Clone, Copy, Debug)]
enum Segment {
    Name(&'static str),
    Field(&'static str),
    Index(usize),
}

/// What an argument brings to the device.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A tensor.
    Tensor(DispatchTensor),
    /// A live number, in the element type that carries it. The engine brings it to the device, several at a time.
    Number(TensorData),
}

impl Value {
    pub(crate) fn tensor(&self) -> Option<&DispatchTensor> {
        match self {
            Self::Tensor(tensor) => Some(tensor),
            Self::Number(_) => None,
        }
    }

    /// The value without its autodiff graph.
    pub(crate) fn plain(self) -> Self {
        match self {
            Self::Tensor(tensor) => Self::Tensor(tensor::plain(tensor)),
            number @ Self::Number(_) => number,
        }
    }
}

/// What the data of a leaf is drawn from, where a spec describes it.
#[derive(Clone, Debug)]
pub(crate) enum Sample {
    /// A tensor with values in this range, or in the default one of its kind.
    Tensor(Option<ValueRange>),
    /// A live number: the one that was given, or any.
    Number(Option<TensorData>),
}

/// Where a value is taken apart: its structure, its tensors, and the name of each.
#[derive(Debug)]
pub struct Parts {
    pub(crate) tokens: Vec<Token>,
    pub(crate) values: Vec<Value>,
    pub(crate) errors: Vec<SpecError>,
    /// One for each tensor and each live number that was described.
    pub(crate) samples: Vec<Sample>,
    path: Vec<Segment>,
    /// The paths of all tokens, one after the other, and where each ends. A replay writes them and seldom reads them,
    /// so they are not made into names.
    paths: Vec<Segment>,
    ends: Vec<usize>,
    defaults: DeviceSettings,
}

impl Parts {
    /// Nothing yet. Specs without an element type take the one of `defaults`.
    pub(crate) fn new(defaults: DeviceSettings) -> Self {
        Self {
            tokens: Vec::new(),
            values: Vec::new(),
            errors: Vec::new(),
            samples: Vec::new(),
            path: Vec::new(),
            paths: Vec::new(),
            ends: Vec::new(),
            defaults,
        }
    }

    /// The top of an argument: a parameter's name.
    pub(crate) fn parameter<R>(
        &mut self,
        name: &'static str,
        inner: impl FnOnce(&mut Self) -> R,
    ) -> R {
        self.within(Segment::Name(name), inner)
    }

    /// What `inner` adds belongs to the field `name` (`0`, `1` for a tuple).
    pub fn field<R>(&mut self, name: &'static str, inner: impl FnOnce(&mut Self) -> R) -> R {
        self.within(Segment::Field(name), inner)
    }

    /// What `inner` adds belongs to the element at `index`.
    pub fn index<R>(&mut self, index: usize, inner: impl FnOnce(&mut Self) -> R) -> R {
        self.within(Segment::Index(index), inner)
    }

    fn within<R>(&mut self, segment: Segment, inner: impl FnOnce(&mut Self) -> R) -> R {
        self.path.push(segment);
        let result = inner(self);
        self.path.pop();
        result
    }

    /// Adds a tensor.
    pub fn tensor<const D: usize, K: Basic>(&mut self, tensor: Tensor<D, K>) {
        let tensor = tensor::erase(tensor);
        self.push(Token::Tensor {
            shape: tensor::shape(&tensor),
            dtype: tensor::dtype(&tensor),
        });
        self.values.push(Value::Tensor(tensor));
    }

    /// Adds a live number, carried by a tensor of one element.
    pub(crate) fn live(&mut self, dtype: DType, number: Option<TensorData>) {
        self.push(Token::Live(dtype));
        self.values.extend(number.map(Value::Number));
    }

    /// Describes a live number, which generated data has this value of, or any.
    pub(crate) fn described_live(&mut self, dtype: DType, given: Option<TensorData>) {
        self.samples.push(Sample::Number(given));
        self.live(dtype, None);
    }

    /// Adds what a spec says about a tensor of rank `D` and kind `K`.
    pub fn spec<const D: usize, K: Basic>(&mut self, spec: &TensorSpec) {
        let expected = kind_of::<K>();
        let rank = spec.shape().num_dims();
        let dtype = spec.resolve(&self.defaults);
        if spec.kind() != expected {
            self.error(format!(
                "the parameter is a tensor of kind {expected}, the spec is of kind {}",
                spec.kind()
            ));
        } else if rank != D {
            self.error(format!(
                "the parameter has rank {D}, the spec {:?} has rank {rank}",
                spec.shape().as_slice()
            ));
        } else if let Some(reason) = spec.unfit(dtype) {
            self.error(reason);
        }
        self.samples.push(Sample::Tensor(spec.values()));
        self.push(Token::Tensor {
            shape: spec.shape().clone(),
            dtype,
        });
    }

    /// Says how many elements a sequence has.
    pub fn len(&mut self, len: usize) {
        self.push(Token::Len(len));
    }

    /// Says whether an `Option` is `Some`.
    pub fn present(&mut self, present: bool) {
        self.push(Token::Present(present));
    }

    /// Says that a spec does not fit the type it is given for.
    pub fn error(&mut self, reason: impl Into<String>) {
        self.errors.push(SpecError {
            name: name(&self.path),
            reason: reason.into(),
        });
    }

    /// The name of the token at `index`: the parameter and the path inside it.
    pub(crate) fn name_of(&self, index: usize) -> String {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        name(&self.paths[start..self.ends[index]])
    }

    /// The names of all tokens.
    pub(crate) fn names(&self) -> Vec<String> {
        (0..self.tokens.len()).map(|i| self.name_of(i)).collect()
    }

    /// The name of the value at `index` among the values.
    pub(crate) fn value_name(&self, index: usize) -> String {
        let holds = |token: &Token| matches!(token, Token::Tensor { .. } | Token::Live(_));
        let mut tensors = self
            .tokens
            .iter()
            .enumerate()
            .filter(|(_, token)| holds(token));
        tensors
            .nth(index)
            .map_or_else(String::new, |(token, _)| self.name_of(token))
    }

    fn push(&mut self, token: Token) {
        self.tokens.push(token);
        self.paths.extend_from_slice(&self.path);
        self.ends.push(self.paths.len());
    }
}

fn name(path: &[Segment]) -> String {
    let mut name = String::new();
    for segment in path {
        match segment {
            Segment::Name(part) => name.push_str(part),
            Segment::Field(part) => {
                if !name.is_empty() {
                    name.push('.');
                }
                name.push_str(part);
            }
            Segment::Index(index) => name.push_str(&format!("[{index}]")),
        }
    }
    name
}

/// The kind of `Tensor<D, K>`.
pub(crate) fn kind_of<K: Basic>() -> Kind {
    use core::any::type_name;
    let name = type_name::<K>();
    if name.ends_with("Bool") {
        Kind::Bool
    } else if name.ends_with("Int") {
        Kind::Int
    } else {
        Kind::Float
    }
}

/// From where a value is put together: the structure and the tensors, in the order in which they were taken apart.
#[derive(Debug)]
pub struct Reader<'a> {
    tokens: core::slice::Iter<'a, Token>,
    tensors: std::vec::IntoIter<DispatchTensor>,
}

impl<'a> Reader<'a> {
    /// Reads `tensors` in the structure of `tokens`.
    pub(crate) fn new(tokens: &'a [Token], tensors: Vec<DispatchTensor>) -> Self {
        Self {
            tokens: tokens.iter(),
            tensors: tensors.into_iter(),
        }
    }

    /// The next tensor.
    ///
    /// # Panics
    ///
    /// When the implementation of [`ProgramInput`](super::ProgramInput) or
    /// [`ProgramOutput`](super::ProgramOutput) reads more than it wrote, or in another order.
    pub fn tensor<const D: usize, K: Basic>(&mut self) -> Tensor<D, K> {
        match (self.tokens.next(), self.tensors.next()) {
            (Some(Token::Tensor { .. } | Token::Live(_)), Some(tensor)) => tensor::restore(tensor),
            (token, _) => panic!(
                "a value is put together in another order than it was taken apart: expected a tensor, found {token:?}"
            ),
        }
    }

    /// The next sequence's length. See [`tensor`](Self::tensor) for panics.
    #[allow(clippy::len_without_is_empty)] // It reads the next length; there is nothing to be empty.
    pub fn len(&mut self) -> usize {
        match self.tokens.next() {
            Some(Token::Len(len)) => *len,
            token => panic!(
                "a value is put together in another order than it was taken apart: expected a length, found {token:?}"
            ),
        }
    }

    /// Whether the next `Option` is `Some`. See [`tensor`](Self::tensor) for panics.
    pub fn present(&mut self) -> bool {
        match self.tokens.next() {
            Some(Token::Present(present)) => *present,
            token => panic!(
                "a value is put together in another order than it was taken apart: expected an option, found {token:?}"
            ),
        }
    }
}
