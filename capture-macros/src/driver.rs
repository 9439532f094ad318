//! The pipeline on one page: parse, analyze, barrier, lower, expand.
//!
//! Parsing never fails: it yields a value and errors. `analyze` reports everything else that cannot be
//! captured. Nothing right of the barrier reports or panics.

use crate::ast::{Kind, ProgramFn};
use crate::diag::{Code, Diagnostic, Errors};
use crate::{analyze, debug, derive, expand, lower, parse};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Path};

/// Expands `#[capture_program(args)] item` and `#[capture_fn(args)] item`.
pub(crate) fn function(kind: Kind, args: TokenStream, item: TokenStream) -> TokenStream {
    let mut cx = Errors::default();
    let parse = match kind {
        Kind::Program => parse::program_fn,
        Kind::Helper => parse::helper_fn,
    };
    let Some(program) = parse(&mut cx, args, item.clone()) else {
        let errors = cx.into_tokens();
        return quote!(#errors #item);
    };
    let analysis = analyze::analyze(&mut cx, &program);
    // A mistake comes first: what it has to do with may be what is suspect.
    let warnings = cx
        .is_empty()
        .then(|| analysis.warnings.into_tokens(&program));
    let expansion = emit(cx, &program, analysis.called);
    quote!(#expansion #warnings)
}

/// The barrier and everything behind it. `called` are the functions that receive placeholders.
pub(crate) fn emit(cx: Errors, program: &ProgramFn, called: Vec<Path>) -> TokenStream {
    let plan = lower::lower(program, called);
    if !cx.is_empty() {
        let plan = plan.without_types(program.params.iter().map(analyze::refuses));
        return expand::fallback(cx.into_tokens(), program, &plan);
    }
    let expansion = expand::expand(program, &plan);
    debug::show(&program.sig.ident, &expansion);
    expansion
}

/// Expands `#[derive(ProgramInput)]` and its kin, which `make` tells apart.
pub(crate) fn derive(
    item: TokenStream,
    make: fn(&derive::Struct) -> TokenStream,
    name: &str,
) -> TokenStream {
    let mut cx = Errors::default();
    let parsed = match syn::parse2::<DeriveInput>(item) {
        Ok(input) => derive::Struct::parse(&mut cx, input, name),
        Err(error) => {
            cx.syn(error);
            None
        }
    };
    // A wrong option is no reason to leave the trait out: its absence would bring errors of its own.
    let implementation = parsed.as_ref().map(make);
    let errors = cx.into_tokens();
    quote!(#errors #implementation)
}

/// Reports that the attribute stands on something that is not a function.
pub(crate) fn not_a_function(cx: &mut Errors, kind: Kind, what: &str, tokens: &TokenStream) {
    let attribute = kind.attribute();
    Diagnostic::new(
        Code::CP0001,
        format!("the `{attribute}` attribute cannot be applied to {what}"),
    )
    .help("put it on a function or on a method of an inherent `impl` block")
    .under(tokens, cx);
}
