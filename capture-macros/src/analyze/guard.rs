//! The guards for code that eager and captured runs share.

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

/// Reads a condition. `&&` with a guard is a guard, since what follows it is not reached while
/// capturing; [`before`] gives what is.
pub(super) fn of(cond: &Expr) -> Guard {
    match cond {
        Expr::Paren(paren) => of(&paren.expr),
        Expr::Group(group) => of(&group.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => match of(&unary.expr) {
            Guard::EagerElse => Guard::EagerThen,
            Guard::EagerThen => Guard::EagerElse,
            _ => Guard::None,
        },
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            match (of(&binary.left), of(&binary.right)) {
                (Guard::EagerThen, _) | (_, Guard::EagerThen) => Guard::EagerThen,
                _ => Guard::None,
            }
        }
        Expr::Call(call) => match called(&call.func).as_deref() {
            Some("is_placeholder") => Guard::EagerElse,
            Some("can_move") => call
                .args
                .first()
                .and_then(variable)
                .map_or(Guard::None, Guard::Movable),
            _ => Guard::None,
        },
        _ => Guard::None,
    }
}

/// The operands of `&&` that are evaluated before the guard says no.
pub(super) fn before(cond: &Expr) -> Vec<&Expr> {
    match cond {
        Expr::Paren(paren) => before(&paren.expr),
        Expr::Group(group) => before(&group.expr),
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => match of(&binary.left) {
            Guard::EagerThen => before(&binary.left),
            _ => {
                let mut operands = vec![&*binary.left];
                operands.extend(before(&binary.right));
                operands
            }
        },
        _ => Vec::new(),
    }
}

/// The last name of the function that is called.
fn called(function: &Expr) -> Option<String> {
    match function {
        Expr::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
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
