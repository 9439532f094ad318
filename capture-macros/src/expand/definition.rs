//! `__definition`: what the runtime keeps of a program, whatever it does with it.

use super::on::session_types;
use super::{lints, probe};
use crate::ast::{Engine, ProgramFn, Recapture};
use crate::hygiene;
use crate::lower::{Argument, Meta, Part, Plan};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

/// The hidden function that returns the definition.
pub(super) fn definition(program: &ProgramFn, plan: &Plan) -> TokenStream {
    let private = plan.paths.private();
    let (name, generics) = (&plan.names.definition, &plan.bounded);
    let where_clause = &generics.where_clause;
    let types = session_types(plan);
    let allow = lints::function(plan);
    let edge = edge(program, plan);
    let meta = meta(plan);
    let [state, weights] = [Part::State, Part::Weights].map(|part| operations(plan, part));
    let frozen = keys(plan);
    let copy = &plan.names.copy;
    let body = body(plan, &quote!(Self::#copy));
    quote! {
        #[doc(hidden)]
        #allow
        fn #name #generics() -> #private::Definition<#types> #where_clause {
            #edge
            #private::Definition {
                meta: #meta,
                state: #state,
                weights: #weights,
                frozen: #frozen,
                body: #body,
            }
        }
    }
}

/// Names the user's function, which is thereby used: a program that is only replayed never calls it.
fn edge(program: &ProgramFn, plan: &Plan) -> TokenStream {
    let (function, turbofish) = (&program.sig.ident, &plan.turbofish);
    if plan.associated {
        quote!(let _ = Self::#function #turbofish;)
    } else {
        quote!(let _ = #function #turbofish;)
    }
}

/// What the runtime says about the function.
fn meta(plan: &Plan) -> TokenStream {
    let private = plan.paths.private();
    let Meta {
        name,
        line,
        trains,
        recapture,
        engine,
        results: _,
        cache,
    } = &plan.meta;
    let line = proc_macro2::Literal::usize_unsuffixed(*line);
    let cache = proc_macro2::Literal::usize_unsuffixed(*cache);
    let recapture = match recapture {
        Recapture::Allow => quote!(Allow),
        Recapture::Warn => quote!(Warn),
        Recapture::Deny => quote!(Deny),
    };
    let engine = match engine {
        Engine::Auto => quote!(Auto),
        Engine::Graph => quote!(Graph),
        Engine::Interpreter => quote!(Interpreter),
    };
    let parameters = plan.arguments.iter().map(|argument| {
        let Argument {
            name: _,
            label,
            part,
            ty: _,
            span: _,
            shown,
            by_ref: _,
        } = argument;
        let role = match part {
            Part::Input => quote!(Input),
            Part::Weights => quote!(Weights),
            Part::State => quote!(State),
            Part::Live => quote!(Live),
            Part::Frozen => quote!(Frozen),
            Part::Device => quote!(Device),
        };
        quote!(#private::Parameter { name: #label, role: #private::Role::#role, ty: #shown })
    });
    let meta = quote! {
        &#private::Meta {
            name: #name,
            file: ::core::file!(),
            line: #line,
            trains: #trains,
            recapture: #private::Recapture::#recapture,
            engine: #private::EngineChoice::#engine,
            cache: #cache,
            parameters: &[#(#parameters),*],
        }
    };
    // The type of an `impl` block is not among the tokens of a method.
    if plan.associated {
        quote!(#private::Meta::of::<Self>(#meta))
    } else {
        meta
    }
}

/// What can be done with the state, or with the weights.
fn operations(plan: &Plan, part: Part) -> TokenStream {
    let private = plan.paths.private();
    let all: Vec<_> = plan
        .with(part)
        .map(|argument| {
            let Argument {
                label, ty, span, ..
            } = argument;
            let probe = probe::probe(&plan.paths, ty, *span);
            quote!(#private::StateOps::<()>::named(#label, #probe))
        })
        .collect();
    match all.as_slice() {
        [] => quote!(#private::StateOps::<()>::none()),
        [one] => one.clone(),
        all => quote!(#private::StateOps::<()>::tuple((#(#all),*))),
    }
}

/// What the frozen values contribute to a signature.
///
/// ```text
/// |f| { let (s, t) = f; vec![(&&&P::FrozenProbe(s)).key("s"), ..] }
/// ```
///
/// The method is found as that of [`probe`](super::probe) is: floats by their bits first, then what can be hashed.
fn keys(plan: &Plan) -> TokenStream {
    if plan.with(Part::Frozen).next().is_none() {
        return quote!(|_| ::std::vec::Vec::new());
    }
    let frozen = hygiene::local("frozen");
    let unpacked = unpack(plan, Part::Frozen, &frozen);
    let keys = plan.with(Part::Frozen).map(|argument| {
        let Argument {
            name, label, span, ..
        } = argument;
        let private = plan.paths.private_at(*span);
        quote_spanned! {*span=>
            {
                use #private::{ViaFloat as _, ViaHash as _, ViaNoKey as _};
                (&&&#private::FrozenProbe(#name)).key(#label)
            }
        }
    });
    quote! {
        |#frozen| {
            #unpacked
            ::std::vec![#(#keys),*]
        }
    }
}

/// Takes the boundary apart and calls `function`: the capturing copy, or the user's function.
///
/// ```text
/// |(x, y, lr), state, weights, frozen, device| {
///     let (model, optim) = state;
///     Self::__capture(model, optim, x, y, lr, Clone::clone(frozen))
/// }
/// ```
pub(super) fn body(plan: &Plan, function: &TokenStream) -> TokenStream {
    let [state, weights, frozen, device] =
        ["state", "weights", "frozen", "device"].map(hygiene::local);
    let inputs = plan
        .arguments
        .iter()
        .filter_map(|argument| match argument.part {
            Part::Input | Part::Live => Some(&argument.name),
            Part::Weights | Part::State | Part::Frozen | Part::Device => None,
        });
    let unpacked = [
        (Part::State, &state),
        (Part::Weights, &weights),
        (Part::Frozen, &frozen),
    ]
    .map(|(part, from)| unpack(plan, part, from));
    let passed = plan.arguments.iter().map(|argument| {
        let Argument {
            name, part, by_ref, ..
        } = argument;
        match (part, by_ref) {
            (Part::Input | Part::Live | Part::Weights | Part::State, _) => quote!(#name),
            (Part::Frozen, true) => quote!(#name),
            (Part::Frozen, false) => quote!(::core::clone::Clone::clone(#name)),
            (Part::Device, true) => quote!(#device),
            (Part::Device, false) => quote!(::core::clone::Clone::clone(#device)),
        }
    });
    let turbofish = &plan.turbofish;
    quote! {
        |(#(#inputs,)*), #state, #weights, #frozen, #device| {
            #(#unpacked)*
            #function #turbofish(#(#passed),*)
        }
    }
}

/// Names the members of what is held.
fn unpack(plan: &Plan, part: Part, from: &proc_macro2::Ident) -> TokenStream {
    let names: Vec<_> = plan.with(part).map(|argument| &argument.name).collect();
    match names.as_slice() {
        [] => quote!(let _ = #from;),
        [one] => quote!(let #one = #from;),
        all => quote!(let (#(#all),*) = #from;),
    }
}
