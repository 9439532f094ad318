//! What the uses of a name tell about a variable whose type the analysis cannot see.
//!
//! `let loss = my_loss(&y, &t);` says nothing about `loss`; `loss.backward()` does, and so does
//! returning it from a program that returns one tensor. Names that are bound more than once tell
//! nothing, since it would be unclear which of them is meant.

use super::methods::{self, Method};
use super::types;
use std::collections::{HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprMethodCall, Ident, PatIdent, ReturnType, Stmt};

/// The names that are used as tensors.
#[derive(Default)]
pub(super) struct Evidence {
    tensors: HashSet<String>,
    bound: HashMap<String, usize>,
}

impl Evidence {
    /// Reads the whole body once.
    pub(super) fn read(block: &Block, output: &ReturnType) -> Self {
        let mut evidence = Self::default();
        evidence.visit_block(block);
        if let (Some(Stmt::Expr(tail, None)), ReturnType::Type(_, ty)) =
            (block.stmts.last(), output)
        {
            evidence.returned(tail, ty);
        }
        evidence
    }

    /// Whether a variable of this name is a tensor.
    pub(super) fn is_tensor(&self, ident: &Ident) -> bool {
        let name = ident.to_string();
        self.tensors.contains(&name) && self.bound.get(&name) == Some(&1)
    }

    fn returned(&mut self, tail: &Expr, ty: &syn::Type) {
        match (tail, ty) {
            (Expr::Tuple(tail), syn::Type::Tuple(ty)) => {
                for (tail, ty) in tail.elems.iter().zip(&ty.elems) {
                    self.returned(tail, ty);
                }
            }
            (tail, ty) if types::name(ty).is_some_and(|name| name == "Tensor") => self.add(tail),
            _ => {}
        }
    }

    fn add(&mut self, expr: &Expr) {
        if let Expr::Path(path) = expr
            && let Some(ident) = path.path.get_ident()
        {
            self.tensors.insert(ident.to_string());
        }
    }
}

impl<'ast> Visit<'ast> for Evidence {
    fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
        *self.bound.entry(pat.ident.to_string()).or_default() += 1;
        visit::visit_pat_ident(self, pat);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let name = call.method.to_string();
        let telling = matches!(
            methods::lookup(&name),
            Some((
                Method::Tensor | Method::Scalar | Method::Pair | Method::Gradients,
                true
            ))
        );
        if telling {
            let receiver = match &*call.receiver {
                Expr::MethodCall(inner) if inner.method == "clone" => &*inner.receiver,
                receiver => receiver,
            };
            self.add(receiver);
        }
        visit::visit_expr_method_call(self, call);
    }
}
