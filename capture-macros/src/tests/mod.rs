//! Snapshots of whole expansions, and facts about parts of them.
//!
//! `UPDATE_EXPECT=1 cargo test -p capture-macros` writes the snapshots anew; read their diff.

mod copy;
mod derives;
mod errors;
mod expansion;
mod roles;

use proc_macro2::TokenStream;
use std::str::FromStr;

/// Tokens with real spans.
fn tokens(source: &str) -> TokenStream {
    TokenStream::from_str(source).expect("the test's source is Rust")
}

/// The expansion of a program, pretty-printed.
fn expand_with(options: &str, source: &str) -> String {
    pretty(crate::driver::capture_program(
        tokens(options),
        tokens(source),
    ))
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
    let inside = crate::driver::capture_program(TokenStream::new(), tokens(source));
    pretty(quote::quote!(impl Net { #inside }))
}

/// The expansion of a parameter list around an empty body, on one line.
fn flat(source: &str) -> String {
    expand(source)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}
