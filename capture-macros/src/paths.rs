//! The absolute paths that the expansion names: nothing outside the runtime crate and `::core`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, TokenStreamExt};
use syn::{Path, Token};

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
    pub(crate) fn root(&self) -> Module<'_> {
        self.root_at(Span::call_site())
    }

    /// The items that only generated code names.
    pub(crate) fn private(&self) -> Module<'_> {
        self.private_at(Span::call_site())
    }

    /// The runtime crate, so that an error in using it lands at `span`.
    pub(crate) fn root_at(&self, span: Span) -> Module<'_> {
        let krate = self.krate.as_ref();
        Module {
            krate,
            private: false,
            span,
        }
    }

    /// The private items, so that an error in using one lands at `span`.
    pub(crate) fn private_at(&self, span: Span) -> Module<'_> {
        Module {
            private: true,
            ..self.root_at(span)
        }
    }
}

/// A path to the runtime crate or to its private items, written where it is interpolated: streams of tokens that are
/// put together from streams take the compiler longer.
#[derive(Clone, Copy)]
pub(crate) struct Module<'a> {
    krate: Option<&'a Path>,
    private: bool,
    span: Span,
}

impl Module<'_> {
    fn segment(&self, name: &str, tokens: &mut TokenStream) {
        Token![::](self.span).to_tokens(tokens);
        tokens.append(Ident::new(name, self.span));
    }
}

impl ToTokens for Module<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self.krate {
            Some(path) => path.to_tokens(tokens),
            None => self.segment("capture_runtime", tokens),
        }
        if self.private {
            self.segment("__private", tokens);
        }
    }
}
