//! `f::on(device, weights, state, frozen)`: a session on a device.

use super::{docs, lints};
use crate::hygiene;
use crate::lower::{Argument, Part, Plan};
use proc_macro2::TokenStream;
use quote::quote;

/// Calls the definition with everything in its place.
pub(super) fn body(plan: &Plan) -> TokenStream {
    let (definition, turbofish) = (&plan.names.definition, &plan.turbofish);
    let device = hygiene::parameter("device");
    let [state, weights, frozen] =
        [Part::State, Part::Weights, Part::Frozen].map(|part| one_or_tuple(plan, part, name));
    quote! {
        Self::#definition #turbofish().session(#device, #state, #weights, #frozen)
    }
}

/// The public function with its documentation.
pub(super) fn on(plan: &Plan, body: TokenStream) -> TokenStream {
    let docs = docs::on(plan);
    let signature = signature(plan);
    let allow = lints::function(plan);
    quote!(#docs #allow #signature { #body })
}

/// The function after a mistake.
pub(super) fn stub(plan: &Plan, body: &TokenStream) -> TokenStream {
    on(plan, body.clone())
}

fn signature(plan: &Plan) -> TokenStream {
    let root = plan.paths.root();
    let (vis, on, generics) = (&plan.vis, &plan.names.on, &plan.generics);
    let where_clause = &generics.where_clause;
    let device = hygiene::parameter("device");
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
    let types = session_types(plan);
    quote! {
        #vis fn #on #generics(#device: &#root::Device #(, #held)*)
            -> ::core::result::Result<#root::Session<#types>, #root::RecordError>
        #where_clause
    }
}

/// `I, O, S, W, F`: inputs and live numbers, result, state, weights, frozen values.
pub(super) fn session_types(plan: &Plan) -> TokenStream {
    let inputs = plan
        .arguments
        .iter()
        .filter_map(|argument| match argument.part {
            Part::Input | Part::Live => Some(&argument.ty),
            Part::Weights | Part::State | Part::Frozen | Part::Device => None,
        });
    let output = &plan.output;
    let [state, weights, frozen] =
        [Part::State, Part::Weights, Part::Frozen].map(|part| one_or_tuple(plan, part, ty));
    quote!((#(#inputs,)*), #output, #state, #weights, #frozen)
}

/// `()` for none, the bare thing for one, a tuple for several.
pub(super) fn one_or_tuple(
    plan: &Plan,
    part: Part,
    write: fn(&Argument) -> TokenStream,
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

/// Writes an argument's owned type.
fn ty(argument: &Argument) -> TokenStream {
    argument.ty.clone()
}
