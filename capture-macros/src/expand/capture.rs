//! `f::capture(..)`: a program without a device.

use super::on::one_or_tuple;
use super::{docs, lints, probe};
use crate::hygiene;
use crate::lower::{Argument, Part, Plan};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Generics;

/// Describes the arguments and hands over the rest.
pub(super) fn body(plan: &Plan) -> TokenStream {
    let (definition, turbofish) = (&plan.names.definition, &plan.turbofish);
    let inputs = hygiene::local("inputs");
    let described = plan.arguments.iter().filter_map(|argument| {
        let Argument {
            name,
            label,
            part,
            ty,
            span,
            shown: _,
            by_ref: _,
        } = argument;
        match part {
            Part::Input => Some(quote_spanned! {*span=>
                #inputs.argument::<#ty>(#label, ::core::convert::Into::into(#name));
            }),
            Part::Live => Some(quote_spanned!(*span=> #inputs.live::<#ty>(#label);)),
            Part::Weights | Part::State | Part::Frozen | Part::Device => None,
        }
    });
    let [state, weights] = [Part::State, Part::Weights].map(|part| detached(plan, part));
    let frozen = one_or_tuple(plan, Part::Frozen, super::on::name);
    quote! {
        Self::#definition #turbofish().program(#state, #weights, #frozen, |#inputs| { #(#described)* })
    }
}

/// Copies of modules and state that share no cell with the caller's.
fn detached(plan: &Plan, part: Part) -> TokenStream {
    let all: Vec<_> = plan
        .with(part)
        .map(|argument| {
            let (name, probe) = (
                &argument.name,
                probe::probe(&plan.paths, &argument.ty, argument.span),
            );
            quote_spanned!(argument.span=> #probe.detach(#name))
        })
        .collect();
    match all.as_slice() {
        [one] => one.clone(),
        all => quote!((#(#all),*)),
    }
}

/// The public function with its documentation.
pub(super) fn capture(plan: &Plan, body: TokenStream) -> TokenStream {
    let allow = lints::function(plan);
    function(plan, &allow, &plan.bounded, &body, |argument| {
        let Argument { ty, span, .. } = argument;
        let root = plan.paths.root_at(*span);
        quote_spanned!(*span=> impl ::core::convert::Into<<#ty as #root::ProgramInput>::Spec>)
    })
}

/// The function after a mistake: it asks nothing of the inputs' types, since they may be the mistake.
pub(super) fn stub(plan: &Plan, body: &TokenStream) -> TokenStream {
    let allow = lints::stub(plan);
    function(plan, &allow, &plan.assumed, body, |_| {
        quote!(impl ::core::marker::Sized)
    })
}

fn function(
    plan: &Plan,
    allow: &TokenStream,
    generics: &Generics,
    body: &TokenStream,
    specification: impl Fn(&Argument) -> TokenStream,
) -> TokenStream {
    let root = plan.paths.root();
    let (vis, capture) = (&plan.vis, &plan.names.capture);
    let where_clause = &generics.where_clause;
    let parameters = plan.arguments.iter().filter_map(|argument| {
        let Argument { name, ty, part, .. } = argument;
        match part {
            Part::Input => {
                let specification = specification(argument);
                Some(quote!(#name: #specification))
            }
            Part::Weights | Part::State => Some(quote!(#name: &#ty)),
            Part::Frozen => Some(quote!(#name: #ty)),
            Part::Live | Part::Device => None,
        }
    });
    let docs = docs::capture(plan);
    quote! {
        #docs
        #allow
        #vis fn #capture #generics(#(#parameters),*)
            -> ::core::result::Result<#root::Program, #root::RecordError>
        #where_clause
        { #body }
    }
}
