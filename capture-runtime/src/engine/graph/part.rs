//! The parts of a program at work: what is drawn, what runs on the host, what is recorded.

use super::device::DeviceGraph;
use super::layout::{self, Layout};
use super::overwrite;
use super::pieces::{self, Piece};
use crate::engine::actions::{Action, actions};
use crate::engine::buffers::copied;
use crate::engine::slots::{Operand, Slots, slot};
use crate::engine::{Engine, Piece as Reported};
use crate::graph::{Operation, Program};
use crate::passes::{Step, fold, lifetimes};
use burn::tensor::Device;
use burn_dispatch::{DispatchKindConversion, DispatchTensor};
use burn_ir::{BackendIr, TensorId};
use burn_router::TensorInterpreter;
use std::cell::Cell;
use std::collections::HashSet;

/// One part of a program.
pub(super) enum Part<B: BackendIr> {
    /// Runs at every replay, and writes what it makes into buffers that graphs read.
    Outside {
        actions: Vec<Action<B>>,
        out: Vec<usize>,
        draws: bool,
        operation: Box<Operation>,
    },
    /// Is recorded.
    Graph(Box<Recorded<B>>),
}

/// The operations of one graph.
pub(super) struct Recorded<B: BackendIr> {
    actions: Vec<Action<B>>,
    /// What each step writes first.
    pub(super) writes: Vec<Option<TensorId>>,
    operations: Vec<Operation>,
    /// Whether live numbers are taken out of their common buffers first.
    unpacks: bool,
    /// What other parts read, and may be a view of something that changes.
    crossing: Vec<usize>,
    /// Whether results are copied and the state is written at the end: in the last graph.
    ends: bool,
    pub(super) graph: Option<DeviceGraph>,
}

/// Cuts `program` into parts.
pub(super) fn parts<B: BackendIr>(
    program: &Program,
    constant: &HashSet<usize>,
) -> (Layout, Vec<Part<B>>) {
    let (_, always) = fold(program);
    let count = crate::engine::interpreter::count(program);
    let cut = pieces::pieces(
        &always,
        layout::packs_numbers(program),
        layout::writes_state(program),
    );
    let is_graph = |piece: &Piece| matches!(piece, Piece::Graph(_));
    let last = cut.iter().rposition(is_graph);
    let crossing = pieces::crossing(&cut, last, &program.outputs().collect());
    let layout = Layout::new(program, count, constant, &crossing);
    let kept = layout::kept(program, &layout, &crossing);
    let mut first = true;
    let mut parts = Vec::with_capacity(cut.len());
    for (i, piece) in cut.into_iter().enumerate() {
        parts.push(match piece {
            Piece::Draw(operation) => outside(operation, &kept, true),
            Piece::Host(operation) => outside(operation, &kept, false),
            Piece::Graph(operations) => {
                let steps = lifetimes(&operations, &kept);
                let made = operations
                    .iter()
                    .flat_map(|operation| operation.ir.outputs());
                let crossing = made
                    .filter(|tensor| crossing.contains(&tensor.id))
                    .filter(|tensor| !layout.fresh.contains(&slot(tensor.id)));
                let graph = Recorded {
                    actions: actions(&steps),
                    writes: steps.iter().map(Step::first_write).collect(),
                    unpacks: first,
                    crossing: crossing.map(|tensor| slot(tensor.id)).collect(),
                    ends: Some(i) == last,
                    graph: None,
                    operations,
                };
                first = false;
                Part::Graph(Box::new(graph))
            }
        });
    }
    (layout, parts)
}

fn outside<B: BackendIr>(operation: Operation, kept: &HashSet<TensorId>, draws: bool) -> Part<B> {
    Part::Outside {
        actions: actions(&lifetimes(core::slice::from_ref(&operation), kept)),
        out: operation
            .ir
            .outputs()
            .map(|tensor| slot(tensor.id))
            .collect(),
        draws,
        operation: Box::new(operation),
    }
}

