//! A replay that only counts: buffers are made, shared, overwritten and given up as the interpreter does on Flex.

use super::layout::{Layout, view};
use super::peak::{LiveRange, Peak};
use super::reuse::{Need, Reuse, reuse};
use super::size::bytes;
use crate::definition::Role;
use crate::graph::{Operation, Program};
use crate::passes::lifetimes;
use burn::tensor::{DType, Shape};
use burn_ir::{OperationIr, TensorId, TensorIr, TensorStatus};
use std::collections::{HashMap, HashSet};

/// Counts one replay of `program`; `folded` says of each operation whether it runs once per session.
pub(super) fn peak(program: &Program, folded: &[bool]) -> Peak {
    let mut memory = Memory::default();
    let once = |i: usize| folded.get(i).copied().unwrap_or(false);
    let permanent = memory.begin(program, &once);
    let kept: HashSet<TensorId> = permanent.into_iter().chain(program.outputs()).collect();
    let (indices, always): (Vec<usize>, Vec<Operation>) = program
        .operations
        .iter()
        .enumerate()
        .filter(|(i, _)| !once(*i))
        .map(|(i, operation)| (i, operation.clone()))
        .unzip();
    let mut next = indices.into_iter();
    for step in lifetimes(&always, &kept) {
        match &step.ir {
            OperationIr::Drop(tensor) => memory.give_up(tensor.id),
            ir => {
                memory.now = next.next().unwrap_or(memory.now);
                memory.run(ir);
            }
        }
    }
    memory.summary(program)
}

/// A buffer, and the tensor that it is counted for.
struct Buffer {
    bytes: u64,
    /// How many tensors show it, and who outside of the replay holds it.
    handles: usize,
    owner: usize,
}

/// A tensor with a buffer, from one moment to another.
struct Owner {
    tensor: TensorId,
    bytes: u64,
    held: bool,
    first: usize,
    last: Option<usize>,
    from: usize,
    until: usize,
}

/// The buffers of a replay. Bytes are summed in 128 bits, where no program overflows them.
#[derive(Default)]
struct Memory {
    buffers: Vec<Buffer>,
    tensors: HashMap<TensorId, (usize, Layout)>,
    owners: Vec<Owner>,
    /// The index of the operation that runs.
    now: usize,
    /// Counts what happens to buffers.
    moment: usize,
    live: u128,
    held: u128,
    peak: u128,
    /// The moment and the operation of the peak.
    at: Option<(usize, usize)>,
}

impl Memory {
    /// Puts everything there that a replay finds. The tensors that it leaves as they are come back.
    fn begin(&mut self, program: &Program, once: &dyn Fn(usize) -> bool) -> HashSet<TensorId> {
        let mut permanent = HashSet::new();
        let mut numbers = Vec::new();
        for binding in &program.signature.bindings {
            let holders = match binding.role {
                Role::Live => {
                    numbers.push(binding);
                    continue;
                }
                Role::Weights => {
                    permanent.insert(binding.id);
                    2
                }
                Role::State => 1,
                _ => 2,
            };
            self.allocate(binding.id, &binding.shape, binding.dtype, holders, true);
        }
        for (id, data) in program.constants.iter() {
            permanent.insert(*id);
            self.allocate(*id, data.shape(), data.dtype(), 2, true);
        }
        for (_, operation) in program
            .operations
            .iter()
            .enumerate()
            .filter(|(i, _)| once(*i))
        {
            for tensor in operation.ir.outputs() {
                permanent.insert(tensor.id);
            }
            self.fold(&operation.ir);
        }
        (self.held, self.peak) = (self.live, self.live);
        // The replay uploads live numbers.
        for binding in numbers {
            self.allocate(binding.id, &binding.shape, binding.dtype, 1, false);
        }
        permanent
    }

    /// What a folded operation leaves for every replay.
    fn fold(&mut self, ir: &OperationIr) {
        if let (Some(input), Some(out)) = (ir.inputs().next(), ir.outputs().next())
            && let Some(layout) = view(ir, &self.layout(input))
            && self.share(input.id, out.id, layout)
        {
            return;
        }
        for out in ir.outputs() {
            self.allocate(out.id, &out.shape, out.dtype, 2, true);
        }
    }

