//! The generics of the generated functions.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::BTreeSet;
use syn::{
    GenericParam, Generics, Lifetime, PredicateType, Token, Type, TypeParamBound, WherePredicate,
};

/// The names of all lifetimes in `tokens`, without the apostrophe.
pub(crate) fn lifetimes_of(tokens: &impl ToTokens) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    collect(tokens.to_token_stream(), &mut names);
    names
}

fn collect(tokens: TokenStream, names: &mut BTreeSet<String>) {
    let mut after_apostrophe = false;
    for token in tokens {
        match token {
            TokenTree::Ident(name) if after_apostrophe => {
                names.insert(name.to_string());
            }
            TokenTree::Group(group) => collect(group.stream(), names),
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                after_apostrophe = true;
                continue;
            }
            _ => {}
        }
        after_apostrophe = false;
    }
}

/// The generics without the lifetimes that nothing owned mentions: they belonged to references that a session replaces.
pub(crate) fn without_unused_lifetimes(
    generics: &Generics,
    mut used: BTreeSet<String>,
) -> Generics {
    for param in &generics.params {
        if !matches!(param, GenericParam::Lifetime(_)) {
            used.extend(lifetimes_of(param));
        }
    }
    for predicate in generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates)
    {
        if !matches!(predicate, WherePredicate::Lifetime(_)) {
            used.extend(lifetimes_of(predicate));
        }
    }
    let keep = |lifetime: &syn::Lifetime| used.contains(&lifetime.ident.to_string());
    let mut kept = generics.clone();
    kept.params = generics
        .params
        .iter()
        .filter(|param| match param {
            GenericParam::Lifetime(param) => keep(&param.lifetime),
            _ => true,
        })
        .cloned()
        .map(|mut param| {
            if let GenericParam::Lifetime(param) = &mut param {
                param.bounds = param
                    .bounds
                    .iter()
                    .filter(|bound| keep(bound))
                    .cloned()
                    .collect();
            }
            param
        })
        .collect();
    if let Some(clause) = &mut kept.where_clause {
        clause.predicates = clause
            .predicates
            .iter()
            .filter(|predicate| match predicate {
                WherePredicate::Lifetime(predicate) => {
                    keep(&predicate.lifetime) && predicate.bounds.iter().all(keep)
                }
                _ => true,
            })
            .cloned()
            .collect();
    }
    kept
}

/// The generics with `'static` types: a session stores how they are traversed, whatever becomes of its caller.
pub(crate) fn stored(mut generics: Generics, associated: bool) -> Generics {
    let mut stored: Vec<TokenStream> = generics
        .type_params()
        .map(|param| param.ident.to_token_stream())
        .collect();
    if associated {
        stored.push(quote!(Self));
    }
    if !stored.is_empty() {
        let predicates = &mut generics.make_where_clause().predicates;
        predicates.extend(stored.into_iter().map(outlives));
    }
    generics
}

/// `T: 'static`.
fn outlives(ty: TokenStream) -> WherePredicate {
    let span = Span::call_site();
    WherePredicate::Type(PredicateType {
        attrs: Vec::new(),
        lifetimes: None,
        bounded_ty: Type::Verbatim(ty),
        colon_token: Token![:](span),
        bounds: core::iter::once(TypeParamBound::Lifetime(Lifetime::new("'static", span)))
            .collect(),
    })
}

/// `::<B, N>`: the types and constants, which lead no function astray; lifetimes are always inferred.
pub(crate) fn turbofish(generics: &Generics) -> TokenStream {
    let names: Vec<_> = generics
        .params
        .iter()
        .filter_map(|param| match param {
            GenericParam::Type(param) => Some(&param.ident),
            GenericParam::Const(param) => Some(&param.ident),
            _ => None,
        })
        .collect();
    if names.is_empty() {
        TokenStream::new()
    } else {
        quote!(::<#(#names),*>)
    }
}
