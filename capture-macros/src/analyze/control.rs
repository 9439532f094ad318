//! Control flow: what the host decides, and by what.

use super::guard::{self, Guard};
use super::live;
use super::value::Value;
use super::walk::{Decides, Walker};
use syn::{Expr, ExprForLoop, ExprIf, ExprLet, ExprMatch, ExprWhile, Pat, Stmt};

impl Walker<'_> {
    pub(super) fn if_else(&mut self, branch: &ExprIf) -> Value {
        let alternative = branch.else_branch.as_ref().map(|(_, expr)| &**expr);
        match guard::of(&branch.cond) {
            Guard::EagerThen => {
                self.eager(&branch.then_branch.stmts);
                alternative.map_or(Value::Host, |expr| self.expr(expr))
            }
            Guard::EagerElse => {
                if let Some(expr) = alternative {
                    self.eager(&[Stmt::Expr(expr.clone(), None)]);
                }
                self.block(&branch.then_branch)
            }
            Guard::Movable(name) => {
                self.scopes.push();
                self.scopes.declare(name, Value::Host, self.depth + 1);
                self.branch(&branch.then_branch);
                self.scopes.pop();
                self.depth += 1;
                let value = alternative.map_or(Value::Host, |expr| self.expr(expr));
                self.depth -= 1;
                value
            }
            Guard::None => {
                self.scopes.push();
                self.condition(&branch.cond, Decides::If);
                let then = self.branch(&branch.then_branch);
                self.scopes.pop();
                self.depth += 1;
                let other = alternative.map(|expr| self.apart(expr));
                self.depth -= 1;
                other.map_or(Value::Host, |other| then.join(&other))
            }
        }
    }

    /// Walks an expression that is not a part of the condition around it.
    fn apart(&mut self, expr: &Expr) -> Value {
        let decides = self.decides.take();
        let value = self.expr(expr);
        self.decides = decides;
        value
    }

    /// `let pattern = expr` in a condition.
    pub(super) fn let_condition(&mut self, matching: &ExprLet) -> Value {
        let value = self.expr(&matching.expr);
        if decides_by_live(&matching.pat, &value) {
            let what = self.decides.unwrap_or(Decides::If);
            self.report(
                &matching.expr,
                live::decides(&self.scopes, &matching.expr, what),
            );
        }
        self.bind(&matching.pat, &value);
        Value::Host
    }

    pub(super) fn match_arms(&mut self, matching: &ExprMatch) -> Value {
        let value = self.deciding(Decides::Match, |walker| walker.expr(&matching.expr));
        let decided = |pat| decides_by_live(pat, &value);
        if matching.arms.iter().any(|arm| decided(&arm.pat)) {
            let message = live::decides(&self.scopes, &matching.expr, Decides::Match);
            self.report(&matching.expr, message);
        }
        let mut result = Value::Never;
        self.depth += 1;
        for arm in &matching.arms {
            self.scopes.push();
            self.bind(&arm.pat, &value);
            if let Pat::Guard(guarded) = &arm.pat {
                self.condition(&guarded.guard, Decides::If);
            }
            let arm = self.apart(&arm.body);
            result = result.join(&arm);
            self.scopes.pop();
        }
        self.depth -= 1;
        result
    }

    pub(super) fn while_loop(&mut self, looping: &ExprWhile) -> Value {
        self.repeat(|walker| {
            walker.scopes.push();
            walker.condition(&looping.cond, Decides::While);
            walker.block(&looping.body);
            walker.scopes.pop();
        });
        Value::Host
    }

    pub(super) fn for_loop(&mut self, looping: &ExprForLoop) -> Value {
        let value = self.deciding(Decides::For, |walker| walker.expr(&looping.expr));
        let value = if counts(&looping.expr) && value.has_live() && !value.is_tainted() {
            let message = live::decides(&self.scopes, &looping.expr, Decides::For);
            self.report(&looping.expr, message);
            Value::Host
        } else {
            value.element()
        };
        self.repeat(|walker| {
            walker.scopes.push();
            walker.bind(&looping.pat, &value);
            walker.block(&looping.body);
            walker.scopes.pop();
        });
        Value::Host
    }
}

/// The expression without parentheses.
fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(paren) => strip(&paren.expr),
        Expr::Group(group) => strip(&group.expr),
        expr => expr,
    }
}

/// Whether a `for` runs over a range, and so as often as its ends say.
fn counts(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Range(_) => true,
        Expr::MethodCall(call) => counts(&call.receiver),
        Expr::Reference(reference) => counts(&reference.expr),
        _ => false,
    }
}

/// Whether matching `value` decides something by a live number in it.
pub(super) fn decides_by_live(pat: &Pat, value: &Value) -> bool {
    if !value.has_live() {
        return false;
    }
    let element = || value.element();
    match pat {
        Pat::Guard(guard) => decides_by_live(&guard.pat, value),
        Pat::Ident(ident) => match &ident.subpat {
            Some((_, inner)) => decides_by_live(inner, value),
            // A name in capitals is a constant.
            None => {
                let name = ident.ident.to_string();
                name.len() > 1 && name.chars().all(|c| !c.is_lowercase())
            }
        },
        Pat::Or(or) => or.cases.iter().any(|case| decides_by_live(case, value)),
        Pat::Paren(paren) => decides_by_live(&paren.pat, value),
        Pat::Reference(reference) => decides_by_live(&reference.pat, value),
        Pat::Type(typed) => decides_by_live(&typed.pat, value),
        Pat::Slice(slice) => slice
            .elems
            .iter()
            .any(|part| decides_by_live(part, &element())),
        Pat::TupleStruct(inner) => {
            matches!(value, Value::Many(_))
                && inner
                    .elems
                    .iter()
                    .any(|part| decides_by_live(part, &element()))
        }
        Pat::Tuple(tuple) => match value {
            Value::Tuple(parts) => tuple
                .elems
                .iter()
                .zip(parts)
                .any(|(pat, part)| decides_by_live(pat, part)),
            _ => false,
        },
        Pat::Lit(_) | Pat::Range(_) | Pat::Const(_) | Pat::Path(_) => matches!(value, Value::Live),
        _ => false,
    }
}
