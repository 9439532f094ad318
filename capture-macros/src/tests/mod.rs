//! Snapshots of whole expansions, and facts about parts of them.
//!
//! `UPDATE_EXPECT=1 cargo test -p capture-macros` writes the snapshots anew; read their diff.

mod copy;
mod derives;
mod errors;
mod expansion;
mod helpers;
mod roles;
mod source;
mod time;

use crate::ast::Kind;
use crate::diag::Errors;
use proc_macro2::TokenStream;
use std::str::FromStr;

/// Tokens with real spans.
fn tokens(source: &str) -> TokenStream {
    TokenStream::from_str(source).expect("the test's source is Rust")
}

/// What is emitted for a program: parsed and expanded, whatever `analyze` would say of it.
fn emit(options: &str, source: &str) -> TokenStream {
    let mut cx = Errors::default();
    match crate::parse::program_fn(&mut cx, tokens(options), tokens(source)) {
        Some(program) => crate::driver::emit(cx, &program, Vec::new()),
        None => {
            let errors = cx.into_tokens();
            let item = tokens(source);
            quote::quote!(#errors #item)
        }
    }
}

/// What the attribute makes of a function, pretty-printed.
fn expand_as(kind: Kind, options: &str, source: &str) -> String {
    pretty(crate::driver::function(
        kind,
        tokens(options),
        tokens(source),
    ))
}

/// The expansion of a program, pretty-printed.
fn expand_with(options: &str, source: &str) -> String {
    pretty(emit(options, source))
}

/// The expansion of a program without options.
fn expand(source: &str) -> String {
    expand_with("", source)
}

/// What `prettyplease` makes of it: a proof that it parses, and a form that can be read.
fn pretty(expansion: TokenStream) -> String {
    let text = expansion.to_string();
    match syn::parse2(expansion) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => panic!("the expansion does not parse: {error}\n{text}"),
    }
}

/// An associated function's expansion, wrapped so that it is a file.
fn expand_method(source: &str) -> String {
    let inside = emit("", source);
    pretty(quote::quote!(impl Net { #inside }))
}
