//! The guards for code that eager and captured runs share.
//!
//! They are read as the capturing copy reads them: `is_placeholder(..)` is true there, and a branch that
//! this decides against is left out with its condition.

use syn::{BinOp, Expr, UnOp};

/// What a condition says about the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Guard {
    /// The first branch runs only eagerly: `!is_placeholder(&t)`.
    EagerThen,
    /// The other branch runs only eagerly: `is_placeholder(&t)`.
    EagerElse,
    /// The named variable is no placeholder in the first branch: `can_move(&t)`.
    Movable(String),
    /// It is no guard.
    None,
}

/// Reads a condition.
pub(super) fn of(cond: &Expr) -> Guard {
    match value(cond) {
        Some(true) => Guard::EagerElse,
        Some(false) => Guard::EagerThen,
        None => movable(cond).map_or(Guard::None, Guard::Movable),
    }
}

/// What a condition is while capturing, where guards decide it.
fn value(cond: &Expr) -> Option<bool> {
    match cond {
        Expr::Call(_) => calls(cond, "is_placeholder").then_some(true),
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

/// The variable that `can_move(&t)` says no placeholder stands behind.
fn movable(cond: &Expr) -> Option<String> {
    match cond {
        Expr::Paren(paren) => movable(&paren.expr),
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            movable(&binary.left).or_else(|| movable(&binary.right))
        }
        Expr::Call(call) if calls(cond, "can_move") => call.args.first().and_then(variable),
        _ => None,
    }
}

/// Whether an expression calls a function of this name, however its path is written.
fn calls(expr: &Expr, name: &str) -> bool {
    let Expr::Call(call) = expr else { return false };
    let Expr::Path(function) = &*call.func else {
        return false;
    };
    function
        .path
        .segments
        .last()
        .is_some_and(|last| last.ident == name)
}

/// The variable in `&t`.
fn variable(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Reference(reference) => variable(&reference.expr),
        Expr::Paren(paren) => variable(&paren.expr),
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    }
}
