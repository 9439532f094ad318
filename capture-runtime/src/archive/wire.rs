//! The program as it stands in a file: the form that the format's version is about.
//!
//! Fields are written with their names, in MessagePack. A change here, or another version of Burn, is a new [`VERSION`](super::file::VERSION).

use super::intern;
use crate::boundary::Token;
use crate::definition::{Parameter, Role};
use crate::error::Statement;
use crate::graph::{Binding, Operation, Origin, Program, Signature};
use burn::tensor::{DType, Shape, TensorData};
use burn_ir::{OperationIr, TensorId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Graph {
    pub(super) name: String,
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) parameters: Vec<Param>,
    pub(super) arguments: Vec<Element>,
    pub(super) bindings: Vec<Bound>,
    /// Names and values, as `Debug` prints them.
    pub(super) frozen: Vec<(String, String)>,
    pub(super) statements: Vec<Place>,
    pub(super) operations: Vec<Step>,
    pub(super) constants: Vec<Constant>,
    pub(super) results: Vec<Bound>,
    pub(super) result_tokens: Vec<Part>,
    pub(super) next_state: Vec<u64>,
    pub(super) recorded: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Param {
    pub(super) name: String,
    pub(super) role: Kind,
    pub(super) ty: String,
}

/// One element of the arguments' structure.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) part: Part,
}

#[derive(Serialize, Deserialize)]
pub(super) enum Part {
    Tensor { shape: Vec<usize>, dtype: DType },
    Live(DType),
    Len(usize),
    Present(bool),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bound {
    pub(super) name: String,
    pub(super) role: Kind,
    pub(super) id: u64,
    pub(super) shape: Vec<usize>,
    pub(super) dtype: DType,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Constant {
    pub(super) id: u64,
    pub(super) shape: Vec<usize>,
    pub(super) dtype: DType,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Place {
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) binding: Option<String>,
    pub(super) text: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    pub(super) ir: OperationIr,
    pub(super) statement: Option<usize>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) enum Kind {
    Input,
    Live,
    Weights,
    State,
    Frozen,
    Device,
    Result,
}

impl From<Role> for Kind {
    fn from(role: Role) -> Self {
        match role {
            Role::Input => Self::Input,
            Role::Live => Self::Live,
            Role::Weights => Self::Weights,
            Role::State => Self::State,
            Role::Frozen => Self::Frozen,
            Role::Device => Self::Device,
            Role::Result => Self::Result,
        }
    }
}

impl From<Kind> for Role {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Input => Self::Input,
            Kind::Live => Self::Live,
            Kind::Weights => Self::Weights,
            Kind::State => Self::State,
            Kind::Frozen => Self::Frozen,
            Kind::Device => Self::Device,
            Kind::Result => Self::Result,
        }
    }
}

impl From<&Token> for Part {
    fn from(token: &Token) -> Self {
        match token {
            Token::Tensor { shape, dtype } => Self::Tensor {
                shape: shape.to_vec(),
                dtype: *dtype,
            },
            Token::Live(dtype) => Self::Live(*dtype),
            Token::Len(len) => Self::Len(*len),
            Token::Present(present) => Self::Present(*present),
        }
    }
}

impl From<Part> for Token {
    fn from(part: Part) -> Self {
        match part {
            Part::Tensor { shape, dtype } => Self::Tensor {
                shape: shape.into(),
                dtype,
            },
            Part::Live(dtype) => Self::Live(dtype),
            Part::Len(len) => Self::Len(len),
            Part::Present(present) => Self::Present(present),
        }
    }
}

impl From<&Binding> for Bound {
    fn from(binding: &Binding) -> Self {
        Self {
            name: binding.name.clone(),
            role: binding.role.into(),
            id: binding.id.value(),
            shape: binding.shape.to_vec(),
            dtype: binding.dtype,
        }
    }
}

