//! Calls that Burn refuses on a capture device, or on an autodiff device over one, or answers for that device where the one is meant
//! on which the program will run; and what stands in for them.

use crate::paths::Paths;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, ExprMethodCall, Path};

/// How a method's receiver is passed to the function that stands in for it.
#[derive(Clone, Copy)]
enum Receiver {
    Borrowed,
    Moved,
}

/// The method, its number of arguments, the function and the receiver.
const METHODS: [(&str, usize, &str, Receiver); 9] = [
    ("backward", 0, "backward", Receiver::Borrowed),
    ("grad", 1, "grad", Receiver::Borrowed),
    ("grad_remove", 1, "grad_remove", Receiver::Borrowed),
    ("grad_replace", 2, "grad_replace", Receiver::Borrowed),
    ("inner", 0, "without_autodiff", Receiver::Moved),
    ("without_autodiff", 0, "without_autodiff", Receiver::Moved),
    ("autodiff", 0, "with_autodiff", Receiver::Moved),
    ("supports_dtype", 1, "supports_dtype", Receiver::Borrowed),
    ("to_device", 1, "to_program_device", Receiver::Moved),
];

/// The type, its associated function and the function that stands in for it.
const FUNCTIONS: [(&str, &str, &str); 13] = [
    ("Device", "supports_dtype", "supports_dtype"),
    ("GradientsParams", "from_grads", "from_grads"),
    ("GradientsParams", "from_module", "from_module"),
    ("GradientsParams", "from_params", "from_params"),
    ("Tensor", "autodiff", "with_autodiff"),
    ("Tensor", "backward", "backward"),
    ("Tensor", "from_inner", "with_autodiff"),
    ("Tensor", "grad", "grad"),
    ("Tensor", "grad_remove", "grad_remove"),
    ("Tensor", "grad_replace", "grad_replace"),
    ("Tensor", "inner", "without_autodiff"),
    ("Tensor", "to_device", "to_program_device"),
    ("Tensor", "without_autodiff", "without_autodiff"),
];

/// The call that stands in for a method call, if it is one of ours.
pub(super) fn method(paths: &Paths, call: &ExprMethodCall) -> Option<Expr> {
    let ExprMethodCall {
        attrs: _,
        receiver,
        dot_token: _,
        method,
        turbofish: _,
        paren_token: _,
        args,
    } = call;
    let name = method.to_string();
    let (_, _, function, by) = METHODS
        .iter()
        .find(|(known, arity, ..)| *known == name && args.len() == *arity)?;
    let function = item(paths, function, method.span());
    let args = args.iter();
    let receiver = match by {
        Receiver::Borrowed => quote!(&#receiver),
        Receiver::Moved => quote!(#receiver),
    };
    Some(Expr::Verbatim(
        quote_spanned!(method.span()=> #function(#receiver #(, #args)*)),
    ))
}

/// The path that stands in for the path of a function, called or passed on.
pub(super) fn function(paths: &Paths, path: &Path) -> Option<Expr> {
    let mut last = path.segments.iter().rev();
    let (function, ty) = (last.next()?, last.next()?);
    let (holder, called) = (ty.ident.to_string(), function.ident.to_string());
    let (.., name) = FUNCTIONS
        .iter()
        .find(|(of, name, _)| *of == holder && *name == called)?;
    Some(Expr::Verbatim(item(paths, name, function.ident.span())))
}

/// Whether a path names Burn's gradients, whose place the runtime's take.
pub(super) fn names_gradients(path: &Path) -> bool {
    path.segments
        .last()
        .is_some_and(|segment| segment.ident == "Gradients" && segment.arguments.is_empty())
}

/// A private item of the runtime, with errors at `span`.
pub(super) fn item(paths: &Paths, name: &str, span: Span) -> TokenStream {
    let span = paths.stand_in(span);
    let (private, name) = (paths.private_at(span), Ident::new(name, span));
    quote_spanned!(span=> #private::#name)
}
