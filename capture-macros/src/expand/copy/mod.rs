//! The capturing copy: the user's body with the few calls replaced that a capture device cannot answer.
//!
//! Everything else keeps the user's tokens and spans, so a type error in the body is the same error in the
//! function and in the copy, which the compiler prints once.

mod announce;
mod autodiff;
mod guards;
mod inline;
mod live;
mod macros;
mod rewrite;
mod strict;

pub(in crate::expand) use live::is_number_type;

use super::lints;
use crate::ast::ProgramFn;
use crate::lower::{Argument, Part, Plan};
use proc_macro2::TokenStream;
use quote::quote_spanned;
use quote::{ToTokens, quote};
use rewrite::Rewriter;
use syn::visit_mut::VisitMut;
use syn::{Block, FnArg, Pat, Signature, Type, parse_quote};

/// The hidden function that holds the copy, as visible as the function: another program may call it.
pub(super) fn copy(program: &ProgramFn, plan: &Plan) -> TokenStream {
    let (allow, vis) = (lints::copied(), &plan.vis);
    let signature = signature(program, plan);
    let block = block(program, plan);
    let (checks, taken) = (strict::checks(plan), taken(program, plan));
    let body = if checks.is_empty() && taken.is_empty() {
        block.into_token_stream()
    } else {
        quote!({ #checks #taken #block })
    };
    quote! {
        #[doc(hidden)]
        #allow
        #vis #signature #body
    }
}

/// The body, rewritten.
pub(super) fn block(program: &ProgramFn, plan: &Plan) -> Block {
    let mut block = (*program.block).clone();
    let mut rewriter = Rewriter::new(plan, program);
    rewriter.lift_result(&mut block);
    rewriter.visit_block_mut(&mut block);
    block
}

/// Live parameters, under their patterns.
pub(super) fn taken(program: &ProgramFn, plan: &Plan) -> TokenStream {
    let private = plan.paths.private();
    let arguments = program.params.iter().zip(&plan.arguments);
    arguments
        .filter(|(_, argument)| argument.part == Part::Live)
        .filter_map(|(param, argument)| {
            let (pat, name) = (param.pat.as_ref()?, &argument.name);
            Some(quote!(let #pat = #private::LiveArgument::live(#name);))
        })
        .collect()
}

/// What a live parameter takes: a number, or a live one.
pub(super) fn live_argument(plan: &Plan, argument: &Argument) -> TokenStream {
    let private = plan.paths.private_at(argument.span);
    let ty = &argument.ty;
    quote_spanned!(argument.span=> #private::LiveArgument<#ty>)
}

/// A live parameter's name in the signature; its pattern stands in the body.
pub(super) fn live_name(argument: &Argument) -> Pat {
    let name = &argument.name;
    parse_quote!(#name)
}

/// The user's signature under another name, where live numbers may be `Live`.
fn signature(program: &ProgramFn, plan: &Plan) -> TokenStream {
    let mut sig: Signature = program.sig.clone();
    sig.ident = plan.names.copy.clone();
    for (input, argument) in sig.inputs.iter_mut().zip(&plan.arguments) {
        match input {
            FnArg::Receiver(receiver) => receiver.attrs.clear(),
            FnArg::Typed(typed) => {
                typed.attrs.clear();
                if argument.part == Part::Live {
                    let bound = live_argument(plan, argument);
                    *typed.pat = live_name(argument);
                    *typed.ty = Type::Verbatim(quote_spanned!(argument.span=> impl #bound));
                }
            }
        }
    }
    sig.into_token_stream()
}
