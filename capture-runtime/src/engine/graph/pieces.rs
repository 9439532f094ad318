//! A program cut into pieces that can be recorded, and operations that cannot.

use crate::graph::Operation;
use crate::passes::draws;
use burn_ir::{NumericOperationIr, OperationIr, TensorId};
use std::collections::HashSet;

/// A part of a program, in the order in which the parts run.
#[derive(Debug)]
pub(super) enum Piece {
    /// Draws random numbers: with seeds from the host, which a recording would freeze.
    Draw(Operation),
    /// Operations that are recorded together.
    Graph(Vec<Operation>),
    /// An operation that reads or writes on the host while it runs.
    Host(Operation),
}

/// Whether CubeCL runs the operation on the host: it sorts there, after a read of the tensor.
fn on_host(operation: &OperationIr) -> bool {
    let (OperationIr::NumericFloat(_, operation) | OperationIr::NumericInt(_, operation)) =
        operation
    else {
        return false;
    };
    matches!(
        operation,
        NumericOperationIr::Sort(_)
            | NumericOperationIr::SortWithIndices(_)
            | NumericOperationIr::ArgSort(_)
    )
}

/// Cuts `operations` around those that cannot be recorded.
///
/// Random numbers depend on nothing, so they are drawn first, in the program's order: the numbers are those of eager code after the same
/// seed. The last piece is a graph where `writes_back`, since the new state is written there; the first one after the draws is a graph
/// where `unpacks`, since live numbers are unpacked there.
pub(super) fn pieces(operations: &[Operation], unpacks: bool, writes_back: bool) -> Vec<Piece> {
    let (draws, rest): (Vec<_>, Vec<_>) = operations
        .iter()
        .cloned()
        .partition(|operation| draws(&operation.ir));
    let mut pieces: Vec<Piece> = draws.into_iter().map(Piece::Draw).collect();
    let mut open = Vec::new();
    let mut started = false;
    for operation in rest {
        if on_host(&operation.ir) {
            if !open.is_empty() || (unpacks && !started) {
                pieces.push(Piece::Graph(core::mem::take(&mut open)));
            }
            started = true;
            pieces.push(Piece::Host(operation));
        } else {
            open.push(operation);
        }
    }
    if !open.is_empty() || writes_back {
        pieces.push(Piece::Graph(open));
    }
    pieces
}

/// The tensors that wait in buffers of their own between pieces: what one computes and another reads, and what is computed outside of graphs.
/// The last graph, at `last`, writes the new state and copies results: what of `outputs` is computed before it waits as well.
pub(super) fn crossing(
    pieces: &[Piece],
    last: Option<usize>,
    outputs: &HashSet<TensorId>,
) -> HashSet<TensorId> {
    let mut crossing = HashSet::new();
    for (i, piece) in pieces.iter().enumerate() {
        let made: HashSet<TensorId> = piece
            .operations()
            .flat_map(|operation| operation.ir.outputs().map(|tensor| tensor.id))
            .collect();
        if !matches!(piece, Piece::Graph(_)) {
            crossing.extend(&made);
        } else if last != Some(i) {
            crossing.extend(made.intersection(outputs));
        }
        for later in pieces[i + 1..].iter().flat_map(Piece::operations) {
            let read = later.ir.inputs().map(|tensor| tensor.id);
            crossing.extend(read.filter(|id| made.contains(id)));
        }
    }
    crossing
}

impl Piece {
    pub(super) fn operations(&self) -> impl Iterator<Item = &Operation> {
        match self {
            Self::Draw(operation) | Self::Host(operation) => core::slice::from_ref(operation),
            Self::Graph(operations) => operations.as_slice(),
        }
        .iter()
    }
}
