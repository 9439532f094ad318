//! Whether a graph is one that could have been captured.
//!
//! Everything that the engines rely on without asking is asked here: the numbering of tensors, the order of definitions and uses, the
//! kinds, shapes and element types at every use, and that each operation gives what it says ([`rules`]), so that no claim of a file decides
//! how much memory a replay takes.

mod boundary;
mod memory;
mod rules;
mod size;

use super::limits::Limits;
use super::wire::{Graph, Step};
use crate::capture::catch;
use crate::error::ArchiveCause;
use crate::graph::operation_name;
use burn::tensor::DType;
use burn_ir::{TensorIr, TensorStatus};
use size::{Size, bounded, sized};

/// What is known of a tensor.
#[derive(Clone, Debug)]
struct Known {
    shape: Vec<usize>,
    dtype: DType,
    size: Size,
}

/// The tensors that are defined so far. They are numbered from 0 without gaps: engines keep a table of that many slots.
struct Defined {
    tensors: Vec<Option<Known>>,
    limits: Limits,
}

/// Checks everything that can be checked without the data.
pub(super) fn verify(graph: &Graph, limits: &Limits) -> Result<(), ArchiveCause> {
    let made = |step: &Step| step.ir.outputs().count();
    let count = graph.bindings.len()
        + graph.constants.len()
        + graph.operations.iter().map(made).sum::<usize>();
    let mut defined = Defined {
        tensors: vec![None; count],
        limits: *limits,
    };
    boundary::given(graph, &mut defined)?;
    for (i, step) in graph.operations.iter().enumerate() {
        operation(step, graph.statements.len(), &mut defined)
            .map_err(|reason| located(&step.ir, i, reason))?;
    }
    boundary::leaving(graph, &defined)?;
    memory::verify(graph, &defined)
}

/// An error of an operation, with its place in the program; an error of a limit stays one.
fn located(ir: &burn_ir::OperationIr, i: usize, reason: Refusal) -> ArchiveCause {
    let part = format!("operation {i} (`{}`)", operation_name(ir));
    match reason {
        Refusal::Wrong(reason) => ArchiveCause::invalid(part, reason),
        Refusal::Large { bytes, most } => ArchiveCause::Limit {
            what: format!("a tensor of {part}"),
            bytes,
            most,
        },
    }
}

/// Why something is refused.
enum Refusal {
    Wrong(String),
    Large { bytes: u64, most: u64 },
}

impl From<String> for Refusal {
    fn from(reason: String) -> Self {
        Self::Wrong(reason)
    }
}

fn operation(step: &Step, statements: usize, defined: &mut Defined) -> Result<(), Refusal> {
    if step
        .statement
        .is_some_and(|statement| statement >= statements)
    {
        return Err(
            format!("it comes from a statement of {statements} that is none of them").into(),
        );
    }
    bounded(&step.ir)?;
    for tensor in step.ir.inputs() {
        defined.used(tensor)?;
    }
    for tensor in step.ir.outputs() {
        sized(tensor.shape.as_slice(), tensor.dtype, &defined.limits)?;
    }
    let room = usize::try_from(defined.limits.tensor_bytes).unwrap_or(usize::MAX) / 4;
    // Burn's builders panic where they refuse.
    let given = catch(|| rules::given(&step.ir, room)).map_err(|caught| caught.message)??;
    let claimed: Vec<&TensorIr> = step.ir.outputs().collect();
    if given.len() != claimed.len() {
        return Err(format!(
            "it gives {} tensors and claims {}",
            given.len(),
            claimed.len()
        )
        .into());
    }
    for (given, claimed) in given.iter().zip(claimed) {
        if given.shape != claimed.shape || given.dtype != claimed.dtype {
            let [given, claimed] =
                [given, claimed].map(|tensor| crate::graph::ty(&tensor.shape, tensor.dtype));
            return Err(format!("it gives {given} and claims {claimed}").into());
        }
        defined.add(claimed.id.value(), claimed.shape.as_slice(), claimed.dtype)?;
        if claimed.status != TensorStatus::NotInit {
            return Err("its result exists before it".to_owned().into());
        }
    }
    Ok(())
}

impl Defined {
    fn get(&self, id: u64) -> Option<&Known> {
        let id = usize::try_from(id).ok()?;
        self.tensors.get(id)?.as_ref()
    }

    /// Defines a tensor.
    fn add(&mut self, id: u64, shape: &[usize], dtype: DType) -> Result<(), Refusal> {
        let size = sized(shape, dtype, &self.limits)?;
        let count = self.tensors.len();
        let slot = usize::try_from(id)
            .ok()
            .and_then(|id| self.tensors.get_mut(id));
        match slot {
            None => Err(
                format!("tensor {id} is not one of the {count} that the program defines").into(),
            ),
            Some(Some(_)) => Err(format!("tensor {id} is defined twice").into()),
            Some(slot) => {
                *slot = Some(Known {
                    shape: shape.to_vec(),
                    dtype,
                    size,
                });
                Ok(())
            }
        }
    }

    /// Checks a use of a tensor.
    fn used(&self, tensor: &TensorIr) -> Result<(), Refusal> {
        let id = tensor.id.value();
        let Some(known) = self.get(id) else {
            return Err(format!("tensor {id} is used before it is defined").into());
        };
        if tensor.shape.as_slice() != known.shape || tensor.dtype != known.dtype {
            return Err(format!("tensor {id} is not used as it was defined").into());
        }
        if tensor.status == TensorStatus::NotInit {
            return Err(format!("tensor {id} is used as if it did not exist").into());
        }
        Ok(())
    }
}
