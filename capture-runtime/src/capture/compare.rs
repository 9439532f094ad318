//! Two recordings of one program, compared: a difference is something of the host that leaks in.

use super::Recording;
use crate::error::{RecordCause, Statement};
use crate::graph::{operation_name, renamed, scalars};
use burn::tensor::TensorData;
use burn_ir::{OperationIr, ScalarIr, TensorId, TensorIr, TensorStatus};
use std::collections::HashMap;

/// The first difference between two recordings, and the statement that it belongs to.
pub(crate) fn difference(
    first: &Recording,
    second: &Recording,
) -> Option<(RecordCause, Option<Statement>)> {
    let mut one = Canon::new(first);
    let mut two = Canon::new(second);
    let longest = first.operations.len().max(second.operations.len());
    for i in 0..longest {
        let a = first.operations.get(i);
        let b = second.operations.get(i);
        let at = a
            .and_then(|(_, statement)| Some(statement_of(first, (*statement)?)))
            .or_else(|| b.and_then(|(_, statement)| Some(statement_of(second, (*statement)?))));
        match (a, b) {
            (Some((a, _)), Some((b, _))) => {
                let (canon_a, canon_b) = (one.operation(a), two.operation(b));
                if let Some((x, y)) = one.constants_differ(a, &two, b) {
                    return Some((nondeterministic(a, x, y), at));
                }
                if !same_operation(&canon_a, &canon_b) {
                    return Some((
                        nondeterministic(a, detail(&canon_a, &canon_b), detail(&canon_b, &canon_a)),
                        at,
                    ));
                }
            }
            (Some((a, _)), None) => {
                return Some((nondeterministic(a, "recorded".into(), "absent".into()), at));
            }
            (None, Some((b, _))) => {
                return Some((nondeterministic(b, "absent".into(), "recorded".into()), at));
            }
            (None, None) => {}
        }
    }
    let results = |canon: &mut Canon<'_>, recording: &Recording| -> Vec<TensorId> {
        let ids = recording.outputs.iter().chain(&recording.next_state);
        ids.map(|id| canon.id(*id)).collect()
    };
    let (a, b) = (results(&mut one, first), results(&mut two, second));
    let structure = first.output_tokens != second.output_tokens;
    (a != b || structure).then(|| {
        let cause = RecordCause::Nondeterministic {
            operation: "result".into(),
            first: format!("{} tensors {a:?}", a.len()),
            second: format!("{} tensors {b:?}", b.len()),
        };
        (cause, None)
    })
}

fn statement_of(recording: &Recording, index: usize) -> Statement {
    recording.statements[index].clone()
}

fn nondeterministic(operation: &OperationIr, first: String, second: String) -> RecordCause {
    RecordCause::Nondeterministic {
        operation: operation_name(operation),
        first,
        second,
    }
}

/// Whether two operations are the same, with their numbers compared by bits: a NaN is itself, and `0.0` is not `-0.0`.
fn same_operation(a: &OperationIr, b: &OperationIr) -> bool {
    let (mine, theirs) = (scalars(a), scalars(b));
    let numbers = mine.iter().zip(&theirs).all(|(a, b)| same_number(*a, *b));
    // An operation with a NaN in it is not equal to itself; its text is, and says everything that the operation says.
    numbers && (a == b || format!("{a:?}") == format!("{b:?}"))
}

fn same_number(a: ScalarIr, b: ScalarIr) -> bool {
    match (a, b) {
        (ScalarIr::Float(a), ScalarIr::Float(b)) => a.to_bits() == b.to_bits(),
        _ => a == b,
    }
}

/// What tells `this` from `other`: the numbers when they differ, else the shapes, else the whole operation.
fn detail(this: &OperationIr, other: &OperationIr) -> String {
    let (mine, theirs) = (scalars(this), scalars(other));
    let name = operation_name(this);
    if name != operation_name(other) {
        return format!("`{name}`");
    }
    for (a, b) in mine.iter().zip(&theirs) {
        if !same_number(*a, *b) {
            return format!("{a:?}");
        }
    }
    let shapes = |operation: &OperationIr| -> Vec<String> {
        operation
            .nodes()
            .iter()
            .map(|tensor| format!("{:?}", tensor.shape.as_slice()))
            .collect()
    };
    let (mine, theirs) = (shapes(this), shapes(other));
    for (a, b) in mine.iter().zip(&theirs) {
        if a != b {
            return format!("of shape {a}");
        }
    }
    format!("{this:?}")
}

/// Renames tensors by order of appearance, so that two recordings can be compared.
struct Canon<'a> {
    names: HashMap<TensorId, TensorId>,
    recording: &'a Recording,
}

impl<'a> Canon<'a> {
    fn new(recording: &'a Recording) -> Self {
        let mut canon = Self {
            names: HashMap::new(),
            recording,
        };
        for id in recording
            .inputs
            .iter()
            .chain(&recording.weights)
            .chain(&recording.state)
        {
            canon.id(*id);
        }
        canon
    }

    fn id(&mut self, id: TensorId) -> TensorId {
        let next = TensorId::new(self.names.len() as u64);
        *self.names.entry(id).or_insert(next)
    }

    fn operation(&mut self, operation: &OperationIr) -> OperationIr {
        let mut renamed = renamed(operation, |id| self.id(id));
        // Whether a handle was held once or twice is an accident of Rust's moves; lifetimes are computed later.
        struct Neutral;
        impl burn_ir::IrVisitorMut for Neutral {
            fn visit_tensor_mut(&mut self, tensor: &mut TensorIr) {
                if tensor.status != TensorStatus::NotInit {
                    tensor.status = TensorStatus::ReadOnly;
                }
            }
        }
        renamed.visit_mut(&mut Neutral);
        renamed
    }

    /// The first constant that `a` and `b` read with different values.
    fn constants_differ(
        &self,
        a: &OperationIr,
        other: &Self,
        b: &OperationIr,
    ) -> Option<(String, String)> {
        for (x, y) in a.inputs().zip(b.inputs()) {
            match (
                self.recording.constants.get(&x.id),
                other.recording.constants.get(&y.id),
            ) {
                (Some(x), Some(y)) if !same_bits(x, y) => {
                    return Some((
                        format!("of a constant {}", brief(x)),
                        format!("of a constant {}", brief(y)),
                    ));
                }
                _ => {}
            }
        }
        None
    }
}

fn same_bits(a: &TensorData, b: &TensorData) -> bool {
    a.dtype() == b.dtype() && a.shape() == b.shape() && a.as_bytes() == b.as_bytes()
}

fn brief(data: &TensorData) -> String {
    let text = data.to_string();
    match text.char_indices().nth(60) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}
