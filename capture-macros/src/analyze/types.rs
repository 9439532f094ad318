//! What a type tells by its name.

use super::value::{Held, Value};
use std::collections::HashMap;
use syn::{GenericArgument, PathArguments, PathSegment, Type, TypePath};

/// The types that the body renames: `type T1 = Tensor<1>;` and `use Tensor as T;`.
#[derive(Clone, Default)]
pub(super) struct Aliases {
    names: HashMap<String, String>,
}

impl Aliases {
    /// Records that `alias` is another name of `name`.
    pub(super) fn add(&mut self, alias: String, name: String) {
        self.names.insert(alias, name);
    }

    /// What `name` stands for.
    pub(super) fn resolve<'n>(&'n self, name: &'n str) -> &'n str {
        self.names.get(name).map_or(name, String::as_str)
    }
}

/// The last segment of a type's path, references and parentheses left aside.
pub(super) fn head(ty: &Type) -> Option<&PathSegment> {
    match bare(ty) {
        Type::Path(TypePath { path, .. }) => path.segments.last(),
        _ => None,
    }
}

/// The name of a type, references left aside.
pub(super) fn name(ty: &Type) -> Option<String> {
    head(ty).map(|segment| segment.ident.to_string())
}

/// The type without references, parentheses and invisible groups.
pub(super) fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Reference(reference) => bare(&reference.elem),
        Type::Paren(inner) => bare(&inner.elem),
        Type::Group(inner) => bare(&inner.elem),
        ty => ty,
    }
}

/// The types between the angle brackets of a path segment.
pub(super) fn arguments(segment: &PathSegment) -> Vec<&Type> {
    match &segment.arguments {
        PathArguments::AngleBracketed(list) => list
            .args
            .iter()
            .filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Whether a name is that of a number, a string or another plain host value.
pub(super) fn is_host_name(name: &str) -> bool {
    matches!(
        name,
        "f16"
            | "bf16"
            | "f32"
            | "f64"
            | "i8"
            | "i16"
            | "i32"
            | "i64"
            | "i128"
            | "isize"
            | "u8"
            | "u16"
            | "u32"
            | "u64"
            | "u128"
            | "usize"
            | "bool"
            | "char"
            | "str"
            | "String"
            | "PathBuf"
            | "Path"
            | "OsString"
            | "Duration"
            | "Instant"
            | "SystemTime"
            | "TensorData"
            | "Shape"
            | "DType"
            | "FloatDType"
            | "IntDType"
            | "BoolDType"
            | "NonZeroUsize"
            | "Ordering"
    )
}

/// Whether a name is that of a standard container, whose arguments say what it holds.
pub(super) fn is_container_name(name: &str) -> bool {
    matches!(
        name,
        "Option"
            | "Vec"
            | "VecDeque"
            | "HashMap"
            | "BTreeMap"
            | "HashSet"
            | "BTreeSet"
            | "Result"
            | "Range"
            | "RangeInclusive"
            | "Wrapping"
    )
}

/// Whether a type is a host value through and through: `f32`, `Vec<usize>`, `(bool, String)`.
pub(super) fn is_host(ty: &Type) -> bool {
    match bare(ty) {
        Type::Array(array) => is_host(&array.elem),
        Type::Slice(slice) => is_host(&slice.elem),
        Type::Tuple(tuple) => !tuple.elems.is_empty() && tuple.elems.iter().all(is_host),
        Type::Path(TypePath { path, .. }) => path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            let arguments = arguments(last);
            is_host_name(&name)
                || is_container_name(&name)
                    && !arguments.is_empty()
                    && arguments.into_iter().all(is_host)
        }),
        _ => false,
    }
}

/// What a declared type tells about a value; `None` where the name says nothing.
pub(super) fn declared(ty: &Type, aliases: &Aliases) -> Option<Value> {
    if is_host(ty) {
        return Some(Value::Host);
    }
    match bare(ty) {
        Type::Array(array) => declared(&array.elem, aliases).map(Value::many),
        Type::Slice(slice) => declared(&slice.elem, aliases).map(Value::many),
        Type::Tuple(tuple) if tuple.elems.is_empty() => Some(Value::Host),
        Type::Tuple(tuple) => {
            let part = |ty| declared(ty, aliases).unwrap_or(Value::Maybe { shown: false });
            Some(Value::Tuple(tuple.elems.iter().map(part).collect()))
        }
        Type::Path(_) => {
            let last = head(ty)?;
            let name = last.ident.to_string();
            match aliases.resolve(&name) {
                "Tensor" => Some(Value::Tensor),
                "Param" => Some(Value::Part(Held::Copy)),
                "Box" | "Arc" | "Rc" | "Cow" => declared(arguments(last).first()?, aliases),
                name if is_host_name(name) => Some(Value::Host),
                name if is_container_name(name) => {
                    declared(arguments(last).last()?, aliases).map(Value::many)
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a type mentions a tensor anywhere.
pub(super) fn mentions(ty: &Type, wanted: &[&str]) -> bool {
    match bare(ty) {
        Type::Array(array) => mentions(&array.elem, wanted),
        Type::Slice(slice) => mentions(&slice.elem, wanted),
        Type::Tuple(tuple) => tuple.elems.iter().any(|ty| mentions(ty, wanted)),
        Type::Path(TypePath { path, .. }) => path.segments.iter().any(|segment| {
            wanted.iter().any(|name| segment.ident == name)
                || arguments(segment)
                    .into_iter()
                    .any(|ty| mentions(ty, wanted))
        }),
        _ => false,
    }
}
