//! The arguments of the standard library's macros are expressions too.

use super::rewrite::Rewriter;
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit_mut::VisitMut;
use syn::{Expr, Macro, Token};

/// Macros whose arguments are expressions, separated by commas.
const KNOWN: [&str; 20] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "eprint",
    "eprintln",
    "format",
    "panic",
    "print",
    "println",
    "s",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// Rewrites the arguments of a known macro; those of others may be anything.
pub(super) fn rewrite(rewriter: &mut Rewriter<'_>, call: &mut Macro) {
    let known = call.path.segments.last();
    if !known.is_some_and(|segment| KNOWN.iter().any(|name| segment.ident == name)) {
        return;
    }
    let list = Punctuated::<Expr, Token![,]>::parse_terminated;
    if let Ok(mut arguments) = list.parse2(call.tokens.clone()) {
        arguments
            .iter_mut()
            .for_each(|expr| rewriter.visit_expr_mut(expr));
        call.tokens = arguments.into_token_stream();
        return;
    }
    let repeat = |input: syn::parse::ParseStream| {
        Ok((
            input.parse::<Expr>()?,
            input.parse::<Token![;]>()?,
            input.parse::<Expr>()?,
        ))
    };
    if let Ok((mut value, semi, length)) = repeat.parse2(call.tokens.clone()) {
        rewriter.visit_expr_mut(&mut value);
        call.tokens = value.into_token_stream();
        semi.to_tokens(&mut call.tokens);
        length.to_tokens(&mut call.tokens);
    }
}
