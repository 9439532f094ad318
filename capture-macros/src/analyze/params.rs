//! Parameters: what their types and marks allow, and what the body sees in them.

use super::types::{self, Aliases};
use super::value::{Held, Place, Value};
use super::{pattern, signature};
use crate::ast::{Kind, Param, ProgramFn, Role};
use crate::diag::{Code, Diagnostic, Errors};
use quote::ToTokens;
use syn::{Type, TypeReference};

/// Reports every parameter that cannot cross the boundary, and gives what each name stands for.
pub(super) fn check(cx: &mut Errors, f: &ProgramFn) -> Vec<(String, Value)> {
    let aliases = Aliases::default();
    let mut bound = Vec::new();
    for param in &f.params {
        let before = cx.len();
        if let Some(ty) = &param.ty {
            match f.kind {
                Kind::Program => one(cx, param, ty),
                Kind::Helper => helper(cx, param, ty),
            }
        }
        let refused = cx.len() > before;
        let value = match (f.kind, param.role) {
            // A helper takes anything, of which only a tensor is known to be one.
            (Kind::Helper, Role::Input) => passed(param, &aliases),
            _ => value(param, refused, &aliases),
        };
        match &param.pat {
            Some(pat) => bound.extend(pattern::bindings(pat, &value, &aliases)),
            None => bound.push((param.name.to_string(), value)),
        }
    }
    bound
}

/// What a helper is given by value.
fn passed(param: &Param, aliases: &Aliases) -> Value {
    let declared = param.ty.as_ref().map(|ty| types::declared(ty, aliases));
    match declared {
        Some(Some(value)) => value,
        Some(None) => Value::Maybe { shown: false },
        None => Value::Module(Held::Copy),
    }
}

/// A parameter of a helper: anything goes but gradients, which are others while capturing.
fn helper(cx: &mut Errors, param: &Param, ty: &Type) {
    if param.role == Role::Live {
        live(cx, ty);
    } else if let Some(part) = find(ty, &|ty| named(ty, &["Gradients"])) {
        signature::gradients(cx, part);
    }
}

/// Whether the type of a parameter is refused. A missing mark says nothing against the type.
pub(super) fn refuses(param: &Param) -> bool {
    let mut cx = Errors::default();
    match (&param.ty, param.role) {
        (None, role) => return role == Role::Input,
        (Some(_), Role::Unmarked) => {}
        (Some(ty), _) => one(&mut cx, param, ty),
    }
    let refused = !cx.is_empty();
    drop(cx.into_tokens());
    refused
}

/// What a parameter stands for in the body. A refused one is a host value, which causes no other
/// message, unless it stays clear what was meant.
fn value(param: &Param, refused: bool, aliases: &Aliases) -> Value {
    let ty = param.ty.as_ref();
    let declared = ty.and_then(|ty| types::declared(ty, aliases));
    let optimizer = ty.is_some_and(|ty| optimizer(ty).is_some());
    // `replay` on a session is reported with its type.
    if refused && ty.is_some_and(is_session) {
        return Value::Part(Held::Copy);
    }
    match param.role {
        Role::Live if !refused => Value::Live,
        Role::Device => Value::Device(Place::Program),
        Role::State if optimizer => Value::Module(Held::State),
        _ if refused && ty.is_some_and(is_device) => Value::Device(Place::Program),
        _ if refused && !matches!(declared, Some(Value::Tensor)) => Value::Host,
        Role::Frozen | Role::Unmarked | Role::Live => Value::Host,
        Role::Input => declared.unwrap_or(Value::Group),
        Role::Weights => declared.unwrap_or(Value::Module(Held::Copy)),
        Role::State => declared.unwrap_or(Value::Module(Held::State)),
    }
}

fn one(cx: &mut Errors, param: &Param, ty: &Type) {
    match param.role {
        Role::Live => live(cx, ty),
        Role::Frozen => frozen(cx, ty),
        Role::Device if !matches!(ty, Type::Reference(_)) => device(cx, ty),
        Role::Device => {}
        Role::Unmarked => unmarked(cx, param, ty),
        Role::Input | Role::Weights | Role::State => boundary(cx, param, ty),
    }
}

fn live(cx: &mut Errors, ty: &Type) {
    let number = matches!(ty, Type::Path(_))
        && types::name(ty)
            .is_some_and(|name| matches!(name.as_str(), "f32" | "f64" | "i32" | "i64" | "bool"));
    // A type parameter, or an alias of a number, is left to the trait.
    let known = types::is_host(ty)
        || !matches!(ty, Type::Path(_))
        || types::mentions(ty, &["Tensor", "Device", "Option", "Vec"]);
    if number || !known {
        return;
    }
    let shown = super::text::of_type(ty);
    let help = if types::mentions(ty, &["Tensor"]) {
        "a tensor is an input: remove `#[live]`"
    } else if matches!(
        shown.as_str(),
        "usize" | "u8" | "u16" | "u32" | "u64" | "isize" | "i8" | "i16"
    ) {
        "use `i64` or `i32`, or mark it `#[frozen]`"
    } else {
        "mark it `#[frozen]`, or take a tensor"
    };
    Diagnostic::new(
        Code::CP0104,
        format!("`{shown}` cannot be a `#[live]` parameter"),
    )
    .note("a live number is one value on the device: `f32`, `f64`, `i32`, `i64` or `bool`")
    .help(help)
    .under(ty, cx);
}

