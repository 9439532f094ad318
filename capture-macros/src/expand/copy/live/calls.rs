//! The functions that stand in for Burn's where a number may be live. They take ordinary numbers as well.

use super::super::autodiff::item;
use crate::paths::Paths;
use proc_macro2::Span;
use quote::{ToTokens, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    BinOp, Expr, ExprBinary, ExprCall, ExprCast, ExprMethodCall, Ident, PathArguments, Token,
};

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

/// `t.mul_scalar(e)` with a live `e`.
pub(crate) fn scalar_method(paths: &Paths, call: &ExprMethodCall) -> Option<Expr> {
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
pub(crate) fn scalar_call(paths: &Paths, call: &ExprCall) -> Option<Expr> {
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
    let tensor: Punctuated<_, Token![::]> = path
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
pub(crate) fn cast(paths: &Paths, cast: &ExprCast) -> Expr {
    live_cast(paths, &cast.expr, &cast.ty, cast.as_token.span)
}

/// `f64::from(e)` with a live `e`.
pub(crate) fn conversion(paths: &Paths, call: &ExprCall) -> Option<Expr> {
    let (Expr::Path(function), Some(argument)) = (&*call.func, call.args.first()) else {
        return None;
    };
    let mut last = function.path.segments.iter().rev();
    let (from, ty) = (last.next()?, last.next()?);
    let is_conversion = from.ident == "from" && super::NUMBERS.iter().any(|name| ty.ident == name);
    is_conversion.then(|| live_cast(paths, argument, &ty.ident, from.ident.span()))
}

fn live_cast(paths: &Paths, expr: &Expr, ty: &impl ToTokens, span: Span) -> Expr {
    let live_cast = item(paths, "LiveCast", span);
    Expr::Verbatim(quote_spanned!(span=> #live_cast::<#ty>::live_cast(#expr)))
}

/// `a *= e` as `a = a * e`, for live numbers have no assigning operators.
pub(crate) fn assigned(binary: &ExprBinary) -> Option<Expr> {
    let op = match binary.op {
        BinOp::AddAssign(_) => quote!(+),
        BinOp::SubAssign(_) => quote!(-),
        BinOp::MulAssign(_) => quote!(*),
        BinOp::DivAssign(_) => quote!(/),
        BinOp::RemAssign(_) => quote!(%),
        _ => return None,
    };
    let (place, value) = (&binary.left, &binary.right);
    let before = copied(place);
    Some(Expr::Verbatim(quote!(#place = #before #op (#value))))
}

/// A use of a live number: numbers are `Copy`, their live form is not.
pub(crate) fn copied(expr: &Expr) -> Expr {
    let span = expr.span();
    Expr::Verbatim(quote_spanned!(span=> #expr.clone()))
}
