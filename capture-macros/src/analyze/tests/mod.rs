//! Programs in, messages out: the analysis without a compiler.

mod effects;
mod flow;
mod legal;
mod reads;
mod signatures;

use super::analyze;
use crate::ast::{Options, Param, ProgramFn, Role};
use crate::diag::Errors;
use proc_macro2::Span;
use syn::{FnArg, Ident, ItemFn, Pat, ReceiverKind, Type};

/// Reads a function as `parse` does.
fn program(source: &str) -> ProgramFn {
    let mut item: ItemFn =
        syn::parse_str(source).unwrap_or_else(|error| panic!("{error}: {source}"));
    let mut params = Vec::new();
    for (index, input) in item.sig.inputs.iter_mut().enumerate() {
        params.push(match input {
            FnArg::Receiver(receiver) => Param {
                name: Ident::new("self", receiver.self_token.span),
                pat: None,
                ty: None,
                role: match &receiver.kind {
                    ReceiverKind::Reference(_, _, Some(_)) => Role::State,
                    _ => Role::Weights,
                },
                mark: None,
            },
            FnArg::Typed(typed) => {
                let mark = ["live", "frozen"]
                    .into_iter()
                    .find(|mark| typed.attrs.iter().any(|attr| attr.path().is_ident(mark)));
                typed.attrs.clear();
                let name = match &*typed.pat {
                    Pat::Ident(ident) => ident.ident.clone(),
                    _ => Ident::new(&format!("arg{index}"), Span::call_site()),
                };
                Param {
                    name,
                    pat: Some((*typed.pat).clone()),
                    role: role(mark, &typed.ty),
                    ty: Some((*typed.ty).clone()),
                    mark: mark.map(|_| Span::call_site()),
                }
            }
        });
    }
    ProgramFn {
        options: Options::default(),
        attrs: item.attrs,
        vis: item.vis,
        sig: item.sig,
        block: item.block,
        params,
    }
}

fn role(mark: Option<&str>, ty: &Type) -> Role {
    match (mark, ty) {
        (Some("live"), _) => Role::Live,
        (Some(_), _) => Role::Frozen,
        (None, ty) if super::types::is_host(ty) && matches!(ty, Type::Path(_)) => Role::Unmarked,
        (None, Type::Reference(reference)) => match (&*reference.elem, reference.mutability) {
            (_, Some(_)) => Role::State,
            (Type::Path(path), None)
                if path
                    .path
                    .segments
                    .last()
                    .is_some_and(|s| s.ident == "Device") =>
            {
                Role::Device
            }
            (Type::Path(path), None) if path.path.is_ident("str") => Role::Unmarked,
            _ => Role::Weights,
        },
        _ => Role::Input,
    }
}

/// Every message: its code and what it underlines.
fn found(source: &str) -> Vec<(String, String)> {
    let mut cx = Errors::default();
    analyze(&mut cx, &program(source));
    cx.into_list()
        .into_iter()
        .map(|(code, _, underlined)| (code.id().to_owned(), underlined))
        .collect()
}

/// Asserts that exactly these messages are reported, in this order.
#[track_caller]
fn refused(source: &str, wanted: &[(&str, &str)]) {
    let found = found(source);
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(code, at)| (code.as_str(), at.as_str()))
        .collect();
    assert_eq!(found, wanted, "in {source}");
}

/// Asserts that nothing is reported.
#[track_caller]
fn legal(source: &str) {
    refused(source, &[]);
}

/// Every message in full follows the style rules.
#[track_caller]
fn styled(source: &str) {
    let mut cx = Errors::default();
    analyze(&mut cx, &program(source));
    for (_, text, _) in cx.into_list() {
        let mut lines = text.lines();
        let title = lines.next().unwrap_or_default();
        assert!(title.chars().count() <= 90, "title too long: {title}");
        assert!(
            !title.starts_with(char::is_uppercase),
            "title starts uppercase: {title}"
        );
        for line in lines {
            assert!(line.chars().count() <= 120, "line too long: {line}");
            assert!(!line.ends_with('.'), "line ends in a full stop: {line}");
        }
    }
}
