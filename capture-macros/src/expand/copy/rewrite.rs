//! One walk over the body, which rewrites children before their parents.

use super::{announce, autodiff, guards, inline, live, macros};
use crate::ast::{Kind, ProgramFn};
use crate::lower::{Part, Plan, Source};
use crate::paths::Paths;
use crate::syntax::is_assignment;
use std::collections::BTreeSet;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, Expr, ExprClosure, ExprForLoop, ExprLet, ExprRepeat, ExprReturn, GenericArgument, Item,
    Local, Macro, Pat, Path, ReturnType, Type,
};

/// The walk and what it knows so far.
pub(super) struct Rewriter<'a> {
    paths: &'a Paths,
    inline: &'a [Path],
    /// Whether the body also runs eagerly, where what is guarded must stay.
    helper: bool,
    /// Whether the body returns a number that may be live.
    returns_number: bool,
    live: live::Live,
    accumulators: BTreeSet<String>,
    source: Source,
}

/// What is done to an expression that may be live, decided while it is still the user's.
enum Change {
    /// Nothing in it is live.
    Nothing,
    /// An argument may be live.
    TakesLive,
    /// A live number is converted with `as` or `from`, or passed to a function of its type.
    Converts,
}

impl<'a> Rewriter<'a> {
    /// Starts at the signature: its live parameters are the first live names.
    pub(super) fn new(plan: &'a Plan, program: &ProgramFn) -> Self {
        let names = |part| {
            plan.with(part)
                .filter(move |argument| part == Part::Live || live::names_number(&argument.shown))
                .map(|argument| argument.name.to_string())
        };
        let live = live::Live::new(names(Part::Live), names(Part::Frozen));
        Self {
            paths: &plan.paths,
            inline: &plan.inline,
            helper: program.kind == Kind::Helper,
            returns_number: !live.is_empty()
                && matches!(&program.sig.output, ReturnType::Type(_, ty) if live::is_number_type(ty)),
            accumulators: live::accumulators(&live, &program.block),
            live,
            source: Source::of(&program.block),
        }
    }

    /// Lifts the first value of a variable that something live is assigned to.
    fn lift_first(&mut self, local: &mut Local, learned: live::Learned) -> live::Learned {
        let Some(name) = live::variable(&local.pat) else {
            return learned;
        };
        match &mut local.init {
            Some(init)
                if learned.number && !learned.touched && self.accumulators.contains(&name) =>
            {
                *init.expr = live::lifted(self.paths, &init.expr);
                live::Learned::lifted(name)
            }
            _ => learned,
        }
    }

    /// Lifts the number that a body of live numbers returns: it is taken as a live one, whichever it is.
    pub(super) fn lift_result(&self, block: &mut Block) {
        if self.returns_number {
            live::lift_block(&self.live, self.paths, block);
        }
    }

    /// Decides the change of an expression that touches something live.
    fn change(&self, expr: &Expr) -> Change {
        let touches = |expr: &Expr| self.live.touches(expr);
        let is_number = |expr: &Expr| self.live.is_live_number(expr);
        match expr {
            Expr::MethodCall(call) if call.args.iter().any(touches) => Change::TakesLive,
            Expr::Call(call) if is_number(expr) && call.args.first().is_some_and(is_number) => {
                Change::Converts
            }
            Expr::Call(call) if call.args.iter().any(touches) => Change::TakesLive,
            Expr::Cast(cast) if is_number(&cast.expr) => Change::Converts,
            _ => Change::Nothing,
        }
    }

    /// What stands in for an expression whose children were rewritten.
    fn replacement(&self, expr: &Expr, change: Change) -> Option<Expr> {
        let paths = self.paths;
        match (expr, change) {
            (Expr::MethodCall(call), Change::TakesLive) => live::scalar_method(paths, call)
                .or_else(|| inline::method(paths, self.inline, call))
                .or_else(|| autodiff::method(paths, call)),
            (Expr::MethodCall(call), _) => {
                inline::method(paths, self.inline, call).or_else(|| autodiff::method(paths, call))
            }
            (Expr::Call(call), Change::Converts) => live::associated(paths, call),
            (Expr::Call(call), Change::TakesLive) => {
                live::scalar_call(paths, call).or_else(|| inline::call(paths, self.inline, call))
            }
            (Expr::Call(call), _) if self.helper => inline::call(paths, self.inline, call),
            (Expr::Call(call), _) => {
                inline::call(paths, self.inline, call).or_else(|| guards::stand_in(call))
            }
            (Expr::Cast(cast), Change::Converts) => Some(live::cast(paths, cast)),
            (Expr::Path(path), _) if path.qself.is_none() => autodiff::function(paths, &path.path),
            (Expr::Macro(call), _) if guards::names_eager_only(&call.mac.path) => {
                (!self.helper).then(|| Expr::Verbatim(quote::quote!(())))
            }
            _ => None,
        }
    }

    /// Follows what an expression that touches something live assigns or binds.
    fn follow(&mut self, expr: &Expr) {
        match expr {
            Expr::Assign(assign) if self.live.touches(&assign.right) => {
                self.live.follow_place(&assign.left);
            }
            Expr::Binary(binary)
                if self.live.touches(&binary.right) && is_assignment(&binary.op) =>
            {
                self.live.follow_place(&binary.left);
            }
            Expr::Match(branches) if self.live.touches(&branches.expr) => {
                branches
                    .arms
                    .iter()
                    .for_each(|arm| self.live.follow(&arm.pat));
            }
            _ => {}
        }
    }
}

impl VisitMut for Rewriter<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let before = self.live.clone();
        let stmts = core::mem::take(&mut block.stmts);
        for mut stmt in stmts {
            if !self.helper && guards::is_eager_only(&stmt) {
                continue;
            }
            let announced = !guards::is_eager_only(&stmt);
            let announcement = announced
                .then(|| announce::announcement(self.paths, &self.source, &stmt))
                .flatten();
            self.live.enter(&stmt, before.is_quiet());
            self.visit_stmt_mut(&mut stmt);
            block.stmts.extend(announcement);
            block.stmts.push(stmt);
        }
        self.live.leave(before);
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        let learned = self.live.learn(local);
        let learned = self.lift_first(local, learned);
        visit_mut::visit_local_mut(self, local);
        let touched = learned.touched;
        self.live.bind(learned);
        // A live number does not have the type that is written; what it has is inferred.
        if let Pat::Type(typed) = &local.pat
            && touched
            && live::is_number_type(&typed.ty)
        {
            local.pat = (*typed.pat).clone();
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::If(branch) = expr
            && !self.helper
            && let Some(left) = guards::decided(branch)
        {
            *expr = left;
            return self.visit_expr_mut(expr);
        }
        // Asked once: the answer to each of the three is in a part of the expression.
        let change = if self.live.touches(expr) {
            live::lift_beside(&self.live, self.paths, expr);
            self.follow(expr);
            self.change(expr)
        } else {
            Change::Nothing
        };
        visit_mut::visit_expr_mut(self, expr);
        if let Some(replacement) = self.replacement(expr, change) {
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

    fn visit_expr_return_mut(&mut self, leaving: &mut ExprReturn) {
        visit_mut::visit_expr_return_mut(self, leaving);
        if let Some(number) = &mut leaving.expr
            && self.returns_number
        {
            **number = live::lifted(self.paths, number);
        }
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        let before = self.live.clone();
        let returns_number = core::mem::take(&mut self.returns_number);
        for parameter in &closure.inputs {
            self.live.follow_parameter(parameter);
        }
        visit_mut::visit_expr_closure_mut(self, closure);
        self.returns_number = returns_number;
        self.live.leave(before);
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
