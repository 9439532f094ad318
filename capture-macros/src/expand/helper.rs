//! `#[capture_fn]`: one function that serves eager callers and programs that are being captured.
//!
//! ```text
//! fn warm_up(x: Tensor<1>, lr: impl P::LiveArgument<f64>) -> Tensor<1> {
//!     let lr = P::LiveArgument::live(lr);
//!     { let _running = P::enter();  the body, rewritten as in a capturing copy }
//! }
//! enum warm_up {}                         // the marker; none beside a method
//! impl P::CaptureFn for warm_up {}
//! ```

use super::{copy, lints, original};
use crate::ast::ProgramFn;
use crate::hygiene;
use crate::lower::{Argument, Part, Plan};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{FnArg, GenericParam, ReturnType, Signature, Type, parse_quote};

/// The whole expansion of a helper without mistakes.
pub(super) fn helper(program: &ProgramFn, plan: &Plan) -> TokenStream {
    let (attrs, vis) = (original::outer(&program.attrs), &program.vis);
    let (signature, number) = signature(program, plan);
    let body = body(program, plan, number.as_ref());
    let marker = marker(plan, program);
    quote!(#(#attrs)* #vis #signature #body #marker)
}

/// What stands in after a mistake. Only live numbers make its signature another than the user's.
pub(super) fn stub(program: &ProgramFn, plan: &Plan) -> TokenStream {
    let marker = marker(plan, program);
    if plan.with(Part::Live).next().is_none() {
        let original = original::original(program);
        return quote!(#original #marker);
    }
    let (attrs, vis) = (original::outer(&program.attrs), &program.vis);
    let (signature, _) = signature(program, plan);
    let message = format!("`{}` was refused when it was compiled", plan.meta.name);
    quote!(#(#attrs)* #[allow(unused)] #vis #signature { ::core::unreachable!(#message) } #marker)
}

/// A type with the helper's name, by which strict programs know it.
fn marker(plan: &Plan, program: &ProgramFn) -> TokenStream {
    if plan.associated {
        return TokenStream::new();
    }
    let (private, allow) = (plan.paths.private(), lints::generated());
    let (vis, name, carried) = (&program.vis, &program.sig.ident, &plan.carried);
    quote! {
        #(#carried)*
        #allow
        #[doc(hidden)]
        #vis enum #name {}

        #(#carried)*
        #[allow(deprecated)]
        impl #private::CaptureFn for #name {}
    }
}

/// A number that a helper returns: its type, and whether it is live, as a type.
struct Number {
    ty: TokenStream,
    world: TokenStream,
}

/// The user's signature, where live numbers may be the caller's or the program's.
///
/// The number that a helper of live numbers returns is live when one of them is. This has to be named, and so
/// has the type of each of them.
fn signature(program: &ProgramFn, plan: &Plan) -> (Signature, Option<Number>) {
    let mut sig = program.sig.clone();
    let number = match &sig.output {
        ReturnType::Type(_, ty) if copy::is_number_type(ty) => Some(ty.to_token_stream()),
        _ => None,
    };
    let number = number.filter(|_| plan.with(Part::Live).next().is_some());
    let mut world: Option<TokenStream> = None;
    let mut generics: Vec<GenericParam> = Vec::new();
    for (index, (input, argument)) in sig.inputs.iter_mut().zip(&plan.arguments).enumerate() {
        let FnArg::Typed(typed) = input else { continue };
        let Argument { span, part, .. } = argument;
        if *part != Part::Live {
            continue;
        }
        let private = plan.paths.private_at(*span);
        let bound = copy::live_argument(plan, argument);
        *typed.pat = copy::live_name(argument);
        if number.is_none() {
            *typed.ty = Type::Verbatim(quote_spanned!(*span=> impl #bound));
            continue;
        }
        let name = format_ident!("CaptureLive{index}", span = Span::mixed_site());
        let its = quote_spanned!(*span=> <#name as #bound>::World);
        world = Some(match world {
            Some(world) => quote!(<#world as #private::World>::Join<#its>),
            None => its,
        });
        generics.push(parse_quote!(#name: #bound));
        *typed.ty = Type::Verbatim(name.to_token_stream());
    }
    sig.generics.params.extend(generics);
    let number = number.zip(world).map(|(ty, world)| Number { ty, world });
    if let (Some(Number { ty, world }), ReturnType::Type(_, output)) = (&number, &mut sig.output) {
        let private = plan.paths.private();
        **output = Type::Verbatim(quote!(<#world as #private::World>::Number<#ty>));
    }
    (sig, number)
}

/// The body of the helper.
fn body(program: &ProgramFn, plan: &Plan, number: Option<&Number>) -> TokenStream {
    let private = plan.paths.private();
    let block = copy::block(program, plan);
    let running = hygiene::local("running");
    let inner = original::inner(&program.attrs);
    let taken = copy::taken(program, plan);
    let enter = quote!(let #running = #private::enter(););
    match number {
        Some(Number { ty, world }) => quote! {{
            #inner
            #taken
            #enter
            #[allow(clippy::redundant_closure_call)]
            <#world as #private::World>::number(
                (move || -> #private::Live<#ty> { #block })()
            )
        }},
        None if taken.is_empty() => {
            let stmts = &block.stmts;
            quote!({ #inner #enter #(#stmts)* })
        }
        None => quote!({ #inner #taken #enter #block }),
    }
}
