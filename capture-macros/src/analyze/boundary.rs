//! What types may cross a program's boundary, and in what form.

use super::params::unmarked;
use super::types;
use crate::ast::Param;
use crate::diag::{Code, Diagnostic, Errors};
use syn::{Type, TypeReference};

/// Types whose content others can change.
pub(super) const CELLS: &[&str] = &[
    "Cell",
    "RefCell",
    "OnceCell",
    "LazyCell",
    "UnsafeCell",
    "Mutex",
    "RwLock",
    "OnceLock",
    "LazyLock",
    "AtomicUsize",
    "AtomicBool",
    "AtomicU64",
    "AtomicI64",
    "AtomicU32",
    "AtomicI32",
    "Sender",
    "SyncSender",
    "Receiver",
    "UnboundedSender",
];

/// Types that share what they point to.
const POINTERS: &[&str] = &["Rc", "Arc", "Weak"];

/// Types that hide which tensors they hold, or in which order.
const HIDING: &[&str] = &[
    "HashMap",
    "BTreeMap",
    "HashSet",
    "BTreeSet",
    "Gradients",
    "GradientsParams",
    "Any",
];

/// Inputs, weights and state.
pub(super) fn boundary(cx: &mut Errors, param: &Param, ty: &Type) {
    if let Some(name) = optimizer(ty) {
        Diagnostic::new(
            Code::CP0110,
            format!("`{name}` keeps its state on the host"),
        )
        .note("its step counts and learning rates would be frozen at capture")
        .help("use `capture_runtime::optim::{Sgd, Adam, AdamW}`, whose state is on the device")
        .under(ty, cx);
    } else if is_session(ty) {
        super::messages::nested("replay").under(ty, cx);
    } else if let Some(part) = find(ty, &|ty| matches!(ty, Type::ImplTrait(_))) {
        impl_trait(cx, param, part);
    } else if let Some(part) = find(ty, &|ty| {
        matches!(ty, Type::TraitObject(_) | Type::FnPtr(_) | Type::Ptr(_))
    }) {
        hiding(cx, ty, part);
    } else if let Some(part) = find(ty, &|ty| named(ty, CELLS) || named(ty, POINTERS)) {
        shared(cx, ty, part);
    } else if is_device(ty) {
        device(cx, ty);
    } else if let Type::Reference(TypeReference {
        mutability: Some(_),
        elem,
        ..
    }) = ty
    {
        state(cx, ty, elem);
    } else if types::is_host(ty) {
        unmarked(cx, param, ty);
    } else if let Some(part) = find(ty, &|ty| named(ty, HIDING) || matches!(ty, Type::Slice(_))) {
        hiding(cx, ty, part);
    }
}

/// `&mut T`.
pub(super) fn state(cx: &mut Errors, ty: &Type, elem: &Type) {
    let name = types::name(elem).unwrap_or_default();
    if types::is_host(elem) {
        Diagnostic::new(
            Code::CP0106,
            format!("`{}` is host state", super::text::of_type(ty)),
        )
        .note("the body writes it once, at capture, and not at `replay()`")
        .help("take `&mut Tensor<1>` or `&mut Tensor<1, Int>`, which every `replay()` advances")
        .under(ty, cx);
    } else if types::is_container_name(&name) || matches!(elem, Type::Slice(_)) {
        let help = if name == "Vec" {
            "return the tensors, or keep a fixed number of them in a struct that derives `ProgramState`"
        } else {
            "return the tensors, and collect the results of `replay()`"
        };
        Diagnostic::new(
            Code::CP0106,
            format!(
                "`{}` would keep tensors of the capture",
                super::text::of_type(ty)
            ),
        )
        .note("they have no values at capture, and `replay()` does not write to the collection")
        .help(help)
        .under(ty, cx);
    } else if named(elem, HIDING) {
        hiding(cx, ty, elem);
    }
}

pub(super) fn shared(cx: &mut Errors, ty: &Type, part: &Type) {
    let name = types::name(part).unwrap_or_default();
    Diagnostic::new(
        Code::CP0107,
        format!("`{name}` can change behind the program's back"),
    )
    .note("what it holds at capture would be used by every `replay()`")
    .help("take `&T` for weights, or `&mut T` for state")
    .under(ty, cx);
}

