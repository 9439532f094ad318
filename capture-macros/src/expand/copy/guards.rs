//! `if !is_placeholder(&t) { .. }`: while capturing every tensor is a placeholder, so the branch for values is left out.

use crate::syntax;
use proc_macro2::Span;
use syn::{Block, Expr, ExprBlock, ExprIf, ExprLit, Lit, LitBool, Stmt, token};

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
    if syntax::decided(cond)? {
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

/// `true` in the place of a guard inside a condition that it does not decide alone.
pub(super) fn stand_in(call: &syn::ExprCall) -> Option<Expr> {
    syntax::calls(call, "is_placeholder").then(|| {
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
