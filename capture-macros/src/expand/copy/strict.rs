//! What a strict program asks of the functions that it calls.

use crate::lower::Plan;
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::Path;
use syn::spanned::Spanned;

/// One assertion for each function that receives a placeholder: that the name is also the name of a marker.
///
/// ```text
/// const _: () = { use P::known::*; P::is_checked::<clip>() };
/// ```
///
/// Functions of Burn have their markers in the runtime, in a scope inside the user's. Without a marker the compiler says
/// `expected type, found function` under the call.
pub(super) fn checks(plan: &Plan) -> TokenStream {
    plan.checked
        .iter()
        .map(|path| {
            let private = plan.paths.private();
            let span = path.span().resolved_at(Span::mixed_site());
            let path = relocated(path);
            quote_spanned! {span=>
                const _: () = {
                    use #private::known::*;
                    #private::is_checked::<#path>();
                };
            }
        })
        .collect()
}

/// The path as the attribute's own, at the user's place: the error then says that the attribute asks for it.
fn relocated(path: &Path) -> Path {
    let mut path = path.clone();
    for segment in &mut path.segments {
        let span = Span::call_site().located_at(segment.ident.span());
        segment.ident.set_span(span);
    }
    path
}
