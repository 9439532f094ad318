//! The interpreter: operations run one by one on a backend, each the moment it is reached.

use super::kernels::{Kernel, kernel};
use super::slots::{Operand, Slots, slot};
use super::{Arguments, Failure, Outcome, Runner};
use crate::capture::catch;
use crate::definition::Role;
use crate::graph::{Operation, Program, operation_name};
use crate::passes::{Step, fold, lifetimes};
use burn_dispatch::{DispatchKindConversion, DispatchTensor};
use burn_ir::{BackendIr, HandleKind, OperationIr, TensorId, TensorIr, TensorStatus};
use burn_router::TensorInterpreter;
use std::collections::HashSet;

/// Runs one program on one device.
pub(crate) struct Interpreter<B: BackendIr> {
    /// Burn's interpreter, for the operations that are not kernels. It is empty between operations.
    other: TensorInterpreter<B>,
    device: B::Device,
    program: Program,
    slots: Slots<B>,
    steps: Vec<Step>,
    actions: Vec<Action<B>>,
    inputs: Vec<usize>,
    weights: Vec<usize>,
    state: Vec<usize>,
    /// The results and then the next state; a tensor that leaves twice is given up the last time.
    outputs: Vec<Operand>,
    /// The slots that stay filled from replay to replay: constants, and what is computed from them alone.
    constant: HashSet<usize>,
    slot_count: usize,
}

/// What a step does.
enum Action<B: BackendIr> {
    Kernel(Kernel<B>),
    Other(Box<Other>),
    Drop(usize),
}

/// An operation for Burn's interpreter, with the statuses that leave nothing behind in it.
struct Other {
    ir: OperationIr,
    inputs: Vec<(TensorIr, Operand)>,
    repeated: Vec<TensorIr>,
    outputs: Vec<TensorIr>,
}

impl<B> Interpreter<B>
where
    B: BackendIr,
    DispatchTensor: DispatchKindConversion<B>,
{
    /// Makes `program` ready on `device`: runs what depends on constants only.
    pub(crate) fn new(program: &Program, device: B::Device) -> Self {
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
            actions: steps.iter().map(|step| action(&step.ir)).collect(),
            steps,
            inputs: of(&[Role::Input, Role::Live]),
            weights,
            state: of(&[Role::State]),
            outputs: outputs(program, &permanent),
            constant: constant.iter().map(|id| slot(*id)).collect(),
            slot_count,
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
        for step in lifetimes(once, constant) {
            act(&action(&step.ir), &mut self.slots, &mut self.other);
        }
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
        let step = self.steps.get(at);
        let statement = step
            .and_then(|step| self.program.statements.get(step.statement?))
            .cloned();
        let operation = step.map_or_else(|| "replay".to_owned(), |step| operation_name(&step.ir));
        let whole = self.state.iter().all(|slot| self.slots.holds(*slot));
        let state = whole.then(|| {
            let state = self.state.iter();
            state
                .map(|slot| self.slots.hand_out(Operand::taking(*slot)))
                .collect()
        });
        self.reset();
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
        let bindings = [
            (&self.state, arguments.state),
            (&self.weights, arguments.weights),
            (&self.inputs, arguments.inputs),
        ];
        for (slots, values) in bindings {
            for (slot, value) in slots.iter().zip(values) {
                self.slots.bind(*slot, value);
            }
        }
        let mut at = 0;
        let ran = catch(|| {
            for (i, action) in self.actions.iter().enumerate() {
                at = i;
                act(action, &mut self.slots, &mut self.other);
            }
        });
        if let Err(caught) = ran {
            return Err(self.failure(at, caught.message));
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
        Ok(Outcome { results, state })
    }
}

/// Runs one step.
fn act<B: BackendIr>(action: &Action<B>, slots: &mut Slots<B>, other: &mut TensorInterpreter<B>) {
    match action {
        Action::Kernel(kernel) => kernel(slots),
        Action::Drop(slot) => slots.clear(*slot),
        Action::Other(operation) => {
            for (tensor, operand) in &operation.inputs {
                let value = slots.get(*operand);
                register(other, tensor.id, value);
            }
            other.register_op(operation.ir.clone());
            for tensor in &operation.repeated {
                other.register_op(OperationIr::Drop(tensor.clone()));
            }
            for tensor in &operation.outputs {
                let value = other.get_tensor(tensor);
                slots.put(slot(tensor.id), value);
            }
        }
    }
}

fn register<B: BackendIr>(other: &mut TensorInterpreter<B>, id: TensorId, value: HandleKind<B>) {
    other.register_tensor_to_device(id, value);
}

fn action<B: BackendIr>(ir: &OperationIr) -> Action<B> {
    if let OperationIr::Drop(tensor) = ir {
        return Action::Drop(slot(tensor.id));
    }
    match kernel(ir) {
        Some(kernel) => Action::Kernel(kernel),
        None => Action::Other(Box::new(Other::new(ir))),
    }
}

impl Other {
    fn new(ir: &OperationIr) -> Self {
        let written = |tensor: &TensorIr| TensorIr {
            status: TensorStatus::ReadWrite,
            ..tensor.clone()
        };
        let mut seen = HashSet::new();
        let mut twice = HashSet::new();
        for tensor in ir.inputs() {
            if !seen.insert(tensor.id) {
                twice.insert(tensor.id);
            }
        }
        let mut given = HashSet::new();
        let inputs: Vec<_> = ir
            .inputs()
            .filter(|tensor| given.insert(tensor.id))
            .map(|tensor| (tensor.clone(), Operand::of(tensor)))
            .collect();
        let repeated = inputs
            .iter()
            .filter(|(tensor, _)| twice.contains(&tensor.id))
            .map(|(tensor, _)| written(tensor))
            .collect();
        // Burn's interpreter is handed its own handles: it gives each up at the operation, or drops it right after.
        let mut own = ir.clone();
        own.visit_mut(&mut GiveUp(&twice));
        Self {
            ir: own,
            inputs,
            repeated,
            outputs: ir.outputs().map(written).collect(),
        }
    }
}

struct GiveUp<'a>(&'a HashSet<TensorId>);

impl burn_ir::IrVisitorMut for GiveUp<'_> {
    fn visit_tensor_mut(&mut self, tensor: &mut TensorIr) {
        if tensor.status != TensorStatus::NotInit {
            tensor.status = match self.0.contains(&tensor.id) {
                true => TensorStatus::ReadOnly,
                false => TensorStatus::ReadWrite,
            };
        }
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
fn count(program: &Program) -> usize {
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
