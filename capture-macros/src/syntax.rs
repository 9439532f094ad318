//! What the analysis and the capturing copy must read alike in a user's source.
//!
//! Where the two disagreed, a branch that was never checked could be captured.

use syn::{BinOp, Expr, ExprCall, UnOp};

/// What a condition is while capturing, if the guards in it decide it: every tensor is a placeholder then.
pub(crate) fn decided(cond: &Expr) -> Option<bool> {
    match cond {
        Expr::Call(call) => calls(call, "is_placeholder").then_some(true),
        Expr::Group(group) => decided(&group.expr),
        Expr::Paren(paren) => decided(&paren.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => decided(&unary.expr).map(|v| !v),
        Expr::Binary(binary) => match (&binary.op, decided(&binary.left), decided(&binary.right)) {
            (BinOp::And(_), Some(false), _) | (BinOp::And(_), _, Some(false)) => Some(false),
            (BinOp::And(_), Some(true), Some(true)) => Some(true),
            (BinOp::Or(_), Some(true), _) | (BinOp::Or(_), _, Some(true)) => Some(true),
            (BinOp::Or(_), Some(false), Some(false)) => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a call is of a function of this name, however its path is written.
pub(crate) fn calls(call: &ExprCall, name: &str) -> bool {
    let Expr::Path(function) = &*call.func else {
        return false;
    };
    let last = function.path.segments.last();
    last.is_some_and(|segment| segment.ident == name)
}

/// Whether an operator writes to its left side.
pub(crate) fn is_assignment(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}
