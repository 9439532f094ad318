//! Which bindings may hold live numbers, and the calls that take them.
//!
//! Names are followed by their tokens: a binding made from a live one may be live. Following one too many is
//! harmless, since every function here takes ordinary numbers as well.

use super::autodiff::item;
use crate::paths::Paths;
use quote::quote_spanned;
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprCast, ExprMethodCall, Ident, Pat, PathArguments, Type};

/// Methods of tensors that take a number, under their present and their former names.
const SCALAR: [(&str, &str); 32] = [
    ("add_scalar", "add_scalar"),
    ("sub_scalar", "sub_scalar"),
    ("mul_scalar", "mul_scalar"),
    ("div_scalar", "div_scalar"),
    ("remainder_scalar", "remainder_scalar"),
    ("powf_scalar", "powf_scalar"),
    ("powi_scalar", "powi_scalar"),
    ("clamp_min", "clamp_min"),
    ("clamp_max", "clamp_max"),
    ("greater_scalar", "greater_scalar"),
    ("greater_equal_scalar", "greater_equal_scalar"),
    ("lower_scalar", "lower_scalar"),
    ("lower_equal_scalar", "lower_equal_scalar"),
    ("equal_scalar", "equal_scalar"),
    ("not_equal_scalar", "not_equal_scalar"),
    ("clamp_min_scalar", "clamp_min"),
    ("clamp_max_scalar", "clamp_max"),
    ("greater_elem", "greater_scalar"),
    ("greater_equal_elem", "greater_equal_scalar"),
    ("lower_elem", "lower_scalar"),
    ("lower_equal_elem", "lower_equal_scalar"),
    ("equal_elem", "equal_scalar"),
    ("not_equal_elem", "not_equal_scalar"),
    ("add_elem", "add_scalar"),
    ("sub_elem", "sub_scalar"),
    ("mul_elem", "mul_scalar"),
    ("div_elem", "div_scalar"),
    ("remainder_elem", "remainder_scalar"),
    ("powf_elem", "powf_scalar"),
    ("powi_elem", "powi_scalar"),
    ("clamp_min_elem", "clamp_min"),
    ("clamp_max_elem", "clamp_max"),
];

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

/// The names that may hold live numbers at this point of the body.
#[derive(Default)]
pub(super) struct Live {
    names: BTreeSet<String>,
}

impl Live {
    /// Starts with the parameters.
    pub(super) fn new(names: impl Iterator<Item = String>) -> Self {
        Self {
            names: names.collect(),
        }
    }

    /// Whether the program has live numbers at all.
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether `expr` mentions a live name.
    pub(super) fn touches(&self, expr: &Expr) -> bool {
        if self.is_empty() {
            return false;
        }
        let mut search = Mentions {
            live: self,
            found: false,
        };
        search.visit_expr(expr);
        search.found
    }

    /// Follows everything that `pat` binds.
    pub(super) fn follow(&mut self, pat: &Pat) {
        let mut names = Bound {
            names: &mut self.names,
        };
        names.visit_pat(pat);
    }

    /// Follows a variable that is assigned to.
    pub(super) fn follow_place(&mut self, place: &Expr) {
        match place {
            Expr::Path(path) => self
                .names
                .extend(path.path.get_ident().map(Ident::to_string)),
            Expr::Tuple(tuple) => tuple
                .elems
                .iter()
                .for_each(|place| self.follow_place(place)),
            _ => {}
        }
    }
}

struct Mentions<'a> {
    live: &'a Live,
    found: bool,
}

impl<'ast> Visit<'ast> for Mentions<'_> {
    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        let ident = path.path.get_ident();
        self.found |= ident.is_some_and(|ident| self.live.names.contains(&ident.to_string()));
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if !METADATA.iter().any(|name| call.method == name) {
            visit::visit_expr_method_call(self, call);
        }
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

struct Bound<'a> {
    names: &'a mut BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Bound<'_> {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.names.insert(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }
}

/// `t.mul_scalar(e)` with a live `e`.
pub(super) fn scalar_method(paths: &Paths, call: &ExprMethodCall) -> Option<Expr> {
    let function = scalar_function(&call.method, call.args.len() + 1)?;
    let span = call.method.span();
    let (scalar, function) = (item(paths, "scalar", span), Ident::new(function, span));
    let (receiver, args) = (&call.receiver, call.args.iter());
    Some(Expr::Verbatim(
        quote_spanned!(span=> #scalar::#function(#receiver #(, #args)*)),
    ))
}

/// The function that stands in for a method of this name with so many arguments, the receiver included.
fn scalar_function(method: &Ident, arguments: usize) -> Option<&'static str> {
    if method == "mask_fill" {
        return (arguments == 3).then_some("mask_fill");
    }
    let found = SCALAR.iter().find(|(name, _)| method == name);
    found
        .filter(|_| arguments == 2)
        .map(|(_, function)| *function)
}

/// `Tensor::full(shape, e, device)` and `Tensor::mul_scalar(t, e)` with a live `e`.
///
/// A type that is written, `Tensor::<2>::full(..)`, goes to the binding of the result.
pub(super) fn scalar_call(paths: &Paths, call: &ExprCall) -> Option<Expr> {
    let Expr::Path(path) = &*call.func else {
        return None;
    };
    let mut last = path.path.segments.iter().rev();
    let (function, ty) = (last.next()?, last.next()?);
    let name = if function.ident == "full" && call.args.len() == 3 {
        "full"
    } else {
        scalar_function(&function.ident, call.args.len())?
    };
    if ty.ident != "Tensor" {
        return None;
    }
    let span = function.ident.span();
    let (scalar, name, args) = (
        item(paths, "scalar", span),
        Ident::new(name, span),
        call.args.iter(),
    );
    let replaced = quote_spanned!(span=> #scalar::#name(#(#args),*));
    if ty.arguments == PathArguments::None || function.ident != "full" {
        return Some(Expr::Verbatim(replaced));
    }
    let tensor: syn::punctuated::Punctuated<_, syn::Token![::]> = path
        .path
        .segments
        .iter()
        .take(path.path.segments.len() - 1)
        .cloned()
        .collect();
    let (colon, result) = (path.path.leading_colon, crate::hygiene::local("full"));
    Some(Expr::Verbatim(quote_spanned! {span=>
        { let #result: #colon #tensor = #replaced; #result }
    }))
}

/// `e as f32` with a live `e`.
pub(super) fn cast(paths: &Paths, cast: &ExprCast) -> Expr {
    let (ty, span) = (&cast.ty, cast.as_token.span);
    let (live_cast, expr) = (item(paths, "LiveCast", span), &cast.expr);
    Expr::Verbatim(quote_spanned!(span=> #live_cast::<#ty>::live_cast(#expr)))
}

/// Whether a written type is that of a number, which a live one would not match.
pub(super) fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|ident| {
        matches!(ident.to_string().as_str(), "f32" | "f64" | "i32" | "i64" | "bool")
    }))
}
