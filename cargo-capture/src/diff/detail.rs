//! What is different about two operations that are a pair.

use super::Detail;
use super::pairing::Pairing;
use super::side::erased;
use burn_ir::{IrVisitorMut, OperationIr, ScalarIr, TensorIr};
use capture_runtime::__private::ty;
use serde_json::Value;

fn detail(what: impl Into<String>, old: String, new: String) -> Option<Detail> {
    (old != new).then(|| Detail {
        what: what.into(),
        old,
        new,
    })
}

/// What is different about the old operation `i` and the new operation `j`, order and statement aside.
pub(super) fn details(pairing: &Pairing<'_, '_>, i: usize, j: usize) -> Vec<Detail> {
    let old = (
        pairing.old.program.operations().get(i),
        pairing.old.nodes.get(i),
    );
    let new = (
        pairing.new.program.operations().get(j),
        pairing.new.nodes.get(j),
    );
    let ((Some(old), Some(old_node)), (Some(new), Some(new_node))) = (old, new) else {
        return Vec::new();
    };
    let mut details = Vec::new();
    if old_node.exact != new_node.exact {
        details.extend(numbers(old.ir(), new.ir()));
        attributes(None, &json(old.ir()), &json(new.ir()), &mut details);
        details.extend(types("result", old.ir().outputs(), new.ir().outputs()));
        if details.is_empty() {
            details.extend(types("operand", old.ir().inputs(), new.ir().inputs()));
        }
        // An operation on other elements, with equal types of all tensors.
        if details.is_empty() {
            details.extend(detail(
                "kind",
                format!("{:?}", old.ir()),
                format!("{:?}", new.ir()),
            ));
        }
    }
    let operands = old_node.operands.iter().zip(&new_node.operands).enumerate();
    for (place, (a, b)) in operands {
        if pairing.differ(*a, *b) {
            let what = format!("operand {}", place + 1);
            details.extend(detail(
                what,
                pairing.old.describe(*a),
                pairing.new.describe(*b),
            ));
        }
    }
    let count = |of: usize| of.to_string();
    details.extend(detail(
        "number of operands",
        count(old_node.operands.len()),
        count(new_node.operands.len()),
    ));
    details
}

/// The numbers that they carry.
fn numbers(old: &OperationIr, new: &OperationIr) -> Vec<Detail> {
    struct Numbers(Vec<String>);
    impl IrVisitorMut for Numbers {
        fn visit_scalar_mut(&mut self, scalar: &mut ScalarIr) {
            self.0.push(match scalar {
                ScalarIr::Float(value) => format!("{value:?}"),
                ScalarIr::Int(value) => value.to_string(),
                ScalarIr::UInt(value) => value.to_string(),
                ScalarIr::Bool(value) => value.to_string(),
            });
        }
    }
    let of = |operation: &OperationIr| {
        let mut numbers = Numbers(Vec::new());
        operation.clone().visit_mut(&mut numbers);
        numbers.0
    };
    let (old, new) = (of(old), of(new));
    if old.len() != new.len() {
        return Vec::from_iter(detail("numbers", old.join(", "), new.join(", ")));
    }
    let each = old.into_iter().zip(new);
    each.filter_map(|(old, new)| detail("number", old, new))
        .collect()
}

/// The types of tensors.
fn types<'t>(
    what: &str,
    old: impl Iterator<Item = &'t TensorIr>,
    new: impl Iterator<Item = &'t TensorIr>,
) -> Vec<Detail> {
    let typed = |tensor: &TensorIr| ty(&tensor.shape, tensor.dtype);
    let each = old.zip(new);
    each.filter_map(|(old, new)| detail(what, typed(old), typed(new)))
        .collect()
}

/// The attributes of an operation as a tree.
fn json(operation: &OperationIr) -> Value {
    serde_json::to_value(erased(operation, true)).unwrap_or_default()
}

/// The fields in which two trees differ, by their names.
fn attributes(name: Option<&str>, old: &Value, new: &Value, details: &mut Vec<Detail>) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in old {
                if let Some(other) = new.get(key) {
                    attributes(Some(key), value, other, details);
                }
            }
            // A choice of another kind: its name is its only key.
            if let (Some(name), Some(was), Some(is)) = (name, old.keys().next(), new.keys().next())
                && old.len() == 1
                && new.len() == 1
            {
                details.extend(detail(name, was.clone(), is.clone()));
            }
        }
        // A variant with several fields, such as an element type and the operation.
        (Value::Array(old), Value::Array(new))
            if old.len() == new.len() && old.iter().any(Value::is_object) =>
        {
            for (old, new) in old.iter().zip(new).filter(|(old, _)| old.is_object()) {
                attributes(name, old, new, details);
            }
        }
        _ => {
            // What starts with a capital is the name of a variant, whose types are told by its tensors.
            let field = name.filter(|name| !name.starts_with(char::is_uppercase));
            if let Some(name) = field {
                details.extend(detail(name, plain(old), plain(new)));
            }
        }
    }
}

/// A value without the quotes of a text.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
