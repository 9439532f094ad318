//! The arguments of the standard library's macros are expressions too.

use super::rewrite::Rewriter;
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::token::Bracket;
use syn::visit_mut::VisitMut;
use syn::{Expr, ExprArray, Macro, Token};

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
    let Some(name) = call.path.segments.last().map(|segment| &segment.ident) else {
        return;
    };
    if !KNOWN.contains(&name.to_string().as_str()) {
        return;
    }
    let list = Punctuated::<Expr, Token![,]>::parse_terminated;
    if let Ok(mut arguments) = list.parse2(call.tokens.clone()) {
        if name == "vec" {
            arguments = elements(rewriter, arguments);
        } else {
            arguments
                .iter_mut()
                .for_each(|expr| rewriter.visit_expr_mut(expr));
        }
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

/// Rewrites the elements of `vec![..]` as those of an array, which have one type.
fn elements(
    rewriter: &mut Rewriter<'_>,
    elems: Punctuated<Expr, Token![,]>,
) -> Punctuated<Expr, Token![,]> {
    let mut array = Expr::Array(ExprArray {
        attrs: Vec::new(),
        bracket_token: Bracket::default(),
        elems,
    });
    rewriter.visit_expr_mut(&mut array);
    match array {
        Expr::Array(array) => array.elems,
        other => core::iter::once(other).collect(),
    }
}
