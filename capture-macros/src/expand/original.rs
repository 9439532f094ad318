//! The user's function, which stays callable as it was written.

use crate::ast::ProgramFn;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{AttrStyle, Attribute};

/// The function without the role marks, which `parse` took off the signature. The body, inner attributes included, is the user's very
/// tokens.
pub(crate) fn original(program: &ProgramFn) -> TokenStream {
    let ProgramFn {
        attrs,
        vis,
        sig,
        body,
        ..
    } = program;
    let outer = outer(attrs);
    quote!(#(#outer)* #vis #sig #body)
}

/// The attributes before a function.
pub(super) fn outer(attrs: &[Attribute]) -> Vec<&Attribute> {
    let outer = |attribute: &&Attribute| matches!(attribute.style, AttrStyle::Outer);
    attrs.iter().filter(outer).collect()
}

/// The attributes at the start of a function's body, as tokens.
pub(super) fn inner(attrs: &[Attribute]) -> TokenStream {
    let inner = |attribute: &&Attribute| matches!(attribute.style, AttrStyle::Inner(_));
    let mut tokens = TokenStream::new();
    for attribute in attrs.iter().filter(inner) {
        attribute.to_tokens(&mut tokens);
    }
    tokens
}
