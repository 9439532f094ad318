//! Parameters: what their types and marks allow, and what the body sees in them.

use super::boundary::{CELLS, boundary, device, find, is_device, is_session, named, optimizer};
use super::types::{self, Aliases};
use super::value::{Held, Place, Value};
use super::{pattern, signature};
use crate::ast::{Kind, Param, ProgramFn, Role};
use crate::diag::{Code, Diagnostic, Errors};
use quote::ToTokens;
use syn::Type;

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

pub(super) fn unmarked(cx: &mut Errors, param: &Param, ty: &Type) {
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
