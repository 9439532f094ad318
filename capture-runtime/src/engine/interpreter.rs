//! The interpreter: operations run one by one on a backend, each the moment it is reached.

use super::actions::{Action, actions};
use super::buffers::on_device;
use super::slots::{Operand, Slots, slot};
use super::{Arguments, Engine, Failure, FailureKind, Outcome, Runner, State, Status};
use crate::boundary::Value;
use crate::capture::catch;
use crate::definition::Role;
use crate::graph::{Operation, Program};
use crate::passes::{Step, fold, lifetimes};
use burn_dispatch::{DispatchKindConversion, DispatchTensor};
use burn_ir::{BackendIr, TensorId, TensorIr, TensorStatus};
use burn_router::TensorInterpreter;
use std::cell::Cell;
use std::collections::HashSet;
use std::sync::Arc;

/// Runs one program on one device.
pub(crate) struct Interpreter<B: BackendIr> {
    /// Burn's interpreter, for the operations that are not kernels. It is empty between operations.
    other: TensorInterpreter<B>,
    device: B::Device,
    program: Arc<Program>,
    slots: Slots<B>,
    /// What each step writes first, by which its operation is found again when it fails.
    writes: Vec<Option<TensorId>>,
    actions: Vec<Action<B>>,
    inputs: Vec<usize>,
    weights: Vec<usize>,
    state: Vec<usize>,
    /// The results and then the next state; a tensor that leaves twice is given up the last time.
    outputs: Vec<Operand>,
    /// The slots that stay filled from replay to replay: constants, and what is computed from them alone.
    constant: HashSet<usize>,
    slot_count: usize,
    /// Why the interpreter runs the program.
    reason: &'static str,
}

impl<B> Interpreter<B>
where
    B: BackendIr,
    DispatchTensor: DispatchKindConversion<B>,
{
    /// Makes `program` ready on `device`: runs what depends on constants only.
    pub(crate) fn new(program: &Arc<Program>, device: B::Device, reason: &'static str) -> Self {
        let (once, always) = fold(program);
        let folded = once
            .iter()
            .flat_map(|operation| operation.ir.outputs().map(|tensor| tensor.id));
        let constant: HashSet<TensorId> = program.constants.keys().copied().chain(folded).collect();
        let of = |wanted: &[Role]| -> Vec<usize> {
            let bindings = program.signature.bindings.iter();
            let wanted = bindings.filter(|binding| wanted.contains(&binding.role));
            wanted.map(|binding| slot(binding.id)).collect()
        };
        let weights = of(&[Role::Weights]);
        let permanent: HashSet<TensorId> = constant
            .iter()
            .copied()
            .chain(weights.iter().map(|slot| TensorId::new(*slot as u64)))
            .collect();
        let kept: HashSet<TensorId> = permanent.iter().copied().chain(program.outputs()).collect();
        let steps = lifetimes(&always, &kept);
        let slot_count = count(program);
        let mut this = Self {
            other: TensorInterpreter::new(device.clone()),
            device,
            slots: Slots::new(slot_count),
            actions: actions(&steps),
            writes: steps.iter().map(Step::first_write).collect(),
            inputs: of(&[Role::Input, Role::Live]),
            weights,
            state: of(&[Role::State]),
            outputs: outputs(program, &permanent),
            constant: constant.iter().map(|id| slot(*id)).collect(),
            slot_count,
            reason,
            program: program.clone(),
        };
        this.fold(&once, &constant);
        this
    }

    /// Fills the slots of constants, and of what is computed from them alone.
    fn fold(&mut self, once: &[Operation], constant: &HashSet<TensorId>) {
        for (id, data) in self.program.constants.iter() {
            self.other.register_tensor_data_id(*id, data.clone());
            let tensor = TensorIr {
                id: *id,
                shape: data.shape().clone(),
                status: TensorStatus::ReadWrite,
                dtype: data.dtype(),
            };
            let value = self.other.get_tensor(&tensor);
            self.slots.put(slot(*id), value);
        }
        let at = Cell::new(0);
        for action in actions(&lifetimes(once, constant)) {
            action.run(&mut self.slots, &mut self.other, &at);
        }
    }

    /// The slots that stay filled from replay to replay.
    pub(super) fn constant(&self) -> &HashSet<usize> {
        &self.constant
    }

    /// A handle on the constant in `slot`.
    pub(super) fn held(&mut self, slot: usize) -> burn_ir::HandleKind<B> {
        self.slots.get(Operand::lending(slot))
    }

    /// Empties every slot that a replay fills, after a failure.
    fn reset(&mut self) {
        self.other = TensorInterpreter::new(self.device.clone());
        for slot in 0..self.slot_count {
            if !self.constant.contains(&slot) {
                self.slots.clear(slot);
            }
        }
    }

    /// What failed at `at`, and the state where it is still whole.
    fn failure(&mut self, at: usize, message: String) -> Box<Failure> {
        let written = self.writes.get(at).copied().flatten();
        let source = written.and_then(|id| self.program.writer(id));
        let statement = source
            .and_then(|operation| self.program.statement(operation))
            .cloned();
        let operation = source.map_or_else(|| "replay".to_owned(), Operation::name);
        let whole = self.state.iter().all(|slot| self.slots.holds(*slot));
        let state = whole.then(|| {
            let state = self.state.iter();
            State::from(
                state
                    .map(|slot| self.slots.hand_out(Operand::taking(*slot)))
                    .collect::<Vec<_>>(),
            )
        });
        self.reset();
        Box::new(Failure {
            statement,
            operation,
            message,
            state,
            kind: FailureKind::Operation,
        })
    }
}

