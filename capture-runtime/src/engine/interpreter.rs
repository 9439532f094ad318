//! The interpreter: Burn's own `TensorInterpreter` runs the operations one by one on a backend.

use super::{Arguments, Failure, Outcome, Runner};
use crate::capture::catch;
use crate::error::Statement;
use crate::graph::{Program, operation_name};
use crate::passes::{Step, fold, lifetimes};
use burn::tensor::{DType, Shape};
use burn_dispatch::{BackendTensor, DispatchKindConversion, DispatchTensor};
use burn_ir::{BackendIr, HandleKind, OperationIr, TensorId, TensorIr, TensorStatus};
use burn_router::TensorInterpreter;
use std::collections::{HashMap, HashSet};

/// Runs one program on one device.
pub(crate) struct Interpreter<B: BackendIr> {
    interpreter: TensorInterpreter<B>,
    device: B::Device,
    program: Program,
    once: Vec<Step>,
    steps: Vec<Step>,
    inputs: Vec<TensorIr>,
    weights: Vec<TensorIr>,
    state: Vec<TensorIr>,
    /// The results and then the next state, with the status that takes each: a tensor that leaves twice is given up the last time.
    outputs: Vec<TensorIr>,
    results: usize,
    /// Boundary tensors that no operation reads and no output returns.
    unused: Vec<TensorIr>,
}

impl<B> Interpreter<B>
where
    B: BackendIr,
    DispatchTensor: DispatchKindConversion<B>,
{
    /// Makes `program` ready on `device`: runs what depends on constants only.
    pub(crate) fn new(program: &Program, device: B::Device) -> Self {
        let (once, always) = fold(program);
        let types = types(program);
        let ir = |id: TensorId, status| {
            let (shape, dtype) = types[&id].clone();
            TensorIr {
                id,
                shape,
                status,
                dtype,
            }
        };

        let folded = once
            .iter()
            .flat_map(|operation| operation.ir.outputs().map(|tensor| tensor.id));
        let mut kept: HashSet<TensorId> = program.constants.keys().copied().chain(folded).collect();
        let constants = kept.clone();
        let (inputs, weights, state) = roles(program, &ir);
        kept.extend(weights.iter().map(|tensor| tensor.id));
        let permanent = kept.clone();
        kept.extend(program.outputs());

        let read: HashSet<TensorId> = always
            .iter()
            .flat_map(|operation| operation.ir.inputs().map(|tensor| tensor.id))
            .collect();
        let leaving: Vec<TensorId> = program.outputs().collect();
        let outputs = leaving
            .iter()
            .enumerate()
            .map(|(i, id)| {
                let again = leaving[i + 1..].contains(id);
                let status = if again || permanent.contains(id) {
                    TensorStatus::ReadOnly
                } else {
                    TensorStatus::ReadWrite
                };
                ir(*id, status)
            })
            .collect();
        let leaves: HashSet<_> = leaving.iter().collect();
        let unused = inputs
            .iter()
            .chain(&weights)
            .chain(&state)
            .filter(|tensor| !read.contains(&tensor.id) && !leaves.contains(&tensor.id))
            .cloned()
            .collect();

        let mut this = Self {
            interpreter: TensorInterpreter::new(device.clone()),
            device,
            once: lifetimes(&once, &constants),
            steps: lifetimes(&always, &kept),
            inputs,
            weights,
            state,
            outputs,
            results: program.results.len(),
            unused,
            program: program.clone(),
        };
        this.restart();
        this
    }

    /// A fresh interpreter with the constants in it.
    fn restart(&mut self) {
        self.interpreter = TensorInterpreter::new(self.device.clone());
        for (id, data) in self.program.constants.iter() {
            self.interpreter.register_tensor_data_id(*id, data.clone());
        }
        for step in &self.once {
            self.interpreter.register_op(step.ir.clone());
        }
    }

    fn bind(&mut self, tensor: &TensorIr, value: DispatchTensor) {
        let value = <DispatchTensor as DispatchKindConversion<B>>::try_into_backend(value);
        let handle = match value {
            Ok(BackendTensor::Float(tensor)) => HandleKind::Float(tensor),
            Ok(BackendTensor::Int(tensor)) => HandleKind::Int(tensor),
            Ok(BackendTensor::Bool(tensor)) => HandleKind::Bool(tensor),
            _ => unreachable!("the session binds tensors of its own device"),
        };
        self.interpreter
            .register_tensor_to_device(tensor.id, handle);
    }

    fn take(&mut self, tensor: &TensorIr) -> DispatchTensor {
        let tensor = match self.interpreter.get_tensor(tensor) {
            HandleKind::Float(tensor) => BackendTensor::Float(tensor),
            HandleKind::Int(tensor) => BackendTensor::Int(tensor),
            HandleKind::Bool(tensor) => BackendTensor::Bool(tensor),
            HandleKind::Quantized(_) => unreachable!("quantized tensors cannot be captured"),
        };
        <DispatchTensor as DispatchKindConversion<B>>::from_backend(tensor)
    }

    fn bind_all(&mut self, tensors: &[TensorIr], values: Vec<DispatchTensor>) {
        for (tensor, value) in tensors.iter().zip(values) {
            self.bind(tensor, value);
        }
    }

    /// What failed at `at`, and the state where it is still whole.
    fn failure(&mut self, at: usize, message: String) -> Box<Failure> {
        let step = self.steps.get(at);
        let statement: Option<Statement> = step
            .and_then(|step| self.program.statements.get(step.statement?))
            .cloned();
        let operation = step.map_or_else(|| "replay".to_owned(), |step| operation_name(&step.ir));
        let touched = touched(&self.steps[..(at + 1).min(self.steps.len())], &self.state);
        let state = (!touched).then(|| {
            let state: Vec<_> = self.state.clone();
            state.iter().map(|tensor| self.take(tensor)).collect()
        });
        self.restart();
        Box::new(Failure {
            statement,
            operation,
            message,
            state,
        })
    }
}

