//! What a program's tensors are to its graphs: which slots stay filled, which are written, and what is copied inside the last graph.

use crate::definition::Role;
use crate::engine::slots::slot;
use crate::graph::Program;
use burn::tensor::DType;
use burn_ir::{ActivationOperationIr, FloatOperationIr, NumericOperationIr, OperationIr, TensorId};
use std::collections::HashSet;

/// The slots of a program that is recorded.
pub(super) struct Layout {
    /// The tensors that are arguments, in the order of the signature.
    pub(super) inputs: Vec<usize>,
    pub(super) weights: Vec<usize>,
    pub(super) state: Vec<usize>,
    /// The live numbers, in the order of the signature: those of one element type share one buffer.
    pub(super) numbers: Vec<Pack>,
    /// What each leaf of the state becomes; `None` where it stays as it is.
    pub(super) next: Vec<Option<Next>>,
    /// Where each result waits after the graphs.
    pub(super) results: Vec<usize>,
    /// Which of them may be lent: those that only a graph writes and nothing else holds.
    pub(super) lendable: Vec<bool>,
    /// Results that are copied before the state is written: (from, to).
    pub(super) kept_results: Vec<(usize, usize)>,
    /// The slots that stay filled from replay to replay.
    pub(super) lasting: HashSet<usize>,
    /// The slots of operations that write into memory of their own.
    pub(super) fresh: HashSet<usize>,
    /// How many slots there are.
    pub(super) count: usize,
}

/// Live numbers of one element type, side by side in one buffer.
pub(super) struct Pack {
    pub(super) dtype: DType,
    /// The slot of the buffer; of a single number, its own.
    pub(super) buffer: usize,
    /// Each number's place among the signature's numbers, and its slot.
    pub(super) numbers: Vec<(usize, usize)>,
}

/// The new value of a leaf of the state.
#[derive(Clone, Copy)]
pub(super) struct Next {
    pub(super) from: usize,
    /// Whether the value may share a buffer with the state, and is copied before any of it is written.
    pub(super) shares: bool,
}

impl Layout {
    /// Lays out `program`, of whose tensors `constant` hold the same value at every replay, and `crossing` go from one piece to another.
    pub(super) fn new(
        program: &Program,
        count: usize,
        constant: &HashSet<usize>,
        crossing: &HashSet<TensorId>,
    ) -> Self {
        let of = |wanted: Role| -> Vec<usize> {
            let bindings = program.signature.role(wanted);
            bindings.map(|binding| slot(binding.id)).collect()
        };
        let (inputs, weights, state) = (of(Role::Input), of(Role::Weights), of(Role::State));
        let mut count = count;
        let numbers = packs(program, &mut count);
        // What holds one value from the graph's begin to its end, in a buffer that no operation writes.
        let single = numbers.iter().filter(|pack| pack.numbers.len() == 1);
        let fixed: HashSet<usize> = inputs
            .iter()
            .chain(&weights)
            .chain(constant)
            .copied()
            .chain(single.map(|pack| pack.buffer))
            .chain(crossing.iter().map(|id| slot(*id)))
            .collect();
        let fresh: HashSet<usize> = program
            .operations
            .iter()
            .filter(|operation| allocates(&operation.ir))
            .flat_map(|operation| operation.ir.outputs().map(|tensor| slot(tensor.id)))
            .collect();

        let mut lasting = fixed.clone();
        lasting.extend(&state);
        for pack in &numbers {
            lasting.insert(pack.buffer);
            lasting.extend(pack.numbers.iter().map(|(_, slot)| *slot));
        }
        let mut kept_results = Vec::new();
        let mut results = Vec::new();
        let mut lendable = Vec::new();
        let given =
            |slot: &usize| fixed.contains(slot) && !crossing.contains(&TensorId::new(*slot as u64));
        for result in &program.results {
            let from = slot(result.id);
            lendable.push(!given(&from));
            if fixed.contains(&from) || fresh.contains(&from) {
                results.push(from);
                lasting.insert(from);
            } else {
                kept_results.push((from, count));
                results.push(count);
                lasting.insert(count);
                count += 1;
            }
        }
        let leaves = state.iter().zip(&program.next_state);
        let next = leaves
            .map(|(leaf, next)| {
                let from = slot(*next);
                (from != *leaf).then(|| Next {
                    from,
                    shares: !fixed.contains(&from) && !fresh.contains(&from),
                })
            })
            .collect();
        Self {
            inputs,
            weights,
            state,
            numbers,
            next,
            results,
            lendable,
            kept_results,
            lasting,
            fresh,
            count,
        }
    }
}