fn frozen(cx: &mut Errors, ty: &Type) {
    let shown = super::text::of_type(ty);
    let note = "a frozen value is owned by the session, which compares and hashes it";
    let help = if types::mentions(ty, &["Tensor", "Param"]) {
        "take the tensor as an input, or as `&Tensor` for weights"
    } else if matches!(ty, Type::Reference(reference) if reference.mutability.is_some()) {
        "take the value itself: the program cannot write to it"
    } else if types::mentions(ty, CELLS) {
        "take the value itself"
    } else if matches!(
        types::bare(ty),
        Type::ImplTrait(_) | Type::TraitObject(_) | Type::Ptr(_)
    ) {
        "take a value that can be compared, such as an `enum`"
    } else {
        return;
    };
    Diagnostic::new(
        Code::CP0105,
        format!("`{shown}` cannot be a `#[frozen]` parameter"),
    )
    .note(note)
    .help(help)
    .under(ty, cx);
}

fn unmarked(cx: &mut Errors, param: &Param, ty: &Type) {
    let name = &param.name;
    let shown = super::text::of_type(ty);
    let number = matches!(shown.as_str(), "f32" | "f64" | "i32" | "i64" | "bool");
    let help = if number {
        format!(
            "`#[live] {name}: {shown}` changes with every `replay()`, `#[frozen] {name}: {shown}` is part of the program"
        )
    } else if types::name(ty).is_some_and(|name| name == "TensorData") {
        "take a tensor, which is an argument of every `replay()`".to_owned()
    } else {
        format!(
            "`#[frozen] {name}: {shown}` makes it part of the program; what changes is `#[live]` or a tensor"
        )
    };
    Diagnostic::new(
        Code::CP0101,
        format!("host parameter `{name}` must be `#[live]` or `#[frozen]`"),
    )
    .note("without a mark its value at capture would be used by every `replay()`")
    .help(help)
    .under(whole(param, ty), cx);
}

/// The parameter as written: the pattern and the type.
fn whole(param: &Param, ty: &Type) -> proc_macro2::TokenStream {
    match &param.pat {
        Some(pat) => {
            let colon = syn::Token![:](
                ty.to_token_stream()
                    .into_iter()
                    .next()
                    .map_or_else(proc_macro2::Span::call_site, |tree| tree.span()),
            );
            quote::quote!(#pat #colon #ty)
        }
        None => ty.to_token_stream(),
    }
}

/// Types whose content others can change.
const CELLS: &[&str] = &[
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
fn boundary(cx: &mut Errors, param: &Param, ty: &Type) {
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
fn state(cx: &mut Errors, ty: &Type, elem: &Type) {
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

fn shared(cx: &mut Errors, ty: &Type, part: &Type) {
    let name = types::name(part).unwrap_or_default();
    Diagnostic::new(
        Code::CP0107,
        format!("`{name}` can change behind the program's back"),
    )
    .note("what it holds at capture would be used by every `replay()`")
    .help("take `&T` for weights, or `&mut T` for state")
    .under(ty, cx);
}

fn hiding(cx: &mut Errors, ty: &Type, part: &Type) {
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

fn impl_trait(cx: &mut Errors, param: &Param, part: &Type) {
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

fn device(cx: &mut Errors, ty: &Type) {
    Diagnostic::new(
        Code::CP0111,
        "the program's device must be taken as `&Device`",
    )
    .note("it is the capture device at capture, and the session's at `replay()`")
    .help("take `&Device` for the program's device, or mark another device `#[frozen]`")
    .under(ty, cx);
}

fn is_session(ty: &Type) -> bool {
    types::name(ty).is_some_and(|name| name == "Session")
}

fn is_device(ty: &Type) -> bool {
    types::name(ty).is_some_and(|name| name.ends_with("Device"))
}

/// The name of an optimizer of Burn.
fn optimizer(ty: &Type) -> Option<String> {
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

fn named(ty: &Type, names: &[&str]) -> bool {
    matches!(ty, Type::Path(_))
        && types::head(ty).is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// The first part of a type for which `wanted` holds, itself first.
fn find<'t>(ty: &'t Type, wanted: &dyn Fn(&Type) -> bool) -> Option<&'t Type> {
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
