//! `Option`, collections and iterators: what their methods give.

use super::value::Value;

/// What a method of a container gives, `arguments` being what its closures return.
pub(super) fn called(name: &str, receiver: &Value, arguments: &[Value]) -> Value {
    let element = receiver.element();
    let first = || arguments.first().cloned().unwrap_or(Value::Never);
    match name {
        "len" | "is_empty" | "is_some" | "is_none" | "is_ok" | "is_err" | "count" | "contains"
        | "capacity" | "position" | "any" | "all" | "is_some_and" | "is_none_or" | "for_each"
        | "contains_key" | "clear" | "push" | "push_back" | "extend" | "truncate" | "keys"
        | "size_hint" | "starts_with" | "ends_with" => Value::Host,
        "unwrap" | "expect" | "unwrap_or_default" | "remove" | "swap_remove" | "sum"
        | "product" | "get_or_insert" | "index" => element,
        "unwrap_or" | "unwrap_or_else" => element.join(&first()),
        "reduce" => Value::many(element),
        "map" | "map_while" | "scan" => Value::many(first()),
        "and_then" | "filter_map" | "flat_map" | "find_map" => Value::many(first().element()),
        "flatten" => element,
        "map_or" | "map_or_else" | "fold" | "try_fold" | "rfold" => arguments
            .iter()
            .fold(Value::Never, |all, argument| all.join(argument)),
        "enumerate" => Value::many(tuple(Value::Host, element)),
        "zip" => Value::many(tuple(element, first().element())),
        "or" | "or_else" | "chain" | "xor" => Value::many(element.join(&first().element())),
        "unzip" => match element {
            Value::Tuple(parts) => Value::Tuple(parts.into_iter().map(Value::many).collect()),
            element => tuple(Value::many(element.clone()), Value::many(element)),
        },
        "chunks" | "windows" | "chunks_exact" | "iter_batched" => Value::many(receiver.clone()),
        "partition" | "split_at" | "split_first" | "split_last" => {
            tuple(receiver.clone(), receiver.clone())
        }
        _ => match receiver {
            Value::Many(_) => receiver.clone(),
            _ => Value::Host,
        },
    }
}

/// A pair.
fn tuple(left: Value, right: Value) -> Value {
    match (&left, &right) {
        (Value::Host | Value::Static, Value::Host | Value::Static) => Value::Host,
        _ => Value::Tuple(vec![left, right]),
    }
}

/// What a method gives to the closure that it takes; `None` where that is not known.
pub(super) fn closure_hints(receiver: &Value, name: &str) -> Option<Vec<Value>> {
    if name == "inplace" {
        return Some(vec![Value::Tensor]);
    }
    if !matches!(receiver, Value::Many(_) | Value::Host | Value::Tuple(_)) {
        return match receiver {
            Value::Module(_) | Value::Part(_) if is_adaptor(name) => Some(vec![receiver.element()]),
            _ => None,
        };
    }
    let element = receiver.element();
    Some(match name {
        "unwrap_or_else" | "or_else" | "get_or_insert_with" | "then" | "map_or_else" => Vec::new(),
        "reduce" | "max_by" | "min_by" | "sort_by" => vec![element.clone(), element],
        "fold" | "try_fold" | "rfold" | "scan" => vec![element],
        _ => vec![element],
    })
}

/// Whether a method carries its first argument through its closure.
pub(super) fn carries(name: &str) -> bool {
    matches!(name, "fold" | "try_fold" | "rfold" | "scan")
}

/// Methods whose argument is a function of an element.
pub(super) fn takes_function(name: &str) -> bool {
    is_adaptor(name)
        || matches!(
            name,
            "map_or_else" | "is_some_and" | "any" | "all" | "find_map"
        )
}

/// Methods that give each element to a closure.
fn is_adaptor(name: &str) -> bool {
    matches!(
        name,
        "map"
            | "for_each"
            | "filter"
            | "filter_map"
            | "flat_map"
            | "and_then"
            | "inspect"
            | "map_or"
    )
}

/// Methods that put their arguments into the receiver.
pub(super) fn stores(name: &str) -> bool {
    matches!(
        name,
        "push"
            | "push_back"
            | "push_front"
            | "insert"
            | "extend"
            | "append"
            | "push_str"
            | "send"
            | "extend_from_slice"
    )
}

/// Whether what is stored is the content of the argument.
pub(super) fn stores_many(name: &str) -> bool {
    matches!(name, "extend" | "append" | "extend_from_slice")
}
