//! The user's function, which stays callable as it was written.

use crate::ast::ProgramFn;
use proc_macro2::TokenStream;
use quote::{ToTokens, TokenStreamExt, quote};
use syn::{AttrStyle, Attribute};

/// The function without the role marks, which `parse` took off the signature; `stmts` are the body's.
pub(crate) fn original(program: &ProgramFn, stmts: &[impl ToTokens]) -> TokenStream {
    let ProgramFn {
        attrs,
        vis,
        sig,
        block,
        ..
    } = program;
    let outer = outer(attrs);
    let mut function = quote!(#(#outer)* #vis #sig);
    block.brace_token.surround(&mut function, |body| {
        body.append_all(inner(attrs));
        body.append_all(stmts);
    });
    function
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