impl<B> Runner for Interpreter<B>
where
    B: BackendIr,
    DispatchTensor: DispatchKindConversion<B>,
{
    fn run(&mut self, arguments: Arguments) -> Result<Outcome, Box<Failure>> {
        let bindings = [
            (&self.state, arguments.state.tensors),
            (&self.weights, arguments.weights),
        ];
        for (slots, values) in bindings {
            for (slot, value) in slots.iter().zip(values) {
                self.slots.bind(*slot, value);
            }
        }
        for (slot, value) in self.inputs.iter().zip(arguments.inputs) {
            let tensor = match value {
                Value::Tensor(tensor) => tensor,
                Value::Number(number) => on_device(number, &arguments.device),
            };
            self.slots.bind(*slot, tensor);
        }
        let at = Cell::new(0);
        let ran = catch(|| {
            for action in &self.actions {
                action.run(&mut self.slots, &mut self.other, &at);
            }
        });
        if let Err(caught) = ran {
            return Err(self.failure(at.get(), caught.message));
        }
        let outputs = self.outputs.iter();
        let mut results: Vec<_> = outputs
            .map(|operand| self.slots.hand_out(*operand))
            .collect();
        // Arguments that no operation reads wait in their slots still; weights are lent again at the next replay.
        for slot in self.inputs.iter().chain(&self.state).chain(&self.weights) {
            if !self.constant.contains(slot) {
                self.slots.clear(*slot);
            }
        }
        let state = results.split_off(self.program.results.len());
        Ok(Outcome {
            results,
            state: state.into(),
        })
    }

    fn warm_up(&mut self, arguments: Arguments) -> Result<State, Box<Failure>> {
        Ok(arguments.state)
    }

    fn status(&self) -> Status {
        Status::new(Engine::Interpreter, self.reason)
    }
}

fn outputs(program: &Program, permanent: &HashSet<TensorId>) -> Vec<Operand> {
    let leaving: Vec<TensorId> = program.outputs().collect();
    let again = |i: usize, id: &TensorId| leaving[i + 1..].contains(id);
    leaving
        .iter()
        .enumerate()
        .map(|(i, id)| match again(i, id) || permanent.contains(id) {
            true => Operand::lending(slot(*id)),
            false => Operand::taking(slot(*id)),
        })
        .collect()
}

/// How many tensors the program has: they are numbered without gaps.
pub(super) fn count(program: &Program) -> usize {
    let bindings = program.signature.bindings.iter().map(|binding| binding.id);
    let computed = program.operations.iter().flat_map(|operation| {
        operation
            .ir
            .nodes()
            .into_iter()
            .map(|tensor| tensor.id)
            .collect::<Vec<_>>()
    });
    let all = bindings
        .chain(computed)
        .chain(program.constants.keys().copied())
        .chain(program.outputs());
    all.map(|id| slot(id) + 1).max().unwrap_or(0)
}
