//! The announcement before each statement: where the operations that it records come from.

use super::live;
use crate::lower::{Source, first_line, line_of, location};
use crate::paths::Paths;
use crate::syntax::{is_assignment, leading};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::{Expr, Pat, Stmt, Token};

/// The announcement of `stmt`; `None` for items, and for a block at the end of a block, whose own
/// statements announce themselves.
pub(super) fn announcement(paths: &Paths, source: &Source, stmt: &Stmt) -> Option<Stmt> {
    let binding = match stmt {
        Stmt::Item(_) => return None,
        Stmt::Local(local) => pattern(&local.pat),
        Stmt::Macro(call) if call.mac.path.is_ident("macro_rules") => return None,
        Stmt::Macro(_) => None,
        Stmt::Expr(expr, None) if is_block_like(expr) => return None,
        Stmt::Expr(expr, _) => assigned(expr),
    };
    let (span, text) = source.statement(stmt).unwrap_or_else(|| laid_out(stmt));
    let (line, column) = location(span);
    let line = proc_macro2::Literal::usize_unsuffixed(line);
    let column = proc_macro2::Literal::usize_unsuffixed(column);
    let text = text.trim_end_matches(';');
    let cfg = leading(stmt)
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"));
    // At the user's place, and still the attribute's own, so that no lint judges it.
    let span = span.resolved_at(Span::mixed_site());
    let private = paths.private_at(span);
    let binding = binding.into_iter();
    let call = quote_spanned! {span=>
        #(#cfg)* #private::at!(#line, #column, #text #(, #binding)*)
    };
    Some(Stmt::Expr(Expr::Verbatim(call), Some(Token![;](span))))
}

/// Where a statement begins and its text, from its tokens.
fn laid_out(stmt: &Stmt) -> (Span, String) {
    let mut tokens = without_attributes(written(stmt)).peekable();
    let span = tokens.peek().map_or_else(Span::call_site, TokenTree::span);
    (span, line_of(tokens))
}

/// The statement as the user wrote it.
fn written(stmt: &Stmt) -> TokenStream {
    let lifted = match stmt {
        Stmt::Expr(expr, _) => live::of_lifted(expr),
        _ => None,
    };
    lifted.map_or_else(|| stmt.to_token_stream(), ToTokens::to_token_stream)
}

/// The statement as people think of it: without `#[allow(..)]` and doc comments before it.
fn without_attributes(tokens: TokenStream) -> impl Iterator<Item = TokenTree> {
    let mut tokens = tokens.into_iter().peekable();
    while tokens.next_if(is_pound).is_some() {
        tokens.next();
    }
    tokens
}

/// Whether an attribute begins here: nothing else does with this mark.
fn is_pound(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == '#')
}

/// The name that a pattern binds, or the whole pattern when it binds several.
fn pattern(pat: &Pat) -> Option<String> {
    match pat {
        Pat::Wild(_) => None,
        Pat::Ident(ident) => Some(ident.ident.to_string()),
        Pat::Type(typed) => pattern(&typed.pat),
        other => Some(first_line(other)),
    }
}

/// The place that an assignment writes to.
fn assigned(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Assign(assign) => Some(first_line(&assign.left)),
        Expr::Binary(binary) if is_assignment(&binary.op) => Some(first_line(&binary.left)),
        _ => None,
    }
}

/// Whether an expression consists of blocks.
fn is_block_like(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Block(_)
            | Expr::Const(_)
            | Expr::ForLoop(_)
            | Expr::If(_)
            | Expr::Loop(_)
            | Expr::Match(_)
            | Expr::Unsafe(_)
            | Expr::While(_)
    )
}
