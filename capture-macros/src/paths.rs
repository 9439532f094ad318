//! The absolute paths that the expansion names: nothing outside the runtime crate and `::core`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Path;

/// Where the runtime crate is.
#[derive(Clone)]
pub(crate) struct Paths {
    krate: Option<Path>,
    /// Whether what stands in for the user's calls is the attribute's own, which no lint judges. Elsewhere it is the
    /// user's, and errors say nothing of the attribute; where they cannot be silenced, in a helper, lints matter more.
    own: bool,
}

impl Paths {
    /// `::capture_runtime`, or the path of the option `crate`.
    pub(crate) fn new(krate: Option<Path>) -> Self {
        Self { krate, own: false }
    }

    /// The same for what is emitted where the user's lints hold.
    pub(crate) fn where_lints_hold(self, own: bool) -> Self {
        Self { own, ..self }
    }

    /// The span of what stands in for a call at `span`.
    pub(crate) fn stand_in(&self, span: Span) -> Span {
        if self.own {
            span.resolved_at(Span::mixed_site())
        } else {
            span
        }
    }

    /// The runtime crate: what users may name as well.
    pub(crate) fn root(&self) -> TokenStream {
        self.root_at(Span::call_site())
    }

    /// The items that only generated code names.
    pub(crate) fn private(&self) -> TokenStream {
        self.private_at(Span::call_site())
    }

    /// The runtime crate, so that an error in using it lands at `span`.
    pub(crate) fn root_at(&self, span: Span) -> TokenStream {
        match &self.krate {
            Some(path) => quote!(#path),
            None => quote_spanned!(span=> ::capture_runtime),
        }
    }

    /// The private items, so that an error in using one lands at `span`.
    pub(crate) fn private_at(&self, span: Span) -> TokenStream {
        let root = self.root_at(span);
        quote_spanned!(span=> #root::__private)
    }
}
