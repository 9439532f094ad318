//! Calls of programs whose capturing copies stand in for them: `#[capture_program(inline(f, Net::g))]`.

use crate::hygiene::Names;
use crate::paths::Paths;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, ExprMethodCall, Path, PathArguments};

/// `f(x)` as `f::__capture(x)`, and `Net::g(&net, x)` as `Net::__g_capture(&net, x)`.
pub(super) fn call(paths: &Paths, inline: &[Path], call: &ExprCall) -> Option<Expr> {
    let Expr::Path(function) = &*call.func else {
        return None;
    };
    if !inline.iter().any(|path| same(path, &function.path)) {
        return None;
    }
    let mut path = function.path.clone();
    let last = path.segments.last_mut()?;
    let (name, arguments) = (
        last.ident.clone(),
        core::mem::replace(&mut last.arguments, PathArguments::None),
    );
    let generics = (!arguments.is_empty()).then(|| quote!(#arguments));
    let callee = if is_associated(&function.path) {
        last.ident = Names::beside(&name).copy;
        quote!(#path #generics)
    } else {
        let copy = Names::in_namespace(&name).copy;
        quote!(#path::#copy #generics)
    };
    let args = call.args.iter();
    Some(entered(paths, call, &quote!(#callee(#(#args),*))))
}

/// `net.g(x)` as `net.__g_capture(x)`.
pub(super) fn method(paths: &Paths, inline: &[Path], call: &ExprMethodCall) -> Option<Expr> {
    let named = |path: &Path| {
        let last = path.segments.last();
        let method = last.is_some_and(|last| last.ident == call.method);
        method && (is_associated(path) || path.segments.len() == 1)
    };
    if !inline.iter().any(named) {
        return None;
    }
    let mut call = call.clone();
    call.method = Names::beside(&call.method).copy;
    Some(entered(paths, &call, &quote!(#call)))
}

/// The call, after which the statement at hand goes on.
fn entered(paths: &Paths, at: &impl Spanned, call: &TokenStream) -> Expr {
    let span = at.span();
    let private = paths.private_at(span);
    Expr::Verbatim(quote_spanned!(span=> #private::inlined(#private::enter(), #call)))
}

/// Whether two paths are written alike, generic arguments left aside.
fn same(a: &Path, b: &Path) -> bool {
    a.segments.len() == b.segments.len()
        && a.segments
            .iter()
            .zip(&b.segments)
            .all(|(a, b)| a.ident == b.ident)
}

/// Whether a path names a function of a type, as far as its tokens show it.
fn is_associated(path: &Path) -> bool {
    let holder = path.segments.iter().rev().nth(1);
    holder.is_some_and(|holder| holder.ident.to_string().starts_with(char::is_uppercase))
}
