//! `CAPTURE_DEBUG_MACRO=train_step cargo check` prints one expansion, `CAPTURE_DEBUG_MACRO=*` all of them.

use proc_macro2::{Ident, TokenStream};

/// Prints the expansion of `function` on standard error where the environment asks for it.
pub(crate) fn show(function: &Ident, expansion: &TokenStream) {
    if let Ok(wanted) = std::env::var("CAPTURE_DEBUG_MACRO")
        && (wanted == "*" || function == &wanted)
    {
        eprintln!("// expansion of `{function}`\n{expansion}");
    }
}