impl<B> Runner for Interpreter<B>
where
    B: BackendIr,
    DispatchTensor: DispatchKindConversion<B>,
{
    fn run(&mut self, arguments: Arguments) -> Result<Outcome, Box<Failure>> {
        let (inputs, weights, state) = (
            self.inputs.clone(),
            self.weights.clone(),
            self.state.clone(),
        );
        self.bind_all(&state, arguments.state);
        self.bind_all(&weights, arguments.weights);
        self.bind_all(&inputs, arguments.inputs);

        let mut at = 0;
        let ran = catch(|| {
            for i in 0..self.steps.len() {
                at = i;
                self.interpreter.register_op(self.steps[i].ir.clone());
            }
        });
        if let Err(caught) = ran {
            return Err(self.failure(at, caught.message));
        }
        let outputs = self.outputs.clone();
        let mut taken: Vec<_> = outputs.iter().map(|tensor| self.take(tensor)).collect();
        for tensor in &self.unused {
            self.interpreter
                .register_op(OperationIr::Drop(tensor.clone()));
        }
        let state = taken.split_off(self.results);
        Ok(Outcome {
            results: taken,
            state,
        })
    }
}

/// Whether one of `steps` has given up a tensor of the state.
fn touched(steps: &[Step], state: &[TensorIr]) -> bool {
    let state: HashSet<TensorId> = state.iter().map(|tensor| tensor.id).collect();
    steps.iter().any(|step| {
        step.ir
            .nodes()
            .iter()
            .any(|tensor| tensor.status == TensorStatus::ReadWrite && state.contains(&tensor.id))
    })
}

type Roles = (Vec<TensorIr>, Vec<TensorIr>, Vec<TensorIr>);

fn roles(program: &Program, ir: &impl Fn(TensorId, TensorStatus) -> TensorIr) -> Roles {
    use crate::definition::Role;
    let of = |wanted: &[Role]| {
        program
            .signature
            .bindings
            .iter()
            .filter(|binding| wanted.contains(&binding.role))
            .map(|binding| ir(binding.id, TensorStatus::ReadWrite))
            .collect()
    };
    (
        of(&[Role::Input, Role::Live]),
        of(&[Role::Weights]),
        of(&[Role::State]),
    )
}

/// The shape and element type of every tensor of the program.
fn types(program: &Program) -> HashMap<TensorId, (Shape, DType)> {
    let bindings = program.signature.bindings.iter().chain(&program.results);
    let bound = bindings.map(|binding| (binding.id, (binding.shape.clone(), binding.dtype)));
    let constants = program
        .constants
        .iter()
        .map(|(id, data)| (*id, (data.shape().clone(), data.dtype())));
    let computed = program.operations.iter().flat_map(|operation| {
        operation
            .ir
            .nodes()
            .into_iter()
            .map(|tensor| (tensor.id, (tensor.shape.clone(), tensor.dtype)))
            .collect::<Vec<_>>()
    });
    bound.chain(constants).chain(computed).collect()
}