/// Whether a replay changes the state.
pub(super) fn writes_state(program: &Program) -> bool {
    let leaves = program.signature.role(Role::State).map(|leaf| leaf.id);
    leaves
        .zip(&program.next_state)
        .any(|(leaf, next)| leaf != *next)
}

/// Whether several live numbers share an element type, and so a buffer.
pub(super) fn packs_numbers(program: &Program) -> bool {
    packs(program, &mut 0)
        .iter()
        .any(|pack| pack.numbers.len() > 1)
}

/// The live numbers by element type; several of one type get a slot more, for their common buffer.
fn packs(program: &Program, count: &mut usize) -> Vec<Pack> {
    let mut packs: Vec<Pack> = Vec::new();
    for (place, binding) in program.signature.role(Role::Live).enumerate() {
        let number = (place, slot(binding.id));
        match packs.iter_mut().find(|pack| pack.dtype == binding.dtype) {
            Some(pack) => pack.numbers.push(number),
            None => packs.push(Pack {
                dtype: binding.dtype,
                buffer: number.1,
                numbers: vec![number],
            }),
        }
    }
    for pack in packs.iter_mut().filter(|pack| pack.numbers.len() > 1) {
        pack.buffer = *count;
        *count += 1;
    }
    packs
}

/// Whether the operation surely writes its result into memory that nothing else of the program names: new memory, or that of an
/// operand at its last use. What is not listed may return a view of its operand, and is copied where that would matter.
fn allocates(operation: &OperationIr) -> bool {
    use FloatOperationIr as F;
    use NumericOperationIr as N;
    match operation {
        OperationIr::NumericFloat(_, operation) | OperationIr::NumericInt(_, operation) => {
            matches!(
                operation,
                N::Add(_)
                    | N::Sub(_)
                    | N::Mul(_)
                    | N::Div(_)
                    | N::Rem(_)
                    | N::AddScalar(_)
                    | N::SubScalar(_)
                    | N::MulScalar(_)
                    | N::DivScalar(_)
                    | N::Neg(_)
                    | N::Abs(_)
                    | N::Sum(_)
                    | N::Mean(_)
            )
        }
        OperationIr::Float(_, operation) => matches!(
            operation,
            F::Matmul(_)
                | F::Exp(_)
                | F::Log(_)
                | F::Sqrt(_)
                | F::Recip(_)
                | F::Tanh(_)
                | F::Powf(_)
                | F::Sin(_)
                | F::Cos(_)
        ),
        OperationIr::Activation(operation) => matches!(
            operation,
            ActivationOperationIr::Relu(_)
                | ActivationOperationIr::Gelu(_)
                | ActivationOperationIr::Sigmoid(_)
        ),
        _ => false,
    }
}

/// The tensors that a graph may not give up at their last use: all that last, and all that leave.
pub(super) fn kept(
    program: &Program,
    layout: &Layout,
    crossing: &HashSet<TensorId>,
) -> HashSet<TensorId> {
    let lasting = layout
        .lasting
        .iter()
        .map(|slot| TensorId::new(*slot as u64));
    let bindings = program.signature.bindings.iter().map(|binding| binding.id);
    lasting
        .chain(bindings)
        .chain(program.outputs())
        .chain(crossing.iter().copied())
        .collect()
}
