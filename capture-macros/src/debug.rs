//! What the environment asks for while macros are expanded.
//!
//! `CAPTURE_DEBUG_MACRO=train_step cargo check` prints one expansion, `CAPTURE_DEBUG_MACRO=*` all of them.
//! `CAPTURE_TIME_MACRO=1 cargo check` prints how long each took.

use proc_macro2::{Ident, TokenStream, TokenTree};
use std::time::Instant;

/// Prints the expansion of `function` on standard error where the environment asks for it.
pub(crate) fn show(function: &Ident, expansion: &TokenStream) {
    if let Ok(wanted) = std::env::var("CAPTURE_DEBUG_MACRO")
        && (wanted == "*" || function == &wanted)
    {
        eprintln!("// expansion of `{function}`\n{expansion}");
    }
}

/// Runs `expand` on `item`, from the compiler's tokens to the compiler's tokens, and prints its time on standard error where the
/// environment asks for it.
pub(crate) fn timed(
    item: proc_macro::TokenStream,
    expand: impl FnOnce(TokenStream) -> TokenStream,
) -> proc_macro::TokenStream {
    let asked = std::env::var_os("CAPTURE_TIME_MACRO").is_some();
    let name = asked.then(|| name(item.clone().into())).flatten();
    let started = Instant::now();
    let expansion = expand(item.into()).into();
    if let Some(name) = name {
        let took = started.elapsed().as_secs_f64() * 1e3;
        eprintln!("expanded `{name}` in {took:.3} ms");
    }
    expansion
}

/// The name of a function.
fn name(item: TokenStream) -> Option<String> {
    let mut tokens = item.into_iter();
    tokens.find(|token| matches!(token, TokenTree::Ident(ident) if ident == "fn"))?;
    tokens.next().map(|name| name.to_string())
}
