//! `f::load_archive(path, device, weights, state, frozen)`: a session from a file.

use super::on::{held, name, one_or_tuple, session, session_types, session_types_with};
use super::{docs, lints};
use crate::ast::Results;
use crate::hygiene;
use crate::lower::{Part, Plan, bounds};
use proc_macro2::TokenStream;
use quote::quote;
use syn::Generics;

/// The public function with its documentation.
pub(super) fn load(plan: &Plan) -> TokenStream {
    let (definition, turbofish) = (&plan.names.definition, &plan.turbofish);
    let [path, device] = ["path", "device"].map(hygiene::parameter);
    let [state, weights, frozen] =
        [Part::State, Part::Weights, Part::Frozen].map(|part| one_or_tuple(plan, part, name));
    let loaded = quote! {
        Self::#definition #turbofish().load_archive(#path, #device, #state, #weights, #frozen)
    };
    let body = match plan.meta.results {
        Results::Owned => loaded,
        Results::Borrowed => {
            let root = plan.paths.root();
            quote!(#loaded.map(#root::BorrowingSession::new))
        }
    };
    let docs = docs::load(plan);
    let signature = signature(plan, &plan.bounded, session_types(plan));
    let allow = lints::function(plan);
    quote!(#docs #allow #signature { #body })
}

/// The function after a mistake: it asks nothing of the types, since they may be the mistake.
pub(super) fn stub(plan: &Plan, body: &TokenStream) -> TokenStream {
    let docs = docs::load(plan);
    let types = session_types_with(plan, bounds::nameable);
    let signature = signature(plan, &plan.assumed, types);
    let allow = lints::stub(plan);
    quote!(#docs #allow #signature { #body })
}

fn signature(plan: &Plan, generics: &Generics, types: TokenStream) -> TokenStream {
    let root = plan.paths.root();
    let (vis, load) = (&plan.vis, &plan.names.load);
    let where_clause = &generics.where_clause;
    let [path, device] = ["path", "device"].map(hygiene::parameter);
    let (held, session) = (held(plan), session(plan));
    quote! {
        #vis fn #load #generics(
            #path: impl ::core::convert::AsRef<::std::path::Path>,
            #device: &#root::Device
            #(, #held)*
        ) -> ::core::result::Result<#root::#session<#types>, #root::ArchiveError>
        #where_clause
    }
}
