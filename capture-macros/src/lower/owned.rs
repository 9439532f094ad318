//! What a session holds for a parameter that the function borrows.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

/// The owned type of a parameter, and whether the function takes a reference to it.
///
/// `&mut M` and `&M` are held as `M`; what has no size is held in its owner, which derefs to it.
pub(crate) fn owned(ty: &Type) -> (TokenStream, bool) {
    match ty {
        Type::Group(group) => owned(&group.elem),
        Type::Paren(paren) => owned(&paren.elem),
        Type::Reference(reference) => (sized(&reference.elem), true),
        _ => (quote!(#ty), false),
    }
}

/// Whether the type is `&'static T`.
pub(crate) fn is_static(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_static(&group.elem),
        Type::Paren(paren) => is_static(&paren.elem),
        Type::Reference(reference) => {
            let lifetime = reference.lifetime.as_ref();
            reference.mutability.is_none() && lifetime.is_some_and(|l| l.ident == "static")
        }
        _ => false,
    }
}

/// The type itself, or the owner of a type without a size.
fn sized(ty: &Type) -> TokenStream {
    let span = ty.span();
    match ty {
        Type::Group(group) => sized(&group.elem),
        Type::Paren(paren) => sized(&paren.elem),
        Type::Slice(slice) => {
            let elem = &slice.elem;
            quote_spanned!(span=> ::std::vec::Vec<#elem>)
        }
        Type::Path(path) if path.path.is_ident("str") => {
            quote_spanned!(span=> ::std::string::String)
        }
        Type::Path(path)
            if path
                .path
                .segments
                .last()
                .is_some_and(|s| s.ident == "Path" && s.arguments.is_empty()) =>
        {
            quote_spanned!(span=> ::std::path::PathBuf)
        }
        _ => quote!(#ty),
    }
}

/// Where an error about the type belongs: under its name, not under the reference.
pub(crate) fn span(ty: &Type) -> Span {
    match ty {
        Type::Group(group) => span(&group.elem),
        Type::Paren(paren) => span(&paren.elem),
        Type::Reference(reference) => reference.elem.span(),
        _ => ty.span(),
    }
}
