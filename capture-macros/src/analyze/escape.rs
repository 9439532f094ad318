//! What code that only runs eagerly must not do: change what the code around it computes.

use crate::diag::{Code, Diagnostic};
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{
    Expr, ExprAssign, ExprBinary, ExprBreak, ExprClosure, ExprContinue, ExprReturn, ExprTry,
};
use syn::{Item, PatIdent, Stmt};

/// One way in which eager code reaches out.
pub(super) struct Escape {
    tokens: TokenStream,
    title: String,
    help: &'static str,
}

impl Escape {
    /// The underlined tokens and the message.
    pub(super) fn into_parts(self) -> (TokenStream, Diagnostic) {
        let diagnostic = Diagnostic::new(Code::CP0406, self.title)
            .note("it is left out at capture, so `replay()` would go on as if it had not run")
            .help(self.help);
        (self.tokens, diagnostic)
    }
}

/// Every escape in code that only runs eagerly, in the order of the source.
pub(super) fn find(stmts: &[Stmt]) -> Vec<Escape> {
    let mut finder = Finder::default();
    for stmt in stmts {
        finder.visit_stmt(stmt);
    }
    finder.found
}

#[derive(Default)]
struct Finder {
    found: Vec<Escape>,
    /// Names bound inside.
    bound: HashSet<String>,
    /// Loops and labels inside.
    loops: usize,
    labels: Vec<String>,
}

impl Finder {
    fn add(&mut self, tokens: &impl ToTokens, title: String, help: &'static str) {
        self.found.push(Escape {
            tokens: tokens.to_token_stream(),
            title,
            help,
        });
    }

    fn leaves(&mut self, tokens: &impl ToTokens, word: &str) {
        let title = format!("`{word}` leaves code that only runs eagerly");
        self.add(
            tokens,
            title,
            "let this code observe, and decide outside of it",
        );
    }

    fn assigns(&mut self, target: &Expr) {
        if let Some(name) = root(target)
            && !self.bound.contains(&name)
        {
            let title = format!("code that only runs eagerly assigns to `{name}`");
            self.add(
                target,
                title,
                "assign outside, so that the capture does it too",
            );
        }
    }

    fn inside(&mut self, label: Option<&syn::Label>, walk: impl FnOnce(&mut Self)) {
        let before = self.labels.len();
        self.labels
            .extend(label.map(|label| label.name.ident.to_string()));
        self.loops += 1;
        walk(self);
        self.loops -= 1;
        self.labels.truncate(before);
    }

    fn jumps(&self, label: Option<&syn::Lifetime>) -> bool {
        match label {
            Some(label) => !self.labels.iter().any(|known| label.ident == known),
            None => self.loops == 0,
        }
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
        self.bound.insert(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }

    fn visit_expr_return(&mut self, expr: &'ast ExprReturn) {
        self.leaves(&expr.return_token, "return");
    }

    fn visit_expr_break(&mut self, expr: &'ast ExprBreak) {
        if self.jumps(expr.label.as_ref()) {
            self.leaves(&expr.break_token, "break");
        }
        visit::visit_expr_break(self, expr);
    }

    fn visit_expr_continue(&mut self, expr: &'ast ExprContinue) {
        if self.jumps(expr.label.as_ref()) {
            self.leaves(&expr.continue_token, "continue");
        }
    }

    fn visit_expr_try(&mut self, expr: &'ast ExprTry) {
        self.leaves(&expr.question_token, "?");
        visit::visit_expr_try(self, expr);
    }

    fn visit_expr_assign(&mut self, expr: &'ast ExprAssign) {
        self.assigns(&expr.left);
        visit::visit_expr_assign(self, expr);
    }

    fn visit_expr_binary(&mut self, expr: &'ast ExprBinary) {
        if crate::syntax::is_assignment(&expr.op) {
            self.assigns(&expr.left);
        }
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_while(&mut self, expr: &'ast syn::ExprWhile) {
        self.inside(expr.label.as_ref(), |finder| {
            visit::visit_expr_while(finder, expr)
        });
    }

    fn visit_expr_for_loop(&mut self, expr: &'ast syn::ExprForLoop) {
        self.inside(expr.label.as_ref(), |finder| {
            visit::visit_expr_for_loop(finder, expr)
        });
    }

    fn visit_expr_loop(&mut self, expr: &'ast syn::ExprLoop) {
        self.inside(expr.label.as_ref(), |finder| {
            visit::visit_expr_loop(finder, expr)
        });
    }

    // A closure, an `async` block and an item have exits of their own.
    fn visit_expr_closure(&mut self, expr: &'ast ExprClosure) {
        let mut inner = Finder {
            bound: self.bound.clone(),
            loops: 1,
            ..Self::default()
        };
        visit::visit_expr_closure(&mut inner, expr);
        let outer = |escape: &Escape| escape.title.starts_with("code");
        self.found.extend(inner.found.into_iter().filter(outer));
    }

    fn visit_expr_async(&mut self, _: &'ast syn::ExprAsync) {}

    fn visit_item(&mut self, _: &'ast Item) {}
}

/// The variable that an assignment changes.
fn root(target: &Expr) -> Option<String> {
    match target {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        Expr::Field(field) => root(&field.base),
        Expr::Index(index) => root(&index.expr),
        Expr::Paren(paren) => root(&paren.expr),
        Expr::Unary(unary) => root(&unary.expr),
        _ => None,
    }
}
