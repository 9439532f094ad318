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
use crate::lower::{Part, Plan};
use proc_macro2::TokenStream;
use quote::quote_spanned;
use quote::{ToTokens, quote};
use rewrite::Rewriter;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Block, FnArg, Signature, Type};

/// The hidden function that holds the copy.
pub(super) fn copy(program: &ProgramFn, plan: &Plan) -> TokenStream {
    let allow = lints::copied();
    let signature = signature(program, plan);
    let block = block(program, plan);
    let checks = strict::checks(plan);
    let body = if checks.is_empty() {
        block.into_token_stream()
    } else {
        quote!({ #checks #block })
    };
    quote! {
        #[doc(hidden)]
        #allow
        #signature #body
    }
}

/// The body, rewritten.
pub(super) fn block(program: &ProgramFn, plan: &Plan) -> Block {
    let mut block = (*program.block).clone();
    let mut rewriter = Rewriter::new(plan, program);
    rewriter.visit_block_mut(&mut block);
    rewriter.lift_result(&program.sig.output, &mut block);
    block
}

/// The user's signature under another name, where live numbers are `Live`.
fn signature(program: &ProgramFn, plan: &Plan) -> TokenStream {
    let mut sig: Signature = program.sig.clone();
    sig.ident = plan.names.copy.clone();
    for (input, argument) in sig.inputs.iter_mut().zip(&plan.arguments) {
        match input {
            FnArg::Receiver(receiver) => receiver.attrs.clear(),
            FnArg::Typed(typed) => {
                typed.attrs.clear();
                if argument.part == Part::Live {
                    let root = plan.paths.root_at(argument.span);
                    let ty = &typed.ty;
                    *typed.ty = Type::Verbatim(quote_spanned!(ty.span()=> #root::Live<#ty>));
                }
            }
        }
    }
    sig.into_token_stream()
}
