//! Parameters and their roles, by mark and type.

use super::host::{is_host, last_name};
use crate::ast::{Kind, Param, Role};
use crate::diag::{Code, Diagnostic, Errors};
use crate::hygiene;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, FnArg, Ident, Meta, Pat, PatType, Receiver, ReceiverKind, Signature, Type};

/// Reads the parameters in order and takes the role marks off the signature.
pub(crate) fn parse(cx: &mut Errors, kind: Kind, sig: &mut Signature) -> Vec<Param> {
    sig.inputs
        .iter_mut()
        .enumerate()
        .map(|(index, argument)| match argument {
            FnArg::Receiver(receiver) => self_param(cx, kind, receiver),
            FnArg::Typed(typed) => typed_param(cx, kind, index, typed),
        })
        .collect()
}

/// A receiver: weights, or state when it is `&mut self`. By value it has no role that works, which `analyze` reports.
fn self_param(cx: &mut Errors, kind: Kind, receiver: &mut Receiver) -> Param {
    if let Some((role, span)) = take_mark(cx, &mut receiver.attrs) {
        Diagnostic::new(Code::CP0001, format!("`{role}` cannot mark a receiver"))
            .note("`&self` holds the weights of a program, `&mut self` its state")
            .help("remove the mark")
            .at(span, cx);
    }
    refuse_cfg(cx, kind, &receiver.attrs);
    let role = match &receiver.kind {
        ReceiverKind::Reference(_, _, None) => Role::Weights,
        ReceiverKind::Reference(_, _, Some(_)) => Role::State,
        ReceiverKind::Typed(_, ty) => match reference(ty) {
            Some((true, _)) => Role::State,
            Some((false, _)) => Role::Weights,
            None => Role::Input,
        },
        _ => Role::Input,
    };
    Param {
        name: Ident::new("self", receiver.self_token.span()),
        pat: None,
        ty: None,
        role,
    }
}

/// A parameter with a type.
fn typed_param(cx: &mut Errors, kind: Kind, index: usize, typed: &mut PatType) -> Param {
    let mark = take_mark(cx, &mut typed.attrs);
    refuse_cfg(cx, kind, &typed.attrs);
    let role = match mark {
        Some((Mark::Live, _)) => Role::Live,
        Some((Mark::Frozen, _)) => Role::Frozen,
        None => unmarked_role(&typed.ty),
    };
    Param {
        name: binding(&typed.pat).unwrap_or_else(|| hygiene::parameter(&format!("arg{index}"))),
        pat: Some((*typed.pat).clone()),
        ty: Some((*typed.ty).clone()),
        role,
    }
}

/// The role that the type alone decides.
fn unmarked_role(ty: &Type) -> Role {
    match reference(ty) {
        Some((true, _)) => Role::State,
        Some((false, inner)) if is_device(inner) => Role::Device,
        Some((false, inner)) if is_host(inner) => Role::Unmarked,
        Some((false, _)) => Role::Weights,
        None if is_device(ty) => Role::Device,
        None if is_host(ty) => Role::Unmarked,
        None => Role::Input,
    }
}

/// Whether a reference is `&mut`, and what it points to.
fn reference(ty: &Type) -> Option<(bool, &Type)> {
    match ty {
        Type::Reference(reference) => Some((reference.mutability.is_some(), &reference.elem)),
        Type::Group(group) => reference(&group.elem),
        Type::Paren(paren) => reference(&paren.elem),
        _ => None,
    }
}

/// `Device`, and any path that ends so.
fn is_device(ty: &Type) -> bool {
    last_name(ty).is_some_and(|name| name.ends_with("Device"))
}

/// The name of a simple binding, `x` or `mut x`.
fn binding(pat: &Pat) -> Option<Ident> {
    match pat {
        Pat::Ident(ident) if ident.subpat.is_none() => Some(ident.ident.clone()),
        Pat::Paren(paren) => binding(&paren.pat),
        Pat::Type(typed) => binding(&typed.pat),
        _ => None,
    }
}

/// A role mark.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Live,
    Frozen,
}

impl core::fmt::Display for Mark {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Live => "#[live]",
            Self::Frozen => "#[frozen]",
        })
    }
}

/// Takes the marks off `attrs`; two of them are reported under both.
fn take_mark(cx: &mut Errors, attrs: &mut Vec<Attribute>) -> Option<(Mark, Span)> {
    let mut marks = Vec::new();
    attrs.retain(|attribute| {
        let mark = if attribute.path().is_ident("live") {
            Mark::Live
        } else if attribute.path().is_ident("frozen") {
            Mark::Frozen
        } else {
            return true;
        };
        if !matches!(attribute.meta, Meta::Path(_)) {
            Diagnostic::new(Code::CP0001, format!("`{mark}` takes no arguments"))
                .help(format!("write `{mark}`"))
                .under(&attribute.meta, cx);
        }
        marks.push((mark, attribute.path().span()));
        false
    });
    if let [(first, _), (second, _), ..] = marks.as_slice() {
        let title = if first == second {
            format!("duplicate `{first}` mark")
        } else {
            "a parameter cannot be both `#[live]` and `#[frozen]`".to_owned()
        };
        for (_, span) in &marks {
            Diagnostic::new(Code::CP0001, title.clone())
                .note(
                    "a live number changes between replays; a frozen value is part of the program",
                )
                .help("keep one mark")
                .at(*span, cx);
        }
    }
    marks.first().copied()
}

/// Refuses `#[cfg]` on a parameter: the generated functions would have to repeat it in types, where it cannot stand.
/// A helper has none.
fn refuse_cfg(cx: &mut Errors, kind: Kind, attrs: &[Attribute]) {
    if kind == Kind::Helper {
        return;
    }
    for attribute in attrs {
        if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            Diagnostic::new(
                Code::CP0001,
                "a parameter of a captured program cannot be conditional",
            )
            .note("the parameters are the program's signature")
            .help("write two functions, each with its own `#[cfg]`")
            .under(&attribute.meta, cx);
        }
    }
}
