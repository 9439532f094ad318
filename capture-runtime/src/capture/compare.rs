//! Two recordings of one program, compared: a difference is something of the host that leaks in.

use super::Recording;
use super::trail::place;
use crate::error::{Place, RecordCause};
use crate::graph::{operation_name, renamed, scalars};
use burn::tensor::TensorData;
use burn_ir::{OperationIr, ScalarIr, TensorId, TensorIr, TensorStatus};
use std::collections::HashMap;

/// The first difference between two recordings, and the statement that it belongs to.
pub(crate) fn difference(
    first: &Recording,
    second: &Recording,
) -> Option<(RecordCause, Option<Place>)> {
    let mut one = Canon::new(first);
    let mut two = Canon::new(second);
    let longest = first.operations.len().max(second.operations.len());
    for i in 0..longest {
        let a = first.operations.get(i);
        let b = second.operations.get(i);
        let at = a
            .and_then(|(_, statement)| Some(place(&first.reached, (*statement)?)))
            .or_else(|| b.and_then(|(_, statement)| Some(place(&second.reached, (*statement)?))));
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
    results_differ(&mut one, &mut two).map(|cause| (cause, None))
}

/// The first result or next state that the two recordings do not share.
fn results_differ(one: &mut Canon<'_>, two: &mut Canon<'_>) -> Option<RecordCause> {
    let (first, second) = (one.recording, two.recording);
    let cause = |name: &str, first: String, second: String| {
        Some(RecordCause::Nondeterministic {
            operation: name.to_owned(),
            first,
            second,
        })
    };
    if first.output_tokens != second.output_tokens {
        let tensors = |recording: &Recording| match recording.outputs.len() {
            1 => "1 tensor".to_owned(),
            count => format!("{count} tensors"),
        };
        let (mut a, mut b) = (tensors(first), tensors(second));
        if a == b {
            (a, b) = (format!("{a} of one structure"), format!("{b} of another"));
        }
        return cause("result", a, b);
    }
    let names = first.output_names.iter().map(String::as_str);
    let names = names.chain(first.next_leaves.iter().map(|leaf| leaf.name.as_str()));
    let ids = |recording: &Recording| -> Vec<TensorId> {
        let (outputs, state) = (&recording.outputs, &recording.next_state);
        outputs.iter().chain(state).copied().collect()
    };
    for ((name, a), b) in names.zip(ids(first)).zip(ids(second)) {
        if one.id(a) != two.id(b) {
            return cause(name, made_by(first, a), made_by(second, b));
        }
    }
    None
}

/// What a tensor is, in words: which operation made it, and where.
fn made_by(recording: &Recording, id: TensorId) -> String {
    let made = recording
        .operations
        .iter()
        .find(|(operation, _)| operation.outputs().any(|out| out.id == id));
    match made {
        Some((operation, Some(at))) => {
            let line = recording.reached[*at].statement.line;
            format!("what `{}` of line {line} makes", operation_name(operation))
        }
        Some((operation, None)) => format!("what `{}` makes", operation_name(operation)),
        None if recording.constants.contains_key(&id) => "a constant".to_owned(),
        None => "a parameter as it came".to_owned(),
    }
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
            return number(*a);
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
    cut(format!("{this:?}"), 160)
}

fn number(scalar: ScalarIr) -> String {
    match scalar {
        ScalarIr::Float(value) => format!("{value:?}"),
        ScalarIr::Int(value) => value.to_string(),
        ScalarIr::UInt(value) => value.to_string(),
        ScalarIr::Bool(value) => value.to_string(),
    }
}

fn cut(text: String, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
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
    cut(data.to_string(), 60)
}