    /// Runs an operation: its results first, while its operands are there; then it gives up those that it used for the last time.
    fn run(&mut self, ir: &OperationIr) {
        let mut taken: Vec<TensorId> = ir
            .inputs()
            .filter(|tensor| tensor.status == TensorStatus::ReadWrite)
            .map(|tensor| tensor.id)
            .collect();
        let mut outputs = ir.outputs();
        if let Some(out) = outputs.next()
            && !self.show(ir, out)
        {
            let reuse = reuse(ir);
            let operand = reuse
                .as_ref()
                .and_then(|reuse| self.overwritten(ir, out, reuse));
            match operand {
                Some(operand) => {
                    self.overwrite(operand, out.id);
                    taken.retain(|id| *id != operand);
                }
                None => {
                    let layout = reuse.and_then(|reuse| self.kept_layout(out, &reuse));
                    self.allocate(out.id, &out.shape, out.dtype, 1, false);
                    if let (Some(layout), Some(made)) = (layout, self.tensors.get_mut(&out.id)) {
                        made.1 = layout;
                    }
                }
            }
        }
        for out in outputs {
            self.allocate(out.id, &out.shape, out.dtype, 1, false);
        }
        for id in taken {
            self.give_up(id);
        }
    }

    /// Makes the result a view, where the operation does.
    fn show(&mut self, ir: &OperationIr, out: &TensorIr) -> bool {
        let Some(input) = ir.inputs().next() else {
            return false;
        };
        match view(ir, &self.layout(input)) {
            Some(layout) => self.share(input.id, out.id, layout),
            None => false,
        }
    }

    /// The operand that the operation overwrites.
    fn overwritten(&self, ir: &OperationIr, out: &TensorIr, reuse: &Reuse<'_>) -> Option<TensorId> {
        let all: Vec<Layout> = ir.inputs().map(|tensor| self.layout(tensor)).collect();
        let simple =
            all.iter().all(Layout::is_contiguous) || !all.iter().any(Layout::runs_backward);
        let fits = |operand: &&&TensorIr| {
            let layout = self.layout(operand);
            let stands = match reuse.need {
                Need::Start => layout.starts_buffer() && simple,
                Need::Dense => layout.is_contiguous(),
            };
            let alike = operand.shape == out.shape && operand.dtype == out.dtype;
            let last = operand.status == TensorStatus::ReadWrite;
            alike && last && stands && self.is_unique(operand.id)
        };
        reuse.operands.iter().find(fits).map(|operand| operand.id)
    }

    /// The layout of a result in a buffer of its own, where the operand's is kept.
    fn kept_layout(&self, out: &TensorIr, reuse: &Reuse<'_>) -> Option<Layout> {
        let operand = reuse.operands.first().filter(|_| reuse.keeps_layout)?;
        let layout = self.layout(operand);
        (operand.shape == out.shape && layout.covers_buffer()).then_some(layout)
    }

    fn layout(&self, tensor: &TensorIr) -> Layout {
        let known = self.tensors.get(&tensor.id);
        known.map_or_else(|| Layout::of(&tensor.shape), |(_, layout)| layout.clone())
    }

    fn is_unique(&self, tensor: TensorId) -> bool {
        let place = self.tensors.get(&tensor);
        let buffer = place.and_then(|(buffer, _)| self.buffers.get(*buffer));
        buffer.is_some_and(|buffer| buffer.handles == 1)
    }

    fn allocate(&mut self, id: TensorId, shape: &Shape, dtype: DType, handles: usize, held: bool) {
        self.give_up(id);
        let bytes = bytes(shape, dtype);
        let owner = self.own(id, bytes, held);
        self.tensors
            .insert(id, (self.buffers.len(), Layout::of(shape)));
        self.buffers.push(Buffer {
            bytes,
            handles,
            owner,
        });
        self.live += u128::from(bytes);
        if self.live > self.peak {
            self.peak = self.live;
            self.at = Some((self.moment, self.now));
        }
    }

