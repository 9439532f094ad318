//! The uses of one name in the body, as far as tokens tell them.

use super::super::mention::Mentions;
use super::super::methods::{self, Method};
use super::super::types;
use crate::ast::Param;
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprCall, ExprMethodCall, ExprReference, Local, Pat, Stmt,
    Type, UnOp,
};

/// How often a name is mentioned, and how many of the mentions are understood.
pub(super) struct Uses {
    name: String,
    /// Whether a tensor stands behind the name.
    tensor: bool,
    /// Every mention, also in macros and in format strings.
    mentions: usize,
    /// Mentions that throw the value away.
    discards: usize,
    /// Mentions that only read.
    reads: usize,
}

impl Uses {
    /// Counts the uses of a parameter's `name`.
    pub(super) fn of(name: &Ident, param: &Param, body: &Block, mentions: &Mentions) -> Self {
        let name = name.to_string();
        let named = |ty: &Type| types::name(ty).is_some_and(|name| name == "Tensor");
        let mut uses = Self {
            mentions: mentions.count(&name),
            tensor: param.ty.as_ref().is_some_and(named),
            name,
            discards: 0,
            reads: 0,
        };
        uses.visit_block(body);
        uses
    }

    /// Whether no operation can have used the value.
    pub(super) fn are_discarded(&self) -> bool {
        self.mentions == self.discards
    }

    /// Whether the value was read at most.
    pub(super) fn only_read(&self) -> bool {
        self.mentions == self.reads
    }

    /// Whether every use is one of `scales`, and there is one.
    pub(super) fn only_scale(&self, scales: &[Ident]) -> bool {
        let scaling = scales.iter().filter(|scale| **scale == self.name).count();
        scaling > 0 && scaling == self.mentions
    }

    fn is_name(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(path) => path.path.is_ident(&self.name),
            Expr::Paren(paren) => self.is_name(&paren.expr),
            _ => false,
        }
    }

    /// Whether `expr` is the name, or a field or an element reached from it.
    fn is_reached(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Field(field) => self.is_reached(&field.base),
            Expr::Index(index) => self.is_reached(&index.expr),
            Expr::Paren(paren) => self.is_reached(&paren.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                self.is_reached(&unary.expr)
            }
            expr => self.is_name(expr),
        }
    }

    /// Whether a method on the value, or on a part of it, cannot change it.
    fn only_reads(&self, method: &str) -> bool {
        match methods::lookup(method) {
            // A copy of a layer shares the running statistics, which its `forward` changes.
            None if method == "clone" => self.tensor,
            Some((Method::Metadata | Method::Device | Method::Devices, _)) => true,
            _ => false,
        }
    }

    /// Whether `expr` copies a part of the value.
    fn is_copy(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::MethodCall(call) if call.method == "clone" && self.is_reached(&call.receiver))
    }
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Expr(Expr::Call(call), _) = stmt
            && drops(call)
            && call.args.iter().all(|argument| self.is_name(argument))
        {
            self.discards += 1;
        }
        if let Stmt::Expr(Expr::Assign(assign), _) = stmt
            && matches!(*assign.left, Expr::Infer(_))
            && self.is_name(&assign.right)
        {
            self.discards += 1;
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if let (Pat::Wild(_), Some(init)) = (&local.pat, &local.init)
            && self.is_name(&init.expr)
        {
            self.discards += 1;
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if self.is_reached(&call.receiver) && self.only_reads(&call.method.to_string()) {
            self.reads += 1;
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_reference(&mut self, reference: &'ast ExprReference) {
        if self.tensor && reference.mutability.is_none() && self.is_name(&reference.expr) {
            self.reads += 1;
        }
        visit::visit_expr_reference(self, reference);
    }

    fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
        // What is added and multiplied is a tensor, whatever it is a part of.
        let arithmetic = matches!(
            binary.op,
            BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_)
        );
        if arithmetic && !self.tensor {
            let operands = [&*binary.left, &*binary.right];
            self.reads += operands.iter().filter(|expr| self.is_copy(expr)).count();
        }
        visit::visit_expr_binary(self, binary);
    }
}

/// `drop(..)`, `core::mem::drop(..)`.
fn drops(call: &ExprCall) -> bool {
    matches!(&*call.func, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "drop"))
}