pub(super) fn hiding(cx: &mut Errors, ty: &Type, part: &Type) {
    let (what, help) = match part {
        Type::TraitObject(_) => (
            "a trait object".to_owned(),
            "name the type, or make it a type parameter",
        ),
        Type::FnPtr(_) => (
            "a function pointer".to_owned(),
            "call the function by its name in the body",
        ),
        Type::Ptr(_) => (
            "a raw pointer".to_owned(),
            "take `&T` for weights, or `&mut T` for state",
        ),
        Type::Slice(_) => ("a slice".to_owned(), "take an array or a `Vec` of tensors"),
        part => {
            let name = types::name(part).unwrap_or_default();
            let help = if name.starts_with("Gradients") {
                "compute the gradients in the program"
            } else {
                "take a `Vec`, a tuple, or a struct that derives `ProgramInput`"
            };
            (format!("`{name}`"), help)
        }
    };
    Diagnostic::new(
        Code::CP0108,
        format!("{what} hides the tensors of a parameter"),
    )
    .note("capture has to find every tensor, in the same order each time")
    .help(help)
    .under(ty, cx);
}

pub(super) fn impl_trait(cx: &mut Errors, param: &Param, part: &Type) {
    let closure = super::text::of_type(part).contains("Fn");
    let (title, help) = if closure {
        (
            format!("parameter `{}` cannot be a closure", param.name),
            "call the function by its name in the body".to_owned(),
        )
    } else {
        (
            format!("parameter `{}` has a type without a name", param.name),
            "name the type parameter: `fn f<T: Trait>(x: T)`".to_owned(),
        )
    };
    Diagnostic::new(Code::CP0109, title)
        .note("the generated session names the type of every parameter")
        .help(help)
        .under(part, cx);
}

pub(super) fn device(cx: &mut Errors, ty: &Type) {
    Diagnostic::new(
        Code::CP0111,
        "the program's device must be taken as `&Device`",
    )
    .note("it is the capture device at capture, and the session's at `replay()`")
    .help("take `&Device` for the program's device, or mark another device `#[frozen]`")
    .under(ty, cx);
}

pub(super) fn is_session(ty: &Type) -> bool {
    types::name(ty).is_some_and(|name| matches!(name.as_str(), "Session" | "BorrowingSession"))
}

pub(super) fn is_device(ty: &Type) -> bool {
    types::name(ty).is_some_and(|name| name.ends_with("Device"))
}

/// The name of an optimizer of Burn.
pub(super) fn optimizer(ty: &Type) -> Option<String> {
    let name = types::name(ty)?;
    let known = matches!(
        name.as_str(),
        "ModuleOptimizer"
            | "OptimizerAdaptor"
            | "DynOptimizer"
            | "LBFGS"
            | "GradientsAccumulator"
            | "SimpleOptimizer"
            | "Muon"
            | "Lion"
            | "Adan"
            | "Adafactor"
            | "Lamb"
            | "RmsProp"
            | "AdaGrad"
    );
    known.then_some(name)
}

pub(super) fn named(ty: &Type, names: &[&str]) -> bool {
    matches!(ty, Type::Path(_))
        && types::head(ty).is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// The first part of a type for which `wanted` holds, itself first.
pub(super) fn find<'t>(ty: &'t Type, wanted: &dyn Fn(&Type) -> bool) -> Option<&'t Type> {
    if wanted(ty) {
        return Some(ty);
    }
    match ty {
        Type::Reference(reference) => find(&reference.elem, wanted),
        Type::Paren(inner) => find(&inner.elem, wanted),
        Type::Group(inner) => find(&inner.elem, wanted),
        Type::Array(array) => find(&array.elem, wanted),
        Type::Slice(slice) => find(&slice.elem, wanted),
        Type::Tuple(tuple) => tuple.elems.iter().find_map(|ty| find(ty, wanted)),
        Type::Path(_) => types::arguments(types::head(ty)?)
            .into_iter()
            .find_map(|ty| find(ty, wanted)),
        _ => None,
    }
}
