//! A message with its reason and remedy, and the list that collects them.

use super::Code;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// One message: a title under the user's tokens, a reason and a remedy.
pub(crate) struct Diagnostic {
    code: Code,
    title: String,
    note: Option<String>,
    help: Option<String>,
    span: Option<syn::Error>,
}

impl Diagnostic {
    /// A message without a place yet.
    pub(crate) fn new(code: Code, title: impl Into<String>) -> Self {
        Self {
            code,
            title: title.into(),
            note: None,
            help: None,
            span: None,
        }
    }

    /// Why capture needs it.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    /// What to write instead.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Puts the message under `tokens` and hands it to the list.
    pub(crate) fn under(mut self, tokens: impl ToTokens, cx: &mut Errors) {
        self.span = Some(syn::Error::new_spanned(tokens, self.text()));
        cx.push(self);
    }

    /// Puts the message at one span and hands it to the list.
    pub(crate) fn at(mut self, span: Span, cx: &mut Errors) {
        self.span = Some(syn::Error::new(span, self.text()));
        cx.push(self);
    }

    fn text(&self) -> String {
        let mut text = format!("{} [{}]", self.title, self.code.id());
        for (kind, line) in [("note", &self.note), ("help", &self.help)] {
            if let Some(line) = line {
                text.push_str(&format!("\n= {kind}: {line}"));
            }
        }
        text
    }
}

/// Every error of one expansion. Dropping it unread is a bug, which its drop reports.
#[derive(Default)]
pub(crate) struct Errors {
    list: Vec<syn::Error>,
    read: bool,
}

impl Errors {
    /// Adds an error that `syn` made.
    pub(crate) fn syn(&mut self, error: syn::Error) {
        self.list.push(error);
    }

    fn push(&mut self, diagnostic: Diagnostic) {
        self.list.extend(diagnostic.span);
    }

    /// Whether nothing was reported so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All errors as `compile_error!` calls, in the order in which they were found.
    pub(crate) fn into_tokens(mut self) -> TokenStream {
        self.read = true;
        core::mem::take(&mut self.list)
            .into_iter()
            .map(syn::Error::into_compile_error)
            .collect()
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        if !self.read && !std::thread::panicking() {
            assert!(self.list.is_empty(), "errors were collected but not shown");
        }
    }
}
