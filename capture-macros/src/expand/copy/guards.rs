//! `if !is_placeholder(&t) { .. }`: while capturing every tensor is a placeholder, so the branch for values is left out.

use proc_macro2::Span;
use syn::{BinOp, Block, Expr, ExprBlock, ExprIf, ExprLit, Lit, LitBool, Stmt, UnOp, token};

/// What is left of an `if` whose condition is decided while capturing; `None` when it is not.
pub(super) fn decided(branch: &ExprIf) -> Option<Expr> {
    let ExprIf {
        attrs,
        if_token: _,
        cond,
        then_branch,
        else_branch,
    } = branch;
    let block = |block: Block| {
        Expr::Block(ExprBlock {
            attrs: attrs.clone(),
            label: None,
            block,
        })
    };
    if value(cond)? {
        return Some(block(then_branch.clone()));
    }
    Some(match else_branch {
        Some((_, other)) => (**other).clone(),
        None => block(Block {
            brace_token: token::Brace::default(),
            stmts: Vec::new(),
        }),
    })
}

/// What a condition is while capturing, if the guards in it decide it.
fn value(cond: &Expr) -> Option<bool> {
    match cond {
        Expr::Call(call) => is_guard(call).then_some(true),
        Expr::Group(group) => value(&group.expr),
        Expr::Paren(paren) => value(&paren.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => value(&unary.expr).map(|v| !v),
        Expr::Binary(binary) => match (&binary.op, value(&binary.left), value(&binary.right)) {
            (BinOp::And(_), Some(false), _) | (BinOp::And(_), _, Some(false)) => Some(false),
            (BinOp::And(_), Some(true), Some(true)) => Some(true),
            (BinOp::Or(_), Some(true), _) | (BinOp::Or(_), _, Some(true)) => Some(true),
            (BinOp::Or(_), Some(false), Some(false)) => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// `is_placeholder(..)`, however its path is written.
fn is_guard(call: &syn::ExprCall) -> bool {
    let Expr::Path(function) = &*call.func else {
        return false;
    };
    let last = function.path.segments.last();
    last.is_some_and(|segment| segment.ident == "is_placeholder")
}

/// `true` in the place of a guard inside a condition that it does not decide alone.
pub(super) fn stand_in(call: &syn::ExprCall) -> Option<Expr> {
    is_guard(call).then(|| {
        Expr::Lit(ExprLit {
            attrs: Vec::new(),
            lit: Lit::Bool(LitBool::new(true, Span::mixed_site())),
        })
    })
}

/// Whether a statement is `eager_only! { .. }`, which the copy does without.
pub(super) fn is_eager_only(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Macro(call) => names_eager_only(&call.mac.path),
        Stmt::Expr(Expr::Macro(call), _) => names_eager_only(&call.mac.path),
        _ => false,
    }
}

/// Whether a macro's path ends in `eager_only`.
pub(super) fn names_eager_only(path: &syn::Path) -> bool {
    path.segments
        .last()
        .is_some_and(|segment| segment.ident == "eager_only")
}
