//! `__example`: how the program is captured for its tests, with the user's expressions, each once.
//!
//! ```text
//! P::Example {
//!     state: |device| { let it: Mlp = Mlp::new(device); it },
//!     weights: |device| (),
//!     frozen: |device| { let it: f32 = 0.1; it },
//!     describe: |device, inputs| { inputs.argument::<Tensor<2>>("x", Into::into(TensorSpec::float([4, 5]))); .. },
//!     arguments: |drawn| (drawn.input::<Tensor<2>>(), drawn.live::<f64>(),),
//!     eager: |(x, lr,), state, weights, frozen, device| f(state, x, lr, Clone::clone(frozen)),
//! }
//! ```
//!
//! It is compiled in every build, though only tests call it: so that a mistake in an expression shows at once, and what
//! only the expressions name is no unused import.

use super::definition;
use super::lints;
use super::on::session_types;
use crate::ast::ProgramFn;
use crate::hygiene;
use crate::lower::{Argument, Checks, Part, Plan};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

/// The hidden function that returns the example.
pub(super) fn example(program: &ProgramFn, plan: &Plan, checks: &Checks) -> TokenStream {
    let private = plan.paths.private();
    let generics = &plan.bounded;
    let where_clause = &generics.where_clause;
    let types = session_types(plan);
    let allow = lints::example();
    let device = device();
    let [state, weights, frozen] =
        [Part::State, Part::Weights, Part::Frozen].map(|part| held(plan, checks, part));
    let described = described(plan, checks);
    let arguments = arguments(plan);
    let function = &program.sig.ident;
    let eager = definition::body(plan, &quote!(#function));
    let inputs = hygiene::local("inputs");
    let drawn = hygiene::local("drawn");
    quote! {
        #[doc(hidden)]
        #allow
        fn __example #generics() -> #private::Example<#types> #where_clause {
            #private::Example {
                state: |#device| #state,
                weights: |#device| #weights,
                frozen: |#device| #frozen,
                describe: |#device, #inputs| { #described },
                arguments: |#drawn| #arguments,
                eager: #eager,
            }
        }
    }
}

/// The device, by the name that the user's expressions have for it.
fn device() -> Ident {
    Ident::new("device", Span::call_site())
}

/// The arguments, each with what the example says of it.
fn given<'a>(
    plan: &'a Plan,
    checks: &'a Checks,
) -> impl Iterator<Item = (&'a Argument, Option<&'a Expr>)> {
    plan.arguments
        .iter()
        .zip(checks.values.iter().map(Option::as_ref))
}

/// What is held of one part: nothing, one value, or a tuple.
fn held(plan: &Plan, checks: &Checks, part: Part) -> TokenStream {
    let values = given(plan, checks).filter(|(argument, _)| argument.part == part);
    let values: Vec<_> = values
        .filter_map(|(argument, value)| Some(typed(&argument.ty, value?)))
        .collect();
    match values.as_slice() {
        [one] => one.clone(),
        all => quote!((#(#all),*)),
    }
}

/// The value, of which the compiler asks the type under the user's tokens.
fn typed(ty: &TokenStream, value: &Expr) -> TokenStream {
    let it = hygiene::local("it");
    quote_spanned!(value.span()=> { let #it: #ty = #value; #it })
}

/// Describes inputs by their specs, and live numbers.
fn described(plan: &Plan, checks: &Checks) -> TokenStream {
    let inputs = hygiene::local("inputs");
    given(plan, checks)
        .map(|(argument, value)| {
            let Argument {
                label, part, ty, ..
            } = argument;
            match (part, value) {
                (Part::Input, Some(value)) => quote_spanned! {value.span()=>
                    #inputs.argument::<#ty>(#label, ::core::convert::Into::into(#value));
                },
                (Part::Live, Some(value)) => {
                    let number = typed(ty, value);
                    quote!(#inputs.given::<#ty>(#label, #number);)
                }
                (Part::Live, None) => quote!(#inputs.live::<#ty>(#label);),
                _ => TokenStream::new(),
            }
        })
        .collect()
}

/// Puts the arguments of a replay together.
fn arguments(plan: &Plan) -> TokenStream {
    let drawn = hygiene::local("drawn");
    let arguments = plan.arguments.iter().filter_map(|argument| {
        let ty = &argument.ty;
        match argument.part {
            Part::Input => Some(quote!(#drawn.input::<#ty>())),
            Part::Live => Some(quote!(#drawn.live::<#ty>())),
            Part::Weights | Part::State | Part::Frozen | Part::Device => None,
        }
    });
    quote!((#(#arguments,)*))
}
