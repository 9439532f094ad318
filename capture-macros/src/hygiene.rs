//! Names that cannot clash with the user's.
//!
//! Locals of the expansion carry `Span::mixed_site()`, so that the user's tokens cannot see them and they
//! cannot see the user's. Items have no hygiene in Rust; theirs are fixed names, derived from the function's.

use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::ext::IdentExt;

/// A local variable of the expansion.
pub(crate) fn local(name: &str) -> Ident {
    Ident::new(&format!("__capture_{name}"), Span::mixed_site())
}

/// A parameter of a generated public function, which rustdoc shows: hygienic, without a prefix.
pub(crate) fn parameter(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The names of the items that one program generates.
pub(crate) struct Names {
    /// `on`, or `forward_on` beside a method `forward`.
    pub(crate) on: Ident,
    /// `load_archive`, or `forward_load_archive`.
    pub(crate) load: Ident,
    /// `capture`, or `forward_capture`.
    pub(crate) capture: Ident,
    /// `__definition`, or `__forward_definition`.
    pub(crate) definition: Ident,
    /// `__capture`, or `__forward_capture`.
    pub(crate) copy: Ident,
}

impl Names {
    /// The names inside the namespace of a free function: nothing else lives there.
    pub(crate) fn in_namespace(function: &Ident) -> Self {
        let at = |name: &str| Ident::new(name, function.span());
        Self {
            on: at("on"),
            load: at("load_archive"),
            capture: at("capture"),
            definition: at("__definition"),
            copy: at("__capture"),
        }
    }

    /// The names beside an associated function, which share its `impl` block.
    pub(crate) fn beside(function: &Ident) -> Self {
        let (name, span) = (function.unraw(), function.span());
        Self {
            on: format_ident!("{name}_on", span = span),
            load: format_ident!("{name}_load_archive", span = span),
            capture: format_ident!("{name}_capture", span = span),
            definition: format_ident!("__{name}_definition", span = span),
            copy: format_ident!("__{name}_capture", span = span),
        }
    }
}
