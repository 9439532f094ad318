//! Two programs side by side: which operations were added, removed, changed and moved, and what else is different.
//!
//! ```text
//! side       a program as a graph of values: what each operation reads, and who reads it
//! label      numbers of operations by what they compute and by what becomes of them
//! pairing    which operation of the old program is which of the new one
//! statements which statement has become which
//! boundary   parameters, tensors, frozen values, results
//! detail     what is different about two operations that are a pair
//! changes    the pairs, and what has no partner, as changes
//! text       all of it for people
//! ```
//!
//! Operations are compared by what they compute (kind, attributes, numbers, shapes, element types) and by where their operands come from,
//! not by the numbers of tensors and not by lines: a statement that stands elsewhere in the file is no difference.
//!
//! An operation that reads what an added one wrote, where it read what that one reads before, is not different itself: the addition says it.

mod boundary;
mod changes;
mod detail;
mod label;
mod pairing;
mod side;
mod statements;
mod text;

pub use text::text;

use capture_runtime::{Program, Statement};
use serde::Serialize;

/// What is different between two programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// Parameters, tensors, frozen values and results.
    pub boundary: Vec<BoundaryChange>,
    /// Operations, by statement in the order of the new program.
    pub operations: Vec<OperationChange>,
    /// What the programs cost.
    pub costs: [CostSummary; 2],
}

/// What happened to something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It is in the new program only.
    Added,
    /// It is in the old program only.
    Removed,
    /// It is in both, in the same place, and not the same.
    Changed,
    /// It is the same operation, in another statement or in another order.
    Moved,
}

/// A part of the boundary that is different.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BoundaryChange {
    /// Added, removed or changed.
    pub kind: Kind,
    /// What: `input x`, `frozen scale`, `parameter model`, `result 0`.
    pub what: String,
    /// What the old program has.
    pub old: Option<String>,
    /// What the new program has.
    pub new: Option<String>,
}

/// An operation that is different.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct OperationChange {
    /// What happened to it.
    pub kind: Kind,
    /// Its name: `matmul`.
    pub name: String,
    /// The operation in the old program.
    pub old: Option<Line>,
    /// The operation in the new program.
    pub new: Option<Line>,
    /// What is different about it, where it is changed or moved.
    pub details: Vec<Detail>,
    /// The statement that it is listed under: the new one where there is one, or what has become of the old one.
    pub statement: Option<Statement>,
    /// Whether that statement is one of the old program of which nothing is left.
    pub gone: bool,
}

/// An operation in its program.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Line {
    /// Its index among the program's operations.
    pub index: usize,
    /// The operation as the program's listing has it.
    pub text: String,
    /// The statement that it comes from.
    pub statement: Option<Statement>,
}

/// One thing that is different about an operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Detail {
    /// What: `scalar`, `result`, `operand 1`, an attribute such as `stride`, `statement`, `order`.
    pub what: String,
    /// What it was.
    pub old: String,
    /// What it is.
    pub new: String,
}

/// The costs of a replay of one program; figures follow [`Costs`](capture_runtime::Costs).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CostSummary {
    /// How many operations it has.
    pub operations: u64,
    /// Floating point operations.
    pub flops: u64,
    /// Bytes read and written.
    pub bytes_moved: u64,
    /// The most bytes of tensors that are held at one moment.
    pub peak_bytes: u64,
}

impl Difference {
    /// Whether the programs are equal.
    pub fn is_empty(&self) -> bool {
        self.boundary.is_empty() && self.operations.is_empty()
    }
}

impl From<&Program> for CostSummary {
    fn from(program: &Program) -> Self {
        let costs = program.costs();
        Self {
            operations: program.operations().len() as u64,
            flops: costs.total().flops,
            bytes_moved: costs.total().bytes(),
            peak_bytes: costs.peak().bytes,
        }
    }
}

/// Compares two programs.
pub fn compare(old: &Program, new: &Program) -> Difference {
    let leaves = boundary::Leaves::pair(old, new);
    let pairing = pairing::pair(old, new, &leaves);
    let mut boundary = boundary::changes(old, new, &leaves);
    boundary.extend(pairing.exits());
    Difference {
        boundary,
        operations: changes::changes(&pairing),
        costs: [CostSummary::from(old), CostSummary::from(new)],
    }
}
