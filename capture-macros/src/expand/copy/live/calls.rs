//! The functions that stand in for Burn's where a number may be live. They take ordinary numbers as well.

use super::super::autodiff::item;
use super::numbers::of_number_type;
use crate::paths::Paths;
use proc_macro2::Span;
use quote::{ToTokens, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprCall, ExprCast, ExprMethodCall, Ident, PathArguments, Token};

/// Methods of tensors that take a number, without the ending `_scalar`.
const SCALAR: [&str; 13] = [
    "add",
    "div",
    "equal",
    "greater",
    "greater_equal",
    "lower",
    "lower_equal",
    "mul",
    "not_equal",
    "powf",
    "powi",
    "remainder",
    "sub",
];

/// Those that have no such ending.
const BARE: [&str; 2] = ["clamp_max", "clamp_min"];

/// `t.mul_scalar(e)` with a live `e`.
pub(crate) fn scalar_method(paths: &Paths, call: &ExprMethodCall) -> Option<Expr> {
    let function = scalar_function(&call.method, call.args.len() + 1)?;
    let span = call.method.span();
    let (scalar, function) = (item(paths, "scalar", span), Ident::new(&function, span));
    let (receiver, args) = (&call.receiver, call.args.iter());
    Some(Expr::Verbatim(
        quote_spanned!(span=> #scalar::#function(#receiver #(, #args)*)),
    ))
}

/// The function that stands in for a method of this name with so many arguments, the receiver included. `_elem` is the
/// former name of `_scalar`.
fn scalar_function(method: &Ident, arguments: usize) -> Option<String> {
    let method = method.to_string();
    if method == "mask_fill" {
        return (arguments == 3).then_some(method);
    }
    let ending = method
        .strip_suffix("_scalar")
        .or_else(|| method.strip_suffix("_elem"));
    let base = ending.unwrap_or(&method);
    let function = if BARE.contains(&base) {
        base.to_owned()
    } else if ending.is_some() && SCALAR.contains(&base) {
        format!("{base}_scalar")
    } else {
        return None;
    };
    (arguments == 2).then_some(function)
}

/// `Tensor::full(shape, e, device)` and `Tensor::mul_scalar(t, e)` with a live `e`.
///
/// A type that is written, `Tensor::<2>::full(..)`, goes to the result.
pub(crate) fn scalar_call(paths: &Paths, call: &ExprCall) -> Option<Expr> {
    let Expr::Path(path) = &*call.func else {
        return None;
    };
    let mut last = path.path.segments.iter().rev();
    let (function, ty) = (last.next()?, last.next()?);
    let name = if function.ident == "full" && call.args.len() == 3 {
        "full".to_owned()
    } else {
        scalar_function(&function.ident, call.args.len())?
    };
    if ty.ident != "Tensor" {
        return None;
    }
    let span = function.ident.span();
    let (scalar, name, args) = (
        item(paths, "scalar", span),
        Ident::new(&name, span),
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
    let colon = path.path.leading_colon;
    Some(Expr::Verbatim(
        quote_spanned!(span=> #scalar::typed::<#colon #tensor>(#replaced)),
    ))
}

/// `e as f32` with a live `e`.
pub(crate) fn cast(paths: &Paths, cast: &ExprCast) -> Expr {
    live_cast(paths, &cast.expr, &cast.ty, cast.as_token.span)
}

/// `f64::from(e)` as a cast, and `f64::sqrt(e)` as the method, with a live `e`.
pub(crate) fn associated(paths: &Paths, call: &ExprCall) -> Option<Expr> {
    let function = of_number_type(&call.func)?;
    let mut arguments = call.args.iter();
    let first = arguments.next()?;
    if function != "from" {
        return Some(Expr::Verbatim(
            quote_spanned!(function.span()=> #first.#function(#(#arguments),*)),
        ));
    }
    let Expr::Path(path) = &*call.func else {
        return None;
    };
    let ty = path.path.segments.iter().rev().nth(1)?;
    Some(live_cast(paths, first, ty, function.span()))
}

fn live_cast(paths: &Paths, expr: &Expr, ty: &impl ToTokens, span: Span) -> Expr {
    let live_cast = item(paths, "LiveCast", span);
    Expr::Verbatim(quote_spanned!(span=> #live_cast::<#ty>::live_cast(#expr)))
}
