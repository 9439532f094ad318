//! Which bindings may hold live numbers.
//!
//! Names are followed by their tokens: a binding made from a live one may be live. Following one too many is
//! harmless for calls, since the functions that stand in take ordinary numbers as well. What only numbers can do, being
//! cast, is rewritten where the tokens show that a number it is.

mod calls;
mod learn;
mod lift;
mod numbers;

pub(super) use calls::{associated, cast, scalar_call, scalar_method};
pub(super) use learn::Learned;
pub(super) use lift::{accumulators, lift_beside, lift_block, lifted, of_lifted};

use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::{Expr, ExprClosure, ExprMethodCall, Ident, Macro, Pat, Stmt, Type};

/// The types of numbers that can be live.
const NUMBERS: [&str; 5] = ["f32", "f64", "i32", "i64", "bool"];

/// Methods whose result is a host value, whatever the receiver is made from.
const METADATA: [&str; 9] = [
    "dims",
    "shape",
    "rank",
    "len",
    "dtype",
    "device",
    "num_elements",
    "is_some",
    "is_none",
];

/// What is known of the names in scope.
#[derive(Clone, Default)]
pub(super) struct Live {
    /// Names that may hold something made from a live number.
    touched: BTreeSet<String>,
    /// Names that certainly hold numbers, live or not.
    numbers: BTreeSet<String>,
    /// Names that certainly hold arrays of numbers, live or not.
    arrays: BTreeSet<String>,
    /// Names that something live was assigned to, which outlasts the block of the assignment.
    assigned: BTreeSet<String>,
    /// Whether nothing in the statement at hand can be live, so that its parts need not be searched.
    quiet: bool,
}

impl Live {
    /// Starts with the live parameters, and the frozen ones that are numbers.
    pub(super) fn new(
        live: impl Iterator<Item = String>,
        frozen: impl Iterator<Item = String>,
    ) -> Self {
        let touched: BTreeSet<_> = live.collect();
        let numbers = touched.iter().cloned().chain(frozen).collect();
        Self {
            touched,
            numbers,
            ..Self::default()
        }
    }

    /// Whether the program has live numbers at all.
    pub(super) fn is_empty(&self) -> bool {
        self.touched.is_empty()
    }

    /// Whether nothing in the statement at hand can be live.
    pub(super) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Comes to a statement of a block that is in a quiet one or not: one search of the whole saves those of its parts.
    pub(super) fn enter(&mut self, stmt: &Stmt, quiet: bool) {
        self.quiet = quiet || self.is_empty() || !self.may_touch(stmt);
    }

    /// Whether a name in `stmt` may be live: one that is, or a parameter of a closure; macros may name anything.
    fn may_touch(&self, stmt: &Stmt) -> bool {
        let mut search = Mentions {
            wanted: |name: String| self.touched.contains(&name),
            found: false,
            everywhere: true,
        };
        search.visit_stmt(stmt);
        search.found
    }

    /// Whether `expr` mentions a name that may be live.
    pub(super) fn touches(&self, expr: &Expr) -> bool {
        if self.quiet || self.is_empty() {
            return false;
        }
        mentions(expr, |name| self.touched.contains(&name))
    }

    /// Whether `expr` is certainly a live number.
    pub(super) fn is_live_number(&self, expr: &Expr) -> bool {
        self.touches(expr) && numbers::is_number(self, expr)
    }

    /// Whether `expr` is the name of an array of numbers.
    fn names_array(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Path(path) if path.path.get_ident().is_some_and(|name| {
            self.arrays.contains(&name.to_string())
        }))
    }

    /// Forgets a name that is bound anew.
    fn forget(&mut self, name: &str) {
        self.touched.remove(name);
        self.numbers.remove(name);
        self.arrays.remove(name);
    }

    /// Follows everything that a pattern binds to something live.
    pub(super) fn follow(&mut self, pat: &Pat) {
        for name in names(pat) {
            self.forget(&name);
            self.touched.insert(name);
        }
    }

    /// Follows a closure's parameter: it may be called with a live number unless its type is written.
    pub(super) fn follow_parameter(&mut self, pat: &Pat) {
        if matches!(pat, Pat::Type(_)) || self.is_empty() {
            names(pat).iter().for_each(|name| self.forget(name));
        } else {
            self.follow(pat);
        }
    }

    /// Follows a variable that something live is assigned to.
    pub(super) fn follow_place(&mut self, place: &Expr) {
        match place {
            Expr::Path(path) => {
                let name = path.path.get_ident().map(Ident::to_string);
                self.assigned.extend(name.clone());
                self.touched.extend(name);
            }
            Expr::Tuple(tuple) => tuple
                .elems
                .iter()
                .for_each(|place| self.follow_place(place)),
            _ => {}
        }
    }

    /// Leaves a scope: `before` is what was known when it was entered.
    pub(super) fn leave(&mut self, before: Self) {
        let assigned = core::mem::take(&mut self.assigned);
        *self = before;
        self.touched.extend(assigned.iter().cloned());
        self.assigned.extend(assigned);
    }
}

/// The name of a variable that can be assigned to again: `mut x`.
pub(super) fn variable(pat: &Pat) -> Option<String> {
    match pat {
        Pat::Ident(name) if name.mutability.is_some() => Some(name.ident.to_string()),
        Pat::Type(typed) => variable(&typed.pat),
        _ => None,
    }
}

/// All names that a pattern binds.
fn names(pat: &Pat) -> Vec<String> {
    struct Names(Vec<String>);
    impl<'ast> Visit<'ast> for Names {
        fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
            self.0.push(pat.ident.to_string());
            visit::visit_pat_ident(self, pat);
        }
    }
    let mut found = Names(Vec::new());
    found.visit_pat(pat);
    found.0
}

/// Whether one of the names in `expr` is wanted, except in what only looks at metadata.
fn mentions(expr: &Expr, wanted: impl FnMut(String) -> bool) -> bool {
    let mut search = Mentions {
        wanted,
        found: false,
        everywhere: false,
    };
    search.visit_expr(expr);
    search.found
}

struct Mentions<F> {
    wanted: F,
    found: bool,
    /// Whether what only looks at metadata counts, and so do closures and macros, which may name anything.
    everywhere: bool,
}

impl<'ast, F: FnMut(String) -> bool> Visit<'ast> for Mentions<F> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        if !self.found {
            visit::visit_expr(self, expr);
        }
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        let ident = path.path.get_ident();
        self.found |= ident.is_some_and(|ident| (self.wanted)(ident.to_string()));
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if self.everywhere || !METADATA.contains(&call.method.to_string().as_str()) {
            visit::visit_expr_method_call(self, call);
        }
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        self.found |= self.everywhere;
        visit::visit_expr_closure(self, closure);
    }

    fn visit_macro(&mut self, _: &'ast Macro) {
        self.found |= self.everywhere;
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// Whether a type, as it is written, is that of a number of any kind.
pub(super) fn names_number(shown: &str) -> bool {
    NUMBERS.contains(&shown)
        || matches!(
            shown,
            "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "isize"
        )
}

/// Whether a written type is that of a number, which its live form would not match.
pub(in crate::expand) fn is_number_type(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|ident| {
        NUMBERS.contains(&ident.to_string().as_str())
    }))
}
