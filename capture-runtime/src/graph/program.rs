//! The program itself.

use crate::boundary::Token;
use crate::definition::{Meta, Parameter, Role};
use crate::error::Statement;
use burn::tensor::{DType, Shape, TensorData};
use burn_ir::{GraphIr, OperationIr, TensorId};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A captured program: what the function does on the device, with the boundary that it has and the statements that it comes from.
///
/// It has no data of weights, state or inputs, and needs no device. `Display` lists it.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) origin: Origin,
    pub(crate) signature: Signature,
    pub(crate) operations: Vec<Operation>,
    pub(crate) statements: Vec<Statement>,
    pub(crate) constants: Arc<BTreeMap<TensorId, TensorData>>,
    /// The structure of the arguments, with the name of each element.
    pub(crate) arguments: Vec<(String, Token)>,
    pub(crate) results: Vec<Binding>,
    pub(crate) result_tokens: Vec<Token>,
    /// The tensor that each leaf of the state becomes, in the state's order.
    pub(crate) next_state: Vec<TensorId>,
    pub(crate) recorded: usize,
}

/// The function that a program was captured from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) name: &'static str,
    pub(crate) file: &'static str,
    /// The line of the function's name, counted from 1.
    pub(crate) line: u32,
    pub(crate) parameters: &'static [Parameter],
}

impl From<&Meta> for Origin {
    fn from(meta: &Meta) -> Self {
        Self {
            name: meta.name,
            file: meta.file,
            line: meta.line,
            parameters: meta.parameters,
        }
    }
}

/// The boundary of a program: every tensor that it is given.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    pub(crate) bindings: Vec<Binding>,
    pub(crate) frozen: Vec<(String, String)>,
}

/// One tensor that crosses the boundary.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// The parameter, with the path inside it: `model.linear.weight`, `xs[1]`.
    pub name: String,
    /// The parameter's role.
    pub role: Role,
    /// The tensor's identifier in [`Program::graph`].
    pub id: TensorId,
    /// The extent of every dimension.
    pub shape: Shape,
    /// The element type.
    pub dtype: DType,
}

/// One operation of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    pub(crate) ir: OperationIr,
    pub(crate) statement: Option<usize>,
}

impl Operation {
    /// The operation in Burn's representation.
    pub fn ir(&self) -> &OperationIr {
        &self.ir
    }

    /// Its name, in the style of Burn's tensor API: `matmul`, `add_scalar`.
    pub fn name(&self) -> String {
        super::operation_name(&self.ir)
    }
}

impl Signature {
    /// Every tensor that the program is given: inputs and live numbers in parameter order, then weights, then state.
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// The tensors of one role.
    pub fn role(&self, role: Role) -> impl Iterator<Item = &Binding> {
        self.bindings
            .iter()
            .filter(move |binding| binding.role == role)
    }

    /// The frozen parameters and their values, as `Debug` prints them.
    pub fn frozen(&self) -> &[(String, String)] {
        &self.frozen
    }
}

impl Program {
    /// The function's name.
    pub fn name(&self) -> &str {
        self.origin.name
    }

    /// The source file of the function, as the compiler names it.
    pub fn file(&self) -> &str {
        self.origin.file
    }

    /// The line of the function's name, counted from 1.
    pub fn line(&self) -> u32 {
        self.origin.line
    }

    /// The function's parameters, in order, with their types as written.
    pub fn parameters(&self) -> &[Parameter] {
        self.origin.parameters
    }

    /// What the program is given.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// What the program returns, in the order of the results.
    pub fn results(&self) -> &[Binding] {
        &self.results
    }

    /// The operations in order, after the passes that remove and share work.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// How many operations were recorded, before the passes.
    pub fn recorded(&self) -> usize {
        self.recorded
    }

    /// The statement that an operation comes from.
    pub fn statement(&self, operation: &Operation) -> Option<&Statement> {
        self.statements.get(operation.statement?)
    }

    /// The operation that writes `tensor`; `None` for what the program is given.
    pub(crate) fn writer(&self, tensor: TensorId) -> Option<&Operation> {
        let writes =
            |operation: &&Operation| operation.ir.outputs().any(|written| written.id == tensor);
        self.operations.iter().find(writes)
    }

    /// Shape and element type of every tensor of the program.
    pub(crate) fn types(&self) -> HashMap<TensorId, (&Shape, DType)> {
        let bound = self.signature.bindings.iter();
        let bound = bound.map(|bound| (bound.id, (&bound.shape, bound.dtype)));
        let constants = self.constants.iter();
        let constants = constants.map(|(id, data)| (*id, (data.shape(), data.dtype())));
        let made = self.operations.iter();
        let made = made.flat_map(|operation| operation.ir.outputs());
        let made = made.map(|made| (made.id, (&made.shape, made.dtype)));
        bound.chain(constants).chain(made).collect()
    }

    /// Whether a replay leaves a state of another structure than it found: such a program serves one replay.
    pub(crate) fn grows(&self) -> bool {
        let types = self.types();
        let state = self.signature.role(Role::State);
        let before = state.map(|bound| (&bound.shape, bound.dtype));
        let after = self
            .next_state
            .iter()
            .filter_map(|id| types.get(id).copied());
        !before.eq(after)
    }

    /// The first tensor of an element type that a device has not, and the operation that computes it where one does.
    pub(crate) fn unsupported(
        &self,
        has: impl Fn(DType) -> bool,
    ) -> Option<(String, DType, Option<&Operation>)> {
        let bound = self
            .signature
            .bindings
            .iter()
            .find(|bound| !has(bound.dtype));
        if let Some(bound) = bound {
            return Some((bound.name.clone(), bound.dtype, None));
        }
        self.operations.iter().find_map(|operation| {
            let made = operation.ir.outputs().find(|made| !has(made.dtype))?;
            Some((operation.name(), made.dtype, Some(operation)))
        })
    }

    /// The program in Burn's representation. Inputs are the bindings of the signature, outputs the results and then the next state.
    pub fn graph(&self) -> GraphIr {
        GraphIr {
            operations: self
                .operations
                .iter()
                .map(|operation| operation.ir.clone())
                .collect(),
            inputs: self
                .signature
                .bindings
                .iter()
                .map(|binding| binding.id)
                .collect(),
            outputs: self.outputs().collect(),
        }
    }

    /// The tensors that leave the program: results, then the next state. One may appear more than once, or be an input.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = TensorId> + '_ {
        let results = self.results.iter().map(|binding| binding.id);
        results.chain(self.next_state.iter().copied())
    }

    /// The values that are part of the program, by tensor.
    pub fn constants(&self) -> &BTreeMap<TensorId, TensorData> {
        &self.constants
    }
}
