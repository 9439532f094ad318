//! The announcement before each statement: where the operations that it records come from.

use super::live;
use crate::lower::{first_line, line_of, location};
use crate::paths::Paths;
use crate::syntax::is_assignment;
use proc_macro2::{Span, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::{Attribute, Expr, Pat, Stmt, Token};

/// The announcement of `stmt`; `None` for items, and for a block at the end of a block, whose own
/// statements announce themselves.
pub(super) fn announcement(paths: &Paths, stmt: &Stmt) -> Option<Stmt> {
    let (attrs, binding) = match stmt {
        Stmt::Item(_) => return None,
        Stmt::Local(local) => (local.attrs.as_slice(), pattern(&local.pat)),
        Stmt::Macro(call) if call.mac.path.is_ident("macro_rules") => return None,
        Stmt::Macro(call) => (call.attrs.as_slice(), None),
        Stmt::Expr(expr, None) if is_block_like(expr) => return None,
        Stmt::Expr(expr, _) => (attributes(expr), assigned(expr)),
    };
    let tokens = without_attributes(stmt);
    let span = tokens.first().map_or_else(Span::call_site, TokenTree::span);
    let (line, column) = location(span);
    let line = proc_macro2::Literal::usize_unsuffixed(line);
    let column = proc_macro2::Literal::usize_unsuffixed(column);
    let text = line_of(tokens);
    let text = text.trim_end_matches(';');
    let cfg = attrs
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

/// The statement as people think of it: without `#[allow(..)]` and doc comments before it.
fn without_attributes(stmt: &Stmt) -> Vec<TokenTree> {
    let written = match stmt {
        Stmt::Expr(expr, _) => live::of_lifted(expr).map(ToTokens::to_token_stream),
        _ => None,
    };
    let tokens = written.unwrap_or_else(|| stmt.to_token_stream());
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut rest = tokens.as_slice();
    while let [TokenTree::Punct(punct), TokenTree::Group(_), tail @ ..] = rest
        && punct.as_char() == '#'
    {
        rest = tail;
    }
    let attributes = tokens.len() - rest.len();
    tokens.drain(..attributes);
    tokens
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

/// The attributes that can stand on an expression statement in stable Rust.
fn attributes(expr: &Expr) -> &[Attribute] {
    match expr {
        Expr::Assign(e) => &e.attrs,
        Expr::Binary(e) => &e.attrs,
        Expr::Block(e) => &e.attrs,
        Expr::Call(e) => &e.attrs,
        Expr::ForLoop(e) => &e.attrs,
        Expr::If(e) => &e.attrs,
        Expr::Loop(e) => &e.attrs,
        Expr::Macro(e) => &e.attrs,
        Expr::Match(e) => &e.attrs,
        Expr::MethodCall(e) => &e.attrs,
        Expr::Unsafe(e) => &e.attrs,
        Expr::While(e) => &e.attrs,
        _ => &[],
    }
}