impl<B> Recorded<B>
where
    B: BackendIr,
    DispatchTensor: DispatchKindConversion<B>,
{
    /// Runs the operations one by one: eagerly, or into a recording. `at` is the step that is under way.
    pub(super) fn interpret(
        &self,
        layout: &Layout,
        slots: &mut Slots<B>,
        other: &mut TensorInterpreter<B>,
        at: &Cell<usize>,
    ) {
        if self.unpacks {
            layout.unpack(slots);
        }
        for action in &self.actions {
            action.run(slots, other, at);
        }
        for slot in &self.crossing {
            let own = copied(&slots.hand_out(Operand::lending(*slot)));
            slots.bind(*slot, own);
        }
        if self.ends {
            layout.end(slots);
        }
    }
}

impl<B> Part<B>
where
    B: BackendIr,
    DispatchTensor: DispatchKindConversion<B>,
{
    /// Runs what is outside of graphs, and writes what it makes into the buffers that graphs read; launches what is recorded.
    pub(super) fn replay(
        &mut self,
        slots: &mut Slots<B>,
        other: &mut TensorInterpreter<B>,
    ) -> Result<(), String> {
        match self {
            Self::Graph(part) => match &part.graph {
                Some(graph) => graph.replay(slots),
                None => Err("the graph is not recorded".to_owned()),
            },
            Self::Outside { actions, out, .. } => {
                let buffers: Vec<_> = out
                    .iter()
                    .map(|slot| slots.hand_out(Operand::taking(*slot)))
                    .collect();
                let at = Cell::new(0);
                for action in actions {
                    action.run(slots, other, &at);
                }
                for (slot, buffer) in out.iter().zip(buffers) {
                    let made = slots.hand_out(Operand::taking(*slot));
                    slots.bind(*slot, buffer);
                    overwrite(slots, *slot, made)?;
                }
                Ok(())
            }
        }
    }

    /// Makes the buffers that a part outside of graphs writes. Nothing is drawn: random numbers stay as they were.
    pub(super) fn allocate(
        &mut self,
        slots: &mut Slots<B>,
        other: &mut TensorInterpreter<B>,
        device: &Device,
    ) {
        let Self::Outside {
            actions,
            out,
            draws,
            operation,
        } = self
        else {
            return;
        };
        if *draws {
            for tensor in operation.ir.outputs() {
                slots.bind(slot(tensor.id), super::record::zeros(tensor, device));
            }
            return;
        }
        let at = Cell::new(0);
        for action in actions {
            action.run(slots, other, &at);
        }
        for slot in out {
            let made = slots.hand_out(Operand::taking(*slot));
            slots.bind(*slot, copied(&made));
        }
    }
}

impl<B: BackendIr> Part<B> {
    pub(super) fn forget(&mut self) {
        if let Self::Graph(part) = self {
            part.graph = None;
        }
    }
}

/// The first operation that works on the host.
pub(super) fn on_host<B: BackendIr>(parts: &[Part<B>]) -> Option<&Operation> {
    parts.iter().find_map(|part| match part {
        Part::Outside {
            draws: false,
            operation,
            ..
        } => Some(&**operation),
        _ => None,
    })
}

/// The parts for a report: the draws as one.
pub(super) fn described<B: BackendIr>(program: &Program, parts: &[Part<B>]) -> Vec<Reported> {
    let mut pieces: Vec<Reported> = Vec::new();
    for part in parts {
        let (operations, what): (&[Operation], Option<String>) = match part {
            Part::Graph(part) => (&part.operations, None),
            Part::Outside {
                draws: true,
                operation,
                ..
            } => (
                core::slice::from_ref(&**operation),
                Some("random".to_owned()),
            ),
            Part::Outside { operation, .. } => {
                (core::slice::from_ref(&**operation), Some(operation.name()))
            }
        };
        let statement = operations.iter().find_map(|one| program.statement(one));
        match (pieces.last_mut(), &what) {
            (Some(last), Some(random)) if random == "random" && last.operation == what => {
                last.operations += 1;
            }
            _ => pieces.push(Reported {
                engine: match what {
                    None => Engine::DeviceGraph,
                    Some(_) => Engine::Interpreter,
                },
                operations: operations.len(),
                operation: what,
                statement: statement.cloned(),
            }),
        }
    }
    pieces
}
