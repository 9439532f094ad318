//! `f::on(device, weights, state, frozen)`: a session on a device.

use super::{docs, lints};
use crate::ast::Results;
use crate::hygiene;
use crate::lower::{Argument, Part, Plan, bounds};
use proc_macro2::TokenStream;
use quote::quote;
use syn::Generics;

/// Calls the definition with everything in its place.
pub(super) fn body(plan: &Plan) -> TokenStream {
    let (definition, turbofish) = (&plan.names.definition, &plan.turbofish);
    let device = hygiene::parameter("device");
    let [state, weights, frozen] =
        [Part::State, Part::Weights, Part::Frozen].map(|part| one_or_tuple(plan, part, name));
    let session =
        quote!(Self::#definition #turbofish().session(#device, #state, #weights, #frozen));
    match plan.meta.results {
        Results::Owned => session,
        Results::Borrowed => {
            let root = plan.paths.root();
            quote!(#session.map(#root::BorrowingSession::new))
        }
    }
}

/// The public function with its documentation.
pub(super) fn on(plan: &Plan, body: TokenStream) -> TokenStream {
    let docs = docs::on(plan);
    let signature = signature(plan, &plan.bounded, session_types(plan));
    let allow = lints::function(plan);
    quote!(#docs #allow #signature { #body })
}

/// The function after a mistake: it asks nothing of the types, since they may be the mistake.
pub(super) fn stub(plan: &Plan, body: &TokenStream) -> TokenStream {
    let docs = docs::on(plan);
    let types = session_types_with(plan, bounds::nameable);
    let signature = signature(plan, &plan.assumed, types);
    let allow = lints::stub(plan);
    quote!(#docs #allow #signature { #body })
}

fn signature(plan: &Plan, generics: &Generics, types: TokenStream) -> TokenStream {
    let root = plan.paths.root();
    let (vis, on) = (&plan.vis, &plan.names.on);
    let where_clause = &generics.where_clause;
    let device = hygiene::parameter("device");
    let (held, session) = (held(plan), session(plan));
    quote! {
        #vis fn #on #generics(#device: &#root::Device #(, #held)*)
            -> ::core::result::Result<#root::#session<#types>, #root::RecordError>
        #where_clause
    }
}

/// The type of session that the results ask for.
pub(super) fn session(plan: &Plan) -> TokenStream {
    match plan.meta.results {
        Results::Owned => quote!(Session),
        Results::Borrowed => quote!(BorrowingSession),
    }
}

/// The parameters that a session holds: weights, state and frozen values.
pub(super) fn held(plan: &Plan) -> Vec<TokenStream> {
    let held = plan
        .arguments
        .iter()
        .filter_map(|argument| match argument.part {
            Part::Weights | Part::State | Part::Frozen => {
                let Argument { name, ty, .. } = argument;
                Some(quote!(#name: #ty))
            }
            Part::Input | Part::Live | Part::Device => None,
        });
    held.collect()
}

/// `I, O, S, W, F`: inputs and live numbers, result, state, weights, frozen values.
pub(super) fn session_types(plan: &Plan) -> TokenStream {
    session_types_with(plan, |ty| ty)
}

pub(super) fn session_types_with(
    plan: &Plan,
    named: fn(TokenStream) -> TokenStream,
) -> TokenStream {
    let inputs = plan
        .arguments
        .iter()
        .filter_map(|argument| match argument.part {
            Part::Input | Part::Live => Some(named(argument.ty.clone())),
            Part::Weights | Part::State | Part::Frozen | Part::Device => None,
        });
    let output = named(plan.output.clone());
    let [state, weights, frozen] = [Part::State, Part::Weights, Part::Frozen]
        .map(|part| one_or_tuple(plan, part, |argument| named(argument.ty.clone())));
    quote!((#(#inputs,)*), #output, #state, #weights, #frozen)
}

/// `()` for none, the bare thing for one, a tuple for several.
pub(super) fn one_or_tuple(
    plan: &Plan,
    part: Part,
    write: impl Fn(&Argument) -> TokenStream,
) -> TokenStream {
    let all: Vec<_> = plan.with(part).map(write).collect();
    match all.as_slice() {
        [one] => one.clone(),
        all => quote!((#(#all),*)),
    }
}

/// Writes an argument's name.
pub(super) fn name(argument: &Argument) -> TokenStream {
    let name = &argument.name;
    quote!(#name)
}
