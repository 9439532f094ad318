//! What the analysis and the capturing copy must read alike in a user's source.
//!
//! Where the two disagreed, a branch that was never checked could be captured.

use syn::{Attribute, BinOp, Expr, ExprCall, Stmt, UnOp};

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

/// The attributes in front of a statement, and those at the start of its block; an item's are its own.
pub(crate) fn leading(stmt: &Stmt) -> &[Attribute] {
    match stmt {
        Stmt::Local(local) => &local.attrs,
        Stmt::Macro(call) => &call.attrs,
        Stmt::Expr(expr, _) => first(expr),
        Stmt::Item(_) => &[],
    }
}

/// The attributes that `syn` puts on the first operand of a statement, as the compiler does on the whole of it.
fn first(expr: &Expr) -> &[Attribute] {
    match expr {
        Expr::Assign(e) => first(&e.left),
        Expr::Binary(e) => first(&e.left),
        Expr::Cast(e) => first(&e.expr),
        Expr::Array(e) => &e.attrs,
        Expr::Async(e) => &e.attrs,
        Expr::Await(e) => &e.attrs,
        Expr::Block(e) => &e.attrs,
        Expr::Break(e) => &e.attrs,
        Expr::Call(e) => &e.attrs,
        Expr::Closure(e) => &e.attrs,
        Expr::Const(e) => &e.attrs,
        Expr::Continue(e) => &e.attrs,
        Expr::Field(e) => &e.attrs,
        Expr::ForLoop(e) => &e.attrs,
        Expr::Group(e) => &e.attrs,
        Expr::If(e) => &e.attrs,
        Expr::Index(e) => &e.attrs,
        Expr::Infer(e) => &e.attrs,
        Expr::Let(e) => &e.attrs,
        Expr::Lit(e) => &e.attrs,
        Expr::Loop(e) => &e.attrs,
        Expr::Macro(e) => &e.attrs,
        Expr::Match(e) => &e.attrs,
        Expr::MethodCall(e) => &e.attrs,
        Expr::Paren(e) => &e.attrs,
        Expr::Path(e) => &e.attrs,
        Expr::Range(e) => &e.attrs,
        Expr::RawAddr(e) => &e.attrs,
        Expr::Reference(e) => &e.attrs,
        Expr::Repeat(e) => &e.attrs,
        Expr::Return(e) => &e.attrs,
        Expr::Struct(e) => &e.attrs,
        Expr::Try(e) => &e.attrs,
        Expr::TryBlock(e) => &e.attrs,
        Expr::Tuple(e) => &e.attrs,
        Expr::Unary(e) => &e.attrs,
        Expr::Unsafe(e) => &e.attrs,
        Expr::While(e) => &e.attrs,
        Expr::Yield(e) => &e.attrs,
        _ => &[],
    }
}
