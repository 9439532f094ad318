//! The guards for code that eager and captured runs share.
//!
//! They are read as the capturing copy reads them: `is_placeholder(..)` is true there, and a branch that
//! this decides against is left out with its condition.

use crate::syntax::{calls, decided};
use syn::{BinOp, Expr};

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
    match decided(cond) {
        Some(true) => Guard::EagerElse,
        Some(false) => Guard::EagerThen,
        None => movable(cond).map_or(Guard::None, Guard::Movable),
    }
}

/// The variable that `can_move(&t)` says no placeholder stands behind.
fn movable(cond: &Expr) -> Option<String> {
    match cond {
        Expr::Paren(paren) => movable(&paren.expr),
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            movable(&binary.left).or_else(|| movable(&binary.right))
        }
        Expr::Call(call) if calls(call, "can_move") => call.args.first().and_then(variable),
        _ => None,
    }
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
