//! What the interpreter does at each step: kernels, runs of kernels, and the operations that Burn's interpreter runs.

use super::kernels::{Apply, Kernel, Link, Whole, kernel};
use super::slots::{Operand, Slots, slot};
use crate::passes::Step;
use burn_ir::{BackendIr, HandleKind, OperationIr, TensorId, TensorIr, TensorStatus};
use burn_router::TensorInterpreter;
use std::cell::Cell;
use std::collections::HashSet;

/// One action, of one step or of a run of steps.
pub(crate) enum Action<B: BackendIr> {
    /// A run of steps, each of which takes the result of the one before and is the last to use it. The tensor goes from hand to
    /// hand; only the ends of the run touch the slots.
    Run {
        input: Operand,
        links: Vec<(usize, Apply<B>)>,
        out: usize,
    },
    Kernel(usize, Whole<B>),
    Other(usize, Box<Other>),
    Drop(usize),
}

/// An operation for Burn's interpreter, with the statuses that leave nothing behind in it.
pub(crate) struct Other {
    ir: OperationIr,
    inputs: Vec<(TensorIr, Operand)>,
    repeated: Vec<TensorIr>,
    outputs: Vec<TensorIr>,
}

/// The actions of a program's steps.
pub(crate) fn actions<B: BackendIr>(steps: &[Step]) -> Vec<Action<B>> {
    let mut actions: Vec<Action<B>> = Vec::with_capacity(steps.len());
    for (i, step) in steps.iter().enumerate() {
        if let OperationIr::Drop(tensor) = &step.ir {
            actions.push(Action::Drop(slot(tensor.id)));
            continue;
        }
        match kernel(&step.ir) {
            Some(Kernel::Link(link)) => join(&mut actions, i, link),
            Some(Kernel::Whole(kernel)) => actions.push(Action::Kernel(i, kernel)),
            None => actions.push(Action::Other(i, Box::new(Other::new(&step.ir)))),
        }
    }
    actions
}

/// Adds `link` to the run before it, or starts a new one.
fn join<B: BackendIr>(actions: &mut Vec<Action<B>>, step: usize, link: Link<B>) {
    if let Some(Action::Run { links, out, .. }) = actions.last_mut()
        && link.input.ends(*out)
    {
        links.push((step, link.apply));
        *out = link.out;
        return;
    }
    actions.push(Action::Run {
        input: link.input,
        links: vec![(step, link.apply)],
        out: link.out,
    });
}

impl<B: BackendIr> Action<B> {
    /// Runs the action; `at` is the step that is under way.
    pub(crate) fn run(
        &self,
        slots: &mut Slots<B>,
        other: &mut TensorInterpreter<B>,
        at: &Cell<usize>,
    ) {
        match self {
            Self::Run { input, links, out } => {
                let mut tensor = slots.float(*input);
                for (step, apply) in links {
                    at.set(*step);
                    tensor = apply(tensor, slots);
                }
                slots.put(*out, HandleKind::Float(tensor));
            }
            Self::Kernel(step, kernel) => {
                at.set(*step);
                kernel(slots);
            }
            Self::Other(step, operation) => {
                at.set(*step);
                operation.run(slots, other);
            }
            Self::Drop(slot) => slots.clear(*slot),
        }
    }
}

impl Other {
    fn run<B: BackendIr>(&self, slots: &mut Slots<B>, other: &mut TensorInterpreter<B>) {
        for (tensor, operand) in &self.inputs {
            let value = slots.get(*operand);
            other.register_tensor_to_device(tensor.id, value);
        }
        other.register_op(self.ir.clone());
        for tensor in &self.repeated {
            other.register_op(OperationIr::Drop(tensor.clone()));
        }
        for tensor in &self.outputs {
            let value = other.get_tensor(tensor);
            slots.put(slot(tensor.id), value);
        }
    }

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
