//! A program as a graph of values.

use super::label::Interner;
use burn::tensor::{Shape, TensorData};
use burn_ir::{IrVisitorMut, OperationIr, ScalarIr, TensorId, TensorIr, TensorStatus};
use capture_runtime::__private::ty;
use capture_runtime::{Program, Role};
use std::collections::HashMap;

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Value {
    /// A tensor that the program is given: its index in the signature.
    Leaf(usize),
    /// A constant: the number of its data, the same in both programs for the same data.
    Constant(u64, TensorId),
    /// A result of an operation: its index, and which result.
    Made(usize, usize),
    /// Of no program that was captured.
    Unknown,
}

/// Who reads a result of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// An operation: its index, and the place among its operands.
    Operand(usize, usize),
    /// A result of the program: the number of its name.
    Result(u64),
    /// The next value of a leaf.
    Next(usize),
}

/// An operation, and what stands around it.
#[derive(Debug)]
pub(super) struct Node {
    /// The number of what it computes: kind, attributes, numbers, types of operands and results.
    pub(super) exact: u64,
    /// The number of its kind.
    pub(super) kind: u64,
    pub(super) operands: Vec<Value>,
    /// Which of its results is read, and by whom.
    pub(super) uses: Vec<(usize, Use)>,
}

/// A program of the two.
pub(super) struct Side<'p> {
    pub(super) program: &'p Program,
    pub(super) nodes: Vec<Node>,
    /// The program's results by name, and its next state by leaf.
    pub(super) results: Vec<Value>,
    pub(super) next: Vec<(usize, Value)>,
}

impl<'p> Side<'p> {
    pub(super) fn new(program: &'p Program, interner: &mut Interner) -> Self {
        let mut values: HashMap<TensorId, Value> = HashMap::new();
        for (id, data) in program.constants() {
            values.insert(*id, Value::Constant(interner.data(data), *id));
        }
        let bindings = program.signature().bindings().iter().enumerate();
        values.extend(bindings.map(|(i, binding)| (binding.id, Value::Leaf(i))));
        let mut nodes = Vec::with_capacity(program.operations().len());
        for (i, operation) in program.operations().iter().enumerate() {
            let ir = operation.ir();
            let read = |input: &TensorIr| values.get(&input.id).copied().unwrap_or(Value::Unknown);
            nodes.push(Node {
                exact: interner.text(&format!("{:?}", erased(ir, false))),
                kind: interner.text(&operation.name()),
                operands: ir.inputs().map(read).collect(),
                uses: Vec::new(),
            });
            let made = ir.outputs().enumerate();
            values.extend(made.map(|(output, made)| (made.id, Value::Made(i, output))));
        }
        let value = |id: TensorId| values.get(&id).copied().unwrap_or(Value::Unknown);
        let results: Vec<_> = program
            .results()
            .iter()
            .map(|result| value(result.id))
            .collect();
        let outputs = program.graph().outputs;
        let state = program.signature().bindings().iter().enumerate();
        let state = state.filter(|(_, binding)| binding.role == Role::State);
        let next = outputs.iter().skip(results.len());
        let next: Vec<_> = state
            .zip(next)
            .map(|((leaf, _), id)| (leaf, value(*id)))
            .collect();
        let mut side = Self {
            program,
            nodes,
            results,
            next,
        };
        side.find_uses(interner);
        side
    }

    fn find_uses(&mut self, interner: &mut Interner) {
        let mut uses = Vec::new();
        for (i, node) in self.nodes.iter().enumerate() {
            let operands = node.operands.iter().enumerate();
            uses.extend(operands.map(|(place, value)| (*value, Use::Operand(i, place))));
        }
        for (result, value) in self.program.results().iter().zip(&self.results) {
            uses.push((*value, Use::Result(interner.text(&result.name))));
        }
        uses.extend(
            self.next
                .iter()
                .map(|(leaf, value)| (*value, Use::Next(*leaf))),
        );
        for (value, by) in uses {
            if let Value::Made(operation, output) = value
                && let Some(node) = self.nodes.get_mut(operation)
            {
                node.uses.push((output, by));
            }
        }
    }

    /// A value for people: `x`, `%7 of matmul`, `constant f32[2] = [0.5, 1.0]`.
    pub(super) fn describe(&self, value: Value) -> String {
        let operations = self.program.operations();
        let bindings = self.program.signature().bindings();
        match value {
            Value::Leaf(i) => bindings
                .get(i)
                .map_or_else(String::new, |leaf| leaf.name.clone()),
            Value::Constant(_, id) => match self.program.constants().get(&id) {
                Some(data) => constant(data),
                None => "constant".to_owned(),
            },
            Value::Made(i, output) => operations.get(i).map_or_else(String::new, |operation| {
                let made = operation.ir().outputs().nth(output);
                let id = made.map_or(0, |made| made.id.value());
                format!("%{id} of {}", operation.name())
            }),
            Value::Unknown => "nothing".to_owned(),
        }
    }
}

fn constant(data: &TensorData) -> String {
    const SHOWN: usize = 8;
    let ty = ty(data.shape(), data.dtype());
    match data.num_elements() > SHOWN {
        true => format!("constant {ty}"),
        false => format!("constant {ty} = {data}"),
    }
}

/// The operation without what says where it stands: the identifiers and the uses of tensors. With `all`, also without shapes, element
/// types and numbers: what is left are its attributes.
pub(super) fn erased(operation: &OperationIr, all: bool) -> OperationIr {
    struct Erase(bool);
    impl IrVisitorMut for Erase {
        fn visit_tensor_mut(&mut self, tensor: &mut TensorIr) {
            tensor.id = TensorId::new(0);
            tensor.status = TensorStatus::ReadOnly;
            if self.0 {
                tensor.shape = Shape::from(Vec::<usize>::new());
                tensor.dtype = burn::tensor::DType::F32;
            }
        }
        fn visit_scalar_mut(&mut self, scalar: &mut ScalarIr) {
            if self.0 {
                *scalar = ScalarIr::Int(0);
            }
        }
    }
    let mut operation = operation.clone();
    operation.visit_mut(&mut Erase(all));
    operation
}
