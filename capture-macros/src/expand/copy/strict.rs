//! What a strict program asks of the functions that it calls.

use crate::lower::Plan;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote_spanned};

/// One assertion for each function that receives a placeholder: that the name is also the name of a marker.
///
/// ```text
/// const _: () = { use P::known::*; use clip as clip_without_capture_fn; <clip_without_capture_fn as P::CaptureFn>::CHECKED };
/// ```
///
/// Functions of Burn have their markers in the runtime, in a scope inside the user's. Without a marker the name is that of a
/// function only, and the compiler says under the call: expected type, found function `clip_without_capture_fn`.
pub(super) fn checks(plan: &Plan) -> TokenStream {
    let checks = plan.checked.iter().filter_map(|path| {
        let private = plan.paths.private();
        let name = &path.segments.last()?.ident;
        // The attribute's own, at the user's place: the error then points to the attribute as well.
        let span = Span::call_site().located_at(name.span());
        let asked = format_ident!("{name}_without_capture_fn", span = span);
        Some(quote_spanned! {span=>
            const _: () = {
                use #private::known::*;
                use #path as #asked;
                <#asked as #private::CaptureFn>::CHECKED
            };
        })
    });
    checks.collect()
}