    /// Lets `out` show the buffer of `input`.
    fn share(&mut self, input: TensorId, out: TensorId, layout: Layout) -> bool {
        let Some((buffer, _)) = self.tensors.get(&input) else {
            return false;
        };
        let buffer = *buffer;
        if let Some(shared) = self.buffers.get_mut(buffer) {
            shared.handles += 1;
        }
        self.give_up(out);
        self.tensors.insert(out, (buffer, layout));
        true
    }

    /// Hands the buffer of `operand` to `out`.
    fn overwrite(&mut self, operand: TensorId, out: TensorId) {
        let Some((buffer, layout)) = self.tensors.remove(&operand) else {
            return;
        };
        self.give_up(out);
        self.tensors.insert(out, (buffer, layout));
        let Some((bytes, owner)) = self.buffers.get(buffer).map(|it| (it.bytes, it.owner)) else {
            return;
        };
        self.disown(owner);
        let owner = self.own(out, bytes, false);
        if let Some(buffer) = self.buffers.get_mut(buffer) {
            buffer.owner = owner;
        }
    }

    fn give_up(&mut self, tensor: TensorId) {
        let Some((buffer, _)) = self.tensors.remove(&tensor) else {
            return;
        };
        let Some(buffer) = self.buffers.get_mut(buffer) else {
            return;
        };
        buffer.handles = buffer.handles.saturating_sub(1);
        if buffer.handles == 0 {
            let (bytes, owner) = (buffer.bytes, buffer.owner);
            self.live = self.live.saturating_sub(u128::from(bytes));
            self.disown(owner);
        }
    }

    fn own(&mut self, tensor: TensorId, bytes: u64, held: bool) -> usize {
        self.moment += 1;
        self.owners.push(Owner {
            tensor,
            bytes,
            held,
            first: self.now,
            last: None,
            from: self.moment,
            until: usize::MAX,
        });
        self.owners.len() - 1
    }

    fn disown(&mut self, owner: usize) {
        self.moment += 1;
        if let Some(owner) = self.owners.get_mut(owner) {
            owner.last = Some(self.now);
            owner.until = self.moment;
        }
    }

    fn summary(self, program: &Program) -> Peak {
        let names = names(program);
        let end = program.operations.len().saturating_sub(1);
        let (moment, at) = self.at.unzip();
        // Without a peak of its own, the replay holds most at its beginning: everything that was there is.
        let there = |owner: &&Owner| match moment {
            Some(moment) => owner.from <= moment && moment < owner.until,
            None => owner.held,
        };
        let mut live: Vec<LiveRange> = self
            .owners
            .iter()
            .filter(there)
            .map(|owner| LiveRange {
                tensor: owner.tensor,
                name: names.get(&owner.tensor).cloned(),
                bytes: owner.bytes,
                held: owner.held,
                first: owner.first,
                last: owner.last.unwrap_or(end),
            })
            .collect();
        live.sort_by(|a, b| b.bytes.cmp(&a.bytes).then(a.tensor.cmp(&b.tensor)));
        let at = at.filter(|at| *at < program.operations.len());
        let operation = at.and_then(|at| program.operations.get(at));
        let narrow = |bytes: u128| u64::try_from(bytes).unwrap_or(u64::MAX);
        Peak {
            bytes: narrow(self.peak),
            held: narrow(self.held),
            allocated: narrow(self.peak.saturating_sub(self.held)),
            at,
            operation: operation.map(Operation::name),
            statement: operation.and_then(|it| program.statement(it)).cloned(),
            live,
        }
    }
}

/// The names of the tensors that cross the boundary; those of parameters before those of results.
fn names(program: &Program) -> HashMap<TensorId, String> {
    let mut names: HashMap<TensorId, String> = HashMap::new();
    let state = program.signature.role(Role::State);
    let next = program.next_state.iter().zip(state);
    let given = program.signature.bindings.iter();
    let all = given
        .chain(&program.results)
        .map(|binding| (binding.id, &binding.name))
        .chain(next.map(|(id, leaf)| (*id, &leaf.name)));
    for (id, name) in all {
        names.entry(id).or_insert_with(|| name.clone());
    }
    names
}
