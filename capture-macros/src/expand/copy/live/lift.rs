//! Host numbers that meet live ones where only one type fits: the branches of an `if`, the elements of an array,
//! and the first value of a variable that something live is assigned to.
//!
//! ```text
//! let s = if warm { lr } else { 0.1 };      // .. else { Live::from(0.1) }
//! let mut sum = 0.0;                        // let mut sum = Live::from(0.0);
//! for _ in 0..steps { sum += lr; }
//! ```

use super::{Live, mentions, names, numbers};
use crate::paths::Paths;
use crate::syntax::is_assignment;
use quote::quote_spanned;
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprCall, Local, Stmt, token};

/// Lifts what stands beside live numbers in `expr`, which touches one.
pub(crate) fn lift_beside(live: &Live, paths: &Paths, expr: &mut Expr) {
    match expr {
        Expr::If(_) | Expr::Match(_) if numbers::is_number(live, expr) => {
            lift_tail(live, paths, expr);
        }
        Expr::Array(array)
            if array
                .elems
                .iter()
                .all(|element| numbers::is_number(live, element)) =>
        {
            for element in &mut array.elems {
                lift_tail(live, paths, element);
            }
        }
        _ => {}
    }
}

/// Lifts the value of an expression where it is a host number.
fn lift_tail(live: &Live, paths: &Paths, expr: &mut Expr) {
    match expr {
        Expr::If(branch) => {
            lift_block(live, paths, &mut branch.then_branch);
            if let Some((_, other)) = &mut branch.else_branch {
                lift_tail(live, paths, other);
            }
        }
        Expr::Match(branches) => {
            for arm in &mut branches.arms {
                lift_tail(live, paths, &mut arm.body);
            }
        }
        Expr::Block(block) => lift_block(live, paths, &mut block.block),
        number if live.touches(number) || of_lifted(number).is_some() => {}
        number => *number = lifted(paths, number),
    }
}

/// Lifts the value of a block where it is a host number.
pub(crate) fn lift_block(live: &Live, paths: &Paths, block: &mut Block) {
    if let Some(Stmt::Expr(tail, None)) = block.stmts.last_mut() {
        lift_tail(live, paths, tail);
    }
}

/// A host number as a live one: a constant of the program.
pub(crate) fn lifted(paths: &Paths, number: &Expr) -> Expr {
    let span = paths.stand_in(number.span());
    let root = paths.root_at(span);
    let from = quote_spanned!(span=> #root::Live::from);
    Expr::Call(ExprCall {
        attrs: Vec::new(),
        func: Box::new(Expr::Verbatim(from)),
        paren_token: token::Paren(span),
        args: core::iter::once(number.clone()).collect(),
    })
}

/// The number that the user wrote where it was lifted.
pub(crate) fn of_lifted(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::Call(call) if matches!(*call.func, Expr::Verbatim(_)) => call.args.first(),
        _ => None,
    }
}

/// The variables that hold a host number first and are then assigned something live.
pub(crate) fn accumulators(live: &Live, block: &Block) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    if live.is_empty() {
        return found;
    }
    let mut body = Assignments::default();
    body.visit_block(block);
    let mut touched = live.touched.clone();
    loop {
        let before = (touched.len(), found.len());
        for (bound, value) in &body.bound {
            if value.iter().any(|name| touched.contains(name)) {
                touched.extend(bound.iter().cloned());
            }
        }
        for (name, value) in &body.assigned {
            if value.iter().any(|name| touched.contains(name)) {
                touched.insert(name.clone());
                found.insert(name.clone());
            }
        }
        if before == (touched.len(), found.len()) {
            return found;
        }
    }
}

/// Every binding and assignment of a body, whatever its order, and the names in what is bound and assigned.
#[derive(Default)]
struct Assignments {
    bound: Vec<(Vec<String>, Vec<String>)>,
    assigned: Vec<(String, Vec<String>)>,
}

impl Assignments {
    fn assign(&mut self, place: &Expr, value: &Expr) {
        if let Expr::Path(path) = place
            && let Some(name) = path.path.get_ident()
        {
            self.assigned.push((name.to_string(), mentioned(value)));
        }
    }
}

/// All names in `expr`.
fn mentioned(expr: &Expr) -> Vec<String> {
    let mut names = Vec::new();
    mentions(expr, |name| {
        names.push(name);
        false
    });
    names
}

impl<'a> Visit<'a> for Assignments {
    fn visit_local(&mut self, local: &'a Local) {
        if let Some(init) = &local.init {
            self.bound.push((names(&local.pat), mentioned(&init.expr)));
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_assign(&mut self, assign: &'a syn::ExprAssign) {
        self.assign(&assign.left, &assign.right);
        visit::visit_expr_assign(self, assign);
    }

    fn visit_expr_binary(&mut self, binary: &'a syn::ExprBinary) {
        if is_assignment(&binary.op) {
            self.assign(&binary.left, &binary.right);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_item(&mut self, _: &'a syn::Item) {}
}
