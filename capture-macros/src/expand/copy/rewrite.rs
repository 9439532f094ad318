//! One walk over the body, which rewrites children before their parents.

use super::{announce, autodiff, guards, live, macros};
use crate::lower::{Part, Plan};
use crate::paths::Paths;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, Expr, ExprClosure, ExprForLoop, ExprLet, ExprRepeat, GenericArgument, Item, Local,
    Macro, Pat, Type,
};

/// The walk and what it knows so far.
pub(super) struct Rewriter<'a> {
    paths: &'a Paths,
    live: live::Live,
}

impl<'a> Rewriter<'a> {
    /// Starts at the signature: its live parameters are the first live names.
    pub(super) fn new(plan: &'a Plan) -> Self {
        Self {
            paths: &plan.paths,
            live: live::Live::new(
                plan.with(Part::Live)
                    .map(|argument| argument.name.to_string()),
            ),
        }
    }

    /// What stands in for an expression whose children were rewritten.
    fn replacement(&self, expr: &Expr, takes_live: bool) -> Option<Expr> {
        match expr {
            Expr::MethodCall(call) => takes_live
                .then(|| live::scalar_method(self.paths, call))
                .flatten()
                .or_else(|| autodiff::method(self.paths, call)),
            Expr::Call(call) if takes_live => live::scalar_call(self.paths, call),
            Expr::Call(call) => guards::stand_in(call),
            Expr::Cast(cast) if takes_live => Some(live::cast(self.paths, cast)),
            Expr::Path(path) if path.qself.is_none() => autodiff::function(self.paths, &path.path),
            Expr::Macro(call) if guards::names_eager_only(&call.mac.path) => {
                Some(Expr::Verbatim(quote::quote!(())))
            }
            _ => None,
        }
    }

    /// Whether an argument of a call, or the operand of a cast, may be live.
    fn takes_live(&self, expr: &Expr) -> bool {
        match expr {
            Expr::MethodCall(call) => call.args.iter().any(|argument| self.live.touches(argument)),
            Expr::Call(call) => call.args.iter().any(|argument| self.live.touches(argument)),
            Expr::Cast(cast) => self.live.touches(&cast.expr),
            _ => false,
        }
    }
}

impl VisitMut for Rewriter<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let stmts = core::mem::take(&mut block.stmts);
        for mut stmt in stmts {
            if guards::is_eager_only(&stmt) {
                continue;
            }
            let announcement = announce::announcement(self.paths, &stmt);
            self.visit_stmt_mut(&mut stmt);
            block.stmts.extend(announcement);
            block.stmts.push(stmt);
        }
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        let live = local
            .init
            .as_ref()
            .is_some_and(|init| self.live.touches(&init.expr));
        visit_mut::visit_local_mut(self, local);
        if live {
            self.live.follow(&local.pat);
            if let Pat::Type(typed) = &local.pat
                && live::is_number(&typed.ty)
            {
                local.pat = (*typed.pat).clone();
            }
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::If(branch) = expr
            && let Some(left) = guards::decided(branch)
        {
            *expr = left;
            return self.visit_expr_mut(expr);
        }
        if let Expr::Assign(assign) = expr
            && self.live.touches(&assign.right)
        {
            self.live.follow_place(&assign.left);
        }
        if let Expr::Match(branches) = expr
            && self.live.touches(&branches.expr)
        {
            branches
                .arms
                .iter()
                .for_each(|arm| self.live.follow(&arm.pat));
        }
        let takes_live = self.takes_live(expr);
        visit_mut::visit_expr_mut(self, expr);
        if let Some(replacement) = self.replacement(expr, takes_live) {
            *expr = replacement;
        }
    }

    fn visit_expr_let_mut(&mut self, binding: &mut ExprLet) {
        if self.live.touches(&binding.expr) {
            self.live.follow(&binding.pat);
        }
        visit_mut::visit_expr_let_mut(self, binding);
    }

    fn visit_expr_for_loop_mut(&mut self, each: &mut ExprForLoop) {
        if self.live.touches(&each.expr) {
            self.live.follow(&each.pat);
        }
        visit_mut::visit_expr_for_loop_mut(self, each);
    }

    // A closure may be called with a live number unless its parameters say otherwise.
    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        if !self.live.is_empty() {
            let untyped = closure
                .inputs
                .iter()
                .filter(|pat| !matches!(pat, Pat::Type(_)));
            untyped.for_each(|pat| self.live.follow(pat));
        }
        visit_mut::visit_expr_closure_mut(self, closure);
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        macros::rewrite(self, call);
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && autodiff::names_gradients(&path.path)
        {
            let span = syn::spanned::Spanned::span(&path.path);
            *ty = Type::Verbatim(autodiff::item(self.paths, "Gradients", span));
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }

    // An item has its own scope and is called, not captured.
    fn visit_item_mut(&mut self, _: &mut Item) {}

    // Constants are evaluated by the compiler, where nothing can be announced.
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}

    fn visit_expr_repeat_mut(&mut self, repeat: &mut ExprRepeat) {
        self.visit_expr_mut(&mut repeat.expr);
    }

    fn visit_type_array_mut(&mut self, array: &mut syn::TypeArray) {
        self.visit_type_mut(&mut array.elem);
    }

    fn visit_generic_argument_mut(&mut self, argument: &mut GenericArgument) {
        if let GenericArgument::Type(ty) = argument {
            self.visit_type_mut(ty);
        }
    }

    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if let Pat::Type(typed) = pat {
            self.visit_type_mut(&mut typed.ty);
        }
    }

    // A macro's name, a module or an attribute is no expression.
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}
}
