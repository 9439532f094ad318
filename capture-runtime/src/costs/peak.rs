//! The moment at which a replay holds the most memory.

use crate::error::Statement;
use burn_ir::TensorId;
use serde::Serialize;

/// The moment at which a replay holds the most bytes of tensors.
///
/// The model follows what the interpreter does on Flex: a tensor is given up at its last use, elementwise operations write over an operand
/// that nothing else holds, and views share the buffer of what they show. State starts in buffers of its own and may be overwritten.
/// Weights stay, and so do inputs: whoever calls the replay may hold them still. (A caller who gives away the only handle lets the
/// replay overwrite an input, and it may then allocate less.) Results of earlier replays are not counted.
///
/// Only tensors are counted. What an operation allocates for itself and frees before it ends is not: matrices that a product packs, columns of a
/// convolution, scores of an attention, copies of operands whose elements do not stand side by side.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Peak {
    /// Everything that is held at that moment, in bytes: `held` and `allocated`.
    pub bytes: u64,
    /// What is there before the replay begins: inputs, weights, state, constants and what was folded from them.
    pub held: u64,
    /// What the replay allocates above that. State that was given up before the moment makes it less.
    pub allocated: u64,
    /// The index of the operation that runs then; `None` where no moment of the replay holds more than its beginning.
    pub at: Option<usize>,
    /// The operation's name.
    pub operation: Option<String>,
    /// The statement that it comes from.
    pub statement: Option<Statement>,
    /// The tensors that are held at that moment, one for each buffer, largest first.
    pub live: Vec<LiveRange>,
}

/// A tensor with a buffer, and the operations that need it.
///
/// Views have no range of their own: the range is that of the buffer, under the name of the tensor that it was made for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LiveRange {
    /// The tensor.
    pub tensor: TensorId,
    /// Its name where it crosses the boundary: that of a parameter, a result, or the leaf of the state that it becomes.
    pub name: Option<String>,
    /// The bytes of its buffer.
    pub bytes: u64,
    /// Whether it is there before the replay begins.
    pub held: bool,
    /// The index of the operation that writes it; 0 for what is there before.
    pub first: usize,
    /// The index of the last operation that needs it; the program's last one for what stays.
    pub last: usize,
}
