//! Which types certainly hold host values: one list, read from the tokens.

use syn::{GenericArgument, PathArguments, Type, TypePath};

/// Types of the standard library that hold no tensor.
const HOST: [&str; 40] = [
    "bool",
    "char",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "f16",
    "bf16",
    "f32",
    "f64",
    "str",
    "String",
    "Path",
    "PathBuf",
    "OsStr",
    "OsString",
    "Duration",
    "Instant",
    "SystemTime",
    "Ordering",
    "NonZeroU32",
    "NonZeroU64",
    "NonZeroUsize",
    "NonZeroI32",
    "NonZeroI64",
    "NonZeroU8",
    "NonZeroU16",
    "NonZeroI8",
    "NonZeroI16",
    "DType",
    "RangeFull",
    "Shape",
];

/// Types that hold what their arguments hold.
const CONTAINERS: [&str; 16] = [
    "Option",
    "Vec",
    "Box",
    "Range",
    "RangeInclusive",
    "RangeFrom",
    "RangeTo",
    "RangeToInclusive",
    "Arc",
    "Rc",
    "HashSet",
    "BTreeSet",
    "HashMap",
    "BTreeMap",
    "VecDeque",
    "Cow",
];

/// Whether a value of this type is a host value wherever it comes from.
pub(crate) fn is_host(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_host(&group.elem),
        Type::Paren(paren) => is_host(&paren.elem),
        Type::Array(array) => is_host(&array.elem),
        Type::Slice(slice) => is_host(&slice.elem),
        Type::Reference(reference) => reference.mutability.is_none() && is_host(&reference.elem),
        Type::Tuple(tuple) => !tuple.elems.is_empty() && tuple.elems.iter().all(is_host),
        Type::FnPtr(_) => true,
        Type::Path(path) => path_is_host(path),
        _ => false,
    }
}

/// Whether the last segment names a host type, or a container of host types only.
fn path_is_host(path: &TypePath) -> bool {
    let Some(segment) = path.path.segments.last() else {
        return false;
    };
    if path.qself.is_some() {
        return false;
    }
    let name = segment.ident.to_string();
    if HOST.contains(&name.as_str()) {
        return true;
    }
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return false;
    };
    let mut types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    CONTAINERS.contains(&name.as_str()) && types.clone().count() > 0 && types.all(is_host)
}

/// The name of the last segment of a path type, seen through groups and parentheses.
pub(crate) fn last_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Group(group) => last_name(&group.elem),
        Type::Paren(paren) => last_name(&paren.elem),
        Type::Path(path) => path
            .path
            .segments
            .last()
            .map(|segment| segment.ident.to_string()),
        _ => None,
    }
}
