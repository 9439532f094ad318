//! The uses of one name in the body, as far as tokens tell them.

use super::super::methods::{self, Method};
use super::super::types;
use crate::ast::Param;
use crate::mention::Mentions;
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
    /// A parameter's `name`, whose uses are to be counted.
    pub(super) fn new(name: &Ident, param: &Param, mentions: &Mentions) -> Self {
        let name = name.to_string();
        let named = |ty: &Type| types::name(ty).is_some_and(|name| name == "Tensor");
        Self {
            mentions: mentions.count(&name),
            tensor: param.ty.as_ref().is_some_and(named),
            name,
            discards: 0,
            reads: 0,
        }
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

    /// Whether a method on the value, or on a part of it, cannot change it.
    fn only_reads(&self, method: &str) -> bool {
        match methods::lookup(method) {
            // A copy of a layer shares the running statistics, which its `forward` changes.
            None if method == "clone" => self.tensor,
            Some((Method::Metadata | Method::Device | Method::Devices, _)) => true,
            _ => false,
        }
    }
}

/// Counts the uses of all `names` in one walk over the body.
pub(super) fn count(names: Vec<Uses>, body: &Block) -> Vec<Uses> {
    let mut counter = Counter(names);
    counter.visit_block(body);
    counter.0
}

struct Counter(Vec<Uses>);

impl Counter {
    /// The uses of the name that `expr` is.
    fn named(&mut self, expr: &Expr) -> Option<&mut Uses> {
        match expr {
            Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                self.0.iter_mut().find(|uses| uses.name == name)
            }
            Expr::Paren(paren) => self.named(&paren.expr),
            _ => None,
        }
    }

    /// The uses of the name that `expr` is, or a field or an element reached from it.
    fn reached(&mut self, expr: &Expr) -> Option<&mut Uses> {
        match expr {
            Expr::Field(field) => self.reached(&field.base),
            Expr::Index(index) => self.reached(&index.expr),
            Expr::Paren(paren) => self.reached(&paren.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.reached(&unary.expr),
            expr => self.named(expr),
        }
    }

    /// The uses of the name of which `expr` copies a part.
    fn copied(&mut self, expr: &Expr) -> Option<&mut Uses> {
        match expr {
            Expr::MethodCall(call) if call.method == "clone" => self.reached(&call.receiver),
            _ => None,
        }
    }

    fn discard(&mut self, expr: &Expr) {
        if let Some(uses) = self.named(expr) {
            uses.discards += 1;
        }
    }
}

impl<'ast> Visit<'ast> for Counter {
    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Expr(Expr::Call(call), _) = stmt
            && drops(call)
            && let (Some(dropped), 1) = (call.args.first(), call.args.len())
        {
            self.discard(dropped);
        }
        if let Stmt::Expr(Expr::Assign(assign), _) = stmt
            && matches!(*assign.left, Expr::Infer(_))
        {
            self.discard(&assign.right);
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if let (Pat::Wild(_), Some(init)) = (&local.pat, &local.init) {
            self.discard(&init.expr);
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if let Some(uses) = self.reached(&call.receiver)
            && uses.only_reads(&call.method.to_string())
        {
            uses.reads += 1;
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_reference(&mut self, reference: &'ast ExprReference) {
        if reference.mutability.is_none()
            && let Some(uses) = self.named(&reference.expr)
            && uses.tensor
        {
            uses.reads += 1;
        }
        visit::visit_expr_reference(self, reference);
    }

    fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
        // What is added and multiplied is a tensor, whatever it is a part of.
        let arithmetic = matches!(
            binary.op,
            BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_)
        );
        if arithmetic {
            for operand in [&*binary.left, &*binary.right] {
                if let Some(uses) = self.copied(operand)
                    && !uses.tensor
                {
                    uses.reads += 1;
                }
            }
        }
        visit::visit_expr_binary(self, binary);
    }
}

/// `drop(..)`, `core::mem::drop(..)`.
fn drops(call: &ExprCall) -> bool {
    matches!(&*call.func, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "drop"))
}
