//! What is legal but suspect, as warnings of the compiler.
//!
//! A macro cannot warn on a stable compiler. The compiler can: it does where something deprecated is used,
//! and shows the text of the deprecation under the tokens that use it. So each warning becomes a constant
//! of its own, deprecated with the message, and a use of it that stands at the user's tokens.
//!
//! ```text
//! const _: () = {
//!     { #[deprecated(note = "`println!` runs once, ...")] const CP0901: () = (); let _ = CP0901; }
//! };
//! ```
//!
//! Being `deprecated` warnings, they are silenced as those are: by `#[allow(deprecated)]` on the function or
//! around it. Where it stands inside, on a parameter or a statement, the analysis leaves the warning out.

use super::Code;
use super::errors::Diagnostic;
use crate::ast::ProgramFn;
use crate::syntax::leading;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{AttrStyle, Attribute, Stmt};

/// One collected warning.
struct Entry {
    code: Code,
    span: Span,
    text: String,
}

/// Every warning of one expansion.
#[derive(Default)]
pub(crate) struct Warnings {
    list: Vec<Entry>,
}

impl Warnings {
    /// Adds a warning at one token.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic, span: Span) {
        let (code, text) = diagnostic.into_warning();
        self.list.push(Entry { code, span, text });
    }

    /// The warnings as items beside the function, under the lint levels of the function.
    pub(crate) fn into_tokens(mut self, program: &ProgramFn) -> TokenStream {
        if self.list.is_empty() {
            return TokenStream::new();
        }
        self.sort();
        let uses = self.list.into_iter().map(Entry::into_tokens);
        let carried = program.attrs.iter().filter(|attribute| carries(attribute));
        // The lists judge how code is written by hand, not what it uses.
        let allow = quote! {
            #[allow(dead_code, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        };
        // An `impl` block takes no constant without a name.
        if program.is_associated() {
            let name = format_ident!("__{}_warnings", program.sig.ident.unraw());
            quote!(#allow #(#carried)* #[doc(hidden)] fn #name() { #(#uses)* })
        } else {
            quote!(#allow #(#carried)* const _: () = { #(#uses)* };)
        }
    }

    /// Puts the list into the order in which the user reads the source.
    fn sort(&mut self) {
        self.list.sort_by_key(|entry| {
            let start = entry.span.start();
            (start.line, start.column, entry.code)
        });
    }
}

impl Entry {
    /// A deprecated constant, and its use at the user's token.
    fn into_tokens(self) -> TokenStream {
        let Self { code, span, text } = self;
        let name = Ident::new(code.id(), span);
        quote_spanned! {span=>
            {
                #[deprecated(note = #text)]
                const #name: () = ();
                let _ = #name;
            }
        }
    }
}

/// Whether an attribute of the function decides if and how it is warned: conditions and lint levels.
fn carries(attribute: &Attribute) -> bool {
    ["cfg", "allow", "warn", "deny", "forbid"]
        .iter()
        .any(|name| attribute.path().is_ident(name))
}

/// Whether `#[allow(deprecated)]` stands in front of a statement.
pub(crate) fn silenced(stmt: &Stmt) -> bool {
    let attributes = leading(stmt).iter();
    attributes
        .filter(|attribute| matches!(attribute.style, AttrStyle::Outer))
        .any(|attribute| allows(attribute.meta.to_token_stream(), "deprecated"))
}

/// Whether one of the attributes is `#[allow(lint)]`.
pub(crate) fn silences(attributes: &[Attribute], lint: &str) -> bool {
    attributes
        .iter()
        .any(|attribute| allows(attribute.meta.to_token_stream(), lint))
}

/// `allow(.., lint, ..)`.
fn allows(attribute: TokenStream, lint: &str) -> bool {
    let mut trees = attribute.into_iter();
    let allow = matches!(trees.next(), Some(TokenTree::Ident(name)) if name == "allow");
    let Some(TokenTree::Group(list)) = trees.next().filter(|_| allow) else {
        return false;
    };
    list.stream()
        .into_iter()
        .any(|tree| matches!(tree, TokenTree::Ident(name) if name == lint))
}

#[cfg(test)]
impl Warnings {
    /// The code, the text and the underlined source of every warning, in the order of the source.
    pub(crate) fn into_list(mut self) -> Vec<(Code, String, String)> {
        self.sort();
        self.list
            .into_iter()
            .map(|Entry { code, span, text }| (code, text, span.source_text().unwrap_or_default()))
            .collect()
    }
}
