//! The user's function, which stays callable as it was written.

use crate::ast::ProgramFn;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{FnModifiers, ItemFn};

/// The function without the role marks, which `parse` took off the signature.
pub(crate) fn original(program: &ProgramFn) -> TokenStream {
    let ProgramFn {
        kind: _,
        options: _,
        attrs,
        vis,
        sig,
        block,
        params: _,
    } = program;
    ItemFn {
        attrs: attrs.clone(),
        vis: vis.clone(),
        modifiers: FnModifiers::default(),
        sig: sig.clone(),
        block: block.clone(),
    }
    .into_token_stream()
}
