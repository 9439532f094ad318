//! What the environment asks for while macros are expanded.
//!
//! `CAPTURE_DEBUG_MACRO=train_step cargo check` prints one expansion, `CAPTURE_DEBUG_MACRO=*` all of them.
//! `CAPTURE_TIME_MACRO=1 cargo check` prints how long each took, beside an attribute that only parses the function and prints it.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use std::time::Instant;
use syn::ItemFn;

/// Prints the expansion of `function` on standard error where the environment asks for it.
pub(crate) fn show(function: &Ident, expansion: &TokenStream) {
    if let Ok(wanted) = std::env::var("CAPTURE_DEBUG_MACRO")
        && (wanted == "*" || function == &wanted)
    {
        eprintln!("// expansion of `{function}`\n{expansion}");
    }
}

/// Runs `expand` on `item`, from the compiler's tokens to the compiler's tokens. Where the environment asks for it, prints on standard error
/// how long it took, and how long the same takes an attribute that changes nothing. That one runs second, with all warm, so what
/// ours adds to it is not flattered.
pub(crate) fn timed(
    item: proc_macro::TokenStream,
    expand: impl FnOnce(TokenStream) -> TokenStream,
) -> proc_macro::TokenStream {
    if std::env::var_os("CAPTURE_TIME_MACRO").is_none() {
        return expand(item.into()).into();
    }
    let (expansion, took) = time(item.clone(), expand);
    let mut name = None;
    let (_, unchanged) = time(item, |item| match syn::parse2::<ItemFn>(item) {
        Ok(function) => {
            name = Some(function.sig.ident.clone());
            function.into_token_stream()
        }
        Err(error) => error.into_compile_error(),
    });
    if let Some(name) = name {
        eprintln!("expanded `{name}` in {took:.3} ms, unchanged in {unchanged:.3} ms");
    }
    expansion
}

/// What comes out, and the milliseconds until then.
fn time(
    item: proc_macro::TokenStream,
    expand: impl FnOnce(TokenStream) -> TokenStream,
) -> (proc_macro::TokenStream, f64) {
    let started = Instant::now();
    let expansion = expand(item.into()).into();
    (expansion, started.elapsed().as_secs_f64() * 1e3)
}