impl From<Bound> for Binding {
    fn from(bound: Bound) -> Self {
        Self {
            name: bound.name,
            role: bound.role.into(),
            id: TensorId::new(bound.id),
            shape: Shape::from(bound.shape),
            dtype: bound.dtype,
        }
    }
}

impl From<&Program> for Graph {
    fn from(program: &Program) -> Self {
        let origin = &program.origin;
        let parameters = origin.parameters.iter().map(|parameter| Param {
            name: parameter.name.to_owned(),
            role: parameter.role.into(),
            ty: parameter.ty.to_owned(),
        });
        let arguments = program.arguments.iter().map(|(name, token)| Element {
            name: name.clone(),
            part: token.into(),
        });
        let statements = program.statements.iter().map(|statement| Place {
            file: statement.file.to_owned(),
            line: statement.line,
            column: statement.column,
            binding: statement.binding.map(str::to_owned),
            text: statement.text.to_owned(),
        });
        let operations = program.operations.iter().map(|operation| Step {
            ir: operation.ir.clone(),
            statement: operation.statement,
        });
        let constants = program.constants.iter().map(|(id, data)| Constant {
            id: id.value(),
            shape: data.shape().to_vec(),
            dtype: data.dtype(),
        });
        Self {
            name: origin.name.to_owned(),
            file: origin.file.to_owned(),
            line: origin.line,
            parameters: parameters.collect(),
            arguments: arguments.collect(),
            bindings: program.signature.bindings.iter().map(Bound::from).collect(),
            frozen: program.signature.frozen.clone(),
            statements: statements.collect(),
            operations: operations.collect(),
            constants: constants.collect(),
            results: program.results.iter().map(Bound::from).collect(),
            result_tokens: program.result_tokens.iter().map(Part::from).collect(),
            next_state: program.next_state.iter().map(|id| id.value()).collect(),
            recorded: program.recorded,
        }
    }
}

impl Graph {
    /// How many bytes of text the process keeps for this program.
    pub(super) fn text_bytes(&self) -> u64 {
        let parameters = self
            .parameters
            .iter()
            .map(|parameter| parameter.name.len() + parameter.ty.len());
        let statements = self.statements.iter().map(|statement| {
            let binding = statement.binding.as_deref().unwrap_or("");
            statement.file.len() + binding.len() + statement.text.len()
        });
        let all = parameters.chain(statements).map(|bytes| bytes as u64);
        all.sum::<u64>() + (self.name.len() + self.file.len()) as u64
    }

    /// The program, which was verified, with the data of its constants.
    pub(super) fn program(self, constants: BTreeMap<TensorId, TensorData>) -> Program {
        let parameters = self.parameters.into_iter().map(|parameter| Parameter {
            name: intern::text(&parameter.name),
            role: parameter.role.into(),
            ty: intern::text(&parameter.ty),
        });
        let arguments = self.arguments.into_iter();
        let statements = self.statements.into_iter().map(|place| Statement {
            file: intern::text(&place.file),
            line: place.line,
            column: place.column,
            binding: place.binding.as_deref().map(intern::text),
            text: intern::text(&place.text),
        });
        let operations = self.operations.into_iter().map(|step| Operation {
            ir: step.ir,
            statement: step.statement,
        });
        Program {
            origin: Origin {
                name: intern::text(&self.name),
                file: intern::text(&self.file),
                line: self.line,
                parameters: intern::parameters(parameters.collect()),
            },
            signature: Signature {
                bindings: self.bindings.into_iter().map(Binding::from).collect(),
                frozen: self.frozen,
            },
            operations: operations.collect(),
            statements: statements.collect(),
            constants: constants.into(),
            arguments: arguments
                .map(|element| (element.name, element.part.into()))
                .collect(),
            results: self.results.into_iter().map(Binding::from).collect(),
            result_tokens: self.result_tokens.into_iter().map(Token::from).collect(),
            next_state: self.next_state.into_iter().map(TensorId::new).collect(),
            recorded: self.recorded,
        }
    }
}
