//! Reads the attribute and the function; it never fails, it yields a value and errors.

mod checks;
mod host;
mod options;
mod params;

pub(crate) use options::similar;

use crate::ast::{Kind, ProgramFn};
use crate::diag::Errors;
use crate::driver;
use crate::mention::Mentions;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::{Item, ItemFn};

/// Reads one `#[capture_program]`; `None` when the item is not a function with a body.
pub(crate) fn program_fn(
    cx: &mut Errors,
    args: TokenStream,
    item: TokenStream,
) -> Option<ProgramFn> {
    function(cx, Kind::Program, args, item)
}

/// Reads one `#[capture_fn]`.
pub(crate) fn helper_fn(
    cx: &mut Errors,
    args: TokenStream,
    item: TokenStream,
) -> Option<ProgramFn> {
    function(cx, Kind::Helper, args, item)
}

fn function(
    cx: &mut Errors,
    kind: Kind,
    args: TokenStream,
    item: TokenStream,
) -> Option<ProgramFn> {
    let options = options::parse(cx, kind, args);
    let function = match syn::parse2::<ItemFn>(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            not_a_function(cx, kind, error, item);
            return None;
        }
    };
    let ItemFn {
        attrs,
        vis,
        mut sig,
        block,
        ..
    } = function;
    let params = params::parse(cx, kind, &mut sig);
    let body = body(item)?;
    Some(ProgramFn {
        kind,
        options,
        attrs,
        vis,
        sig,
        block,
        mentions: Mentions::read(body.stream()),
        body,
        params,
    })
}

/// The body in its braces, which ends a function. What a `macro_rules!` hands on as an item or a block is in a group of its own.
fn body(item: TokenStream) -> Option<Group> {
    match item.into_iter().last()? {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => body(group.stream()),
        TokenTree::Group(group) => Some(group),
        _ => None,
    }
}

/// Says what stands there instead of a function, or why the function cannot be read.
fn not_a_function(cx: &mut Errors, kind: Kind, error: syn::Error, item: TokenStream) {
    let what = match syn::parse2::<Item>(item.clone()) {
        Ok(Item::Struct(_)) => "a struct",
        Ok(Item::Enum(_)) => "an enum",
        Ok(Item::Union(_)) => "a union",
        Ok(Item::Impl(_)) => "an `impl` block",
        Ok(Item::Trait(_)) => "a trait",
        Ok(Item::Mod(_)) => "a module",
        Ok(Item::Const(_)) => "a constant",
        Ok(Item::Static(_)) => "a static",
        Ok(Item::Type(_)) => "a type alias",
        Ok(Item::Macro(_)) => "a macro call",
        _ if syn::parse2::<syn::TraitItemFn>(item.clone()).is_ok() => "a method without a body",
        _ => return cx.syn(error),
    };
    driver::not_a_function(cx, kind, what, &item);
}
