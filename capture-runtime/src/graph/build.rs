//! A recording becomes a program: tensors are numbered, and the passes run.

use super::program::{Binding, Operation, Program, Signature};
use super::renamed;
use crate::boundary::{FrozenKey, LeafInfo, Token};
use crate::capture::Recording;
use crate::definition::{Meta, Role};
use crate::passes;
use burn::tensor::{DType, Shape};
use burn_ir::TensorId;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// What a recording was made for, by name.
pub(crate) struct Boundary<'a> {
    pub(crate) meta: &'static Meta,
    pub(crate) tokens: &'a [Token],
    pub(crate) names: &'a [String],
    pub(crate) weights: &'a [LeafInfo],
    pub(crate) state: &'a [LeafInfo],
    pub(crate) frozen: &'a [FrozenKey],
}

/// Makes a program of a recording.
pub(crate) fn build(recording: Recording, boundary: &Boundary<'_>) -> Program {
    let mut numbers = Numbers::default();
    let mut bindings = Vec::new();
    let mut ids = recording.inputs.iter();
    for (token, name) in boundary.tokens.iter().zip(boundary.names) {
        let (role, shape, dtype) = match token {
            Token::Tensor { shape, dtype } => (Role::Input, shape.clone(), *dtype),
            Token::Live(dtype) => (Role::Live, Shape::from(vec![1]), *dtype),
            Token::Len(_) | Token::Present(_) => continue,
        };
        if let Some(id) = ids.next() {
            bindings.push(numbers.binding(name, role, *id, shape, dtype));
        }
    }
    for (leaves, ids, role) in [
        (boundary.weights, &recording.weights, Role::Weights),
        (boundary.state, &recording.state, Role::State),
    ] {
        for (leaf, id) in leaves.iter().zip(ids) {
            bindings.push(numbers.binding(&leaf.name, role, *id, leaf.shape.clone(), leaf.dtype));
        }
    }

    let constants: BTreeMap<_, _> = recording
        .constants
        .into_iter()
        .map(|(id, data)| (numbers.of(id), data))
        .collect();
    let recorded = recording.operations.len();
    let operations = recording
        .operations
        .iter()
        .map(|(ir, statement)| Operation {
            ir: renamed(ir, |id| numbers.of(id)),
            statement: *statement,
        })
        .collect();
    let results = result_bindings(
        &recording.output_tokens,
        &recording.output_names,
        &recording.outputs,
        &mut numbers,
    );
    let next_state = recording
        .next_state
        .iter()
        .map(|id| numbers.of(*id))
        .collect();

    let mut program = Program {
        origin: boundary.meta.into(),
        signature: Signature {
            bindings,
            frozen: boundary
                .frozen
                .iter()
                .map(|key| (key.name.to_owned(), key.value.clone()))
                .collect(),
        },
        operations,
        statements: recording
            .reached
            .iter()
            .map(|reached| reached.statement.clone())
            .collect(),
        constants: Arc::new(constants),
        arguments: boundary
            .names
            .iter()
            .cloned()
            .zip(boundary.tokens.iter().cloned())
            .collect(),
        results,
        result_tokens: recording.output_tokens,
        next_state,
        recorded,
    };
    passes::simplify(&mut program);
    renumber(&mut program);
    program
}

fn result_bindings(
    tokens: &[Token],
    names: &[String],
    outputs: &[TensorId],
    numbers: &mut Numbers,
) -> Vec<Binding> {
    let mut ids = outputs.iter();
    let mut results = Vec::with_capacity(outputs.len());
    for (token, name) in tokens.iter().zip(names) {
        if let Token::Tensor { shape, dtype } = token
            && let Some(id) = ids.next()
        {
            results.push(numbers.binding(name, Role::Result, *id, shape.clone(), *dtype));
        }
    }
    results
}

/// Numbers the tensors anew, without the gaps that dropped operations leave.
fn renumber(program: &mut Program) {
    let mut numbers = Numbers::default();
    for binding in &mut program.signature.bindings {
        binding.id = numbers.of(binding.id);
    }
    program.constants = program
        .constants
        .iter()
        .map(|(id, data)| (numbers.of(*id), data.clone()))
        .collect::<BTreeMap<_, _>>()
        .into();
    for operation in &mut program.operations {
        operation.ir = renamed(&operation.ir, |id| numbers.of(id));
    }
    for result in &mut program.results {
        result.id = numbers.of(result.id);
    }
    for next in &mut program.next_state {
        *next = numbers.of(*next);
    }
}

/// Numbers tensors from 0 in the order in which they are met.
#[derive(Default)]
struct Numbers(HashMap<TensorId, TensorId>);

impl Numbers {
    fn of(&mut self, id: TensorId) -> TensorId {
        let next = TensorId::new(self.0.len() as u64);
        *self.0.entry(id).or_insert(next)
    }

    fn binding(
        &mut self,
        name: &str,
        role: Role,
        id: TensorId,
        shape: Shape,
        dtype: DType,
    ) -> Binding {
        Binding {
            name: name.to_owned(),
            role,
            id: self.of(id),
            shape,
            dtype,
        }
    }
}
