//! A message with its reason and remedy, and the list that collects them.

use super::Code;
use proc_macro2::{LineColumn, Span, TokenStream};
use quote::ToTokens;

/// One message: a title under the user's tokens, a reason and a remedy.
pub(crate) struct Diagnostic {
    code: Code,
    title: String,
    note: Option<String>,
    help: Option<String>,
}

impl Diagnostic {
    /// A message without a place yet.
    pub(crate) fn new(code: Code, title: impl Into<String>) -> Self {
        Self {
            code,
            title: title.into(),
            note: None,
            help: None,
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
    pub(crate) fn under(self, tokens: impl ToTokens, cx: &mut Errors) {
        let error = syn::Error::new_spanned(tokens, self.text());
        cx.push(self.code, error);
    }

    /// Puts the message at one span and hands it to the list.
    pub(crate) fn at(self, span: Span, cx: &mut Errors) {
        let error = syn::Error::new(span, self.text());
        cx.push(self.code, error);
    }

    /// The message as a warning, which names its code by itself.
    pub(super) fn into_warning(self) -> (Code, String) {
        let text = self.lines(self.title.clone());
        (self.code, text)
    }

    /// The message as an error.
    fn text(&self) -> String {
        self.lines(format!("{} [{}]", self.title, self.code.id()))
    }

    /// The title, then the reason, then the remedy, one line each.
    fn lines(&self, title: String) -> String {
        let mut text = title;
        for (kind, line) in [("note", &self.note), ("help", &self.help)] {
            if let Some(line) = line {
                text.push_str("\n= ");
                text.push_str(kind);
                text.push_str(": ");
                text.push_str(line);
            }
        }
        text
    }
}

/// One collected error; `code` is absent for those that `syn` made.
struct Entry {
    code: Option<Code>,
    error: syn::Error,
}

/// Every error of one expansion. Dropping it unread is a bug, which its drop reports.
#[derive(Default)]
pub(crate) struct Errors {
    list: Vec<Entry>,
    read: bool,
}

impl Errors {
    /// Adds an error that `syn` made.
    pub(crate) fn syn(&mut self, error: syn::Error) {
        self.list.push(Entry { code: None, error });
    }

    fn push(&mut self, code: Code, error: syn::Error) {
        let code = Some(code);
        self.list.push(Entry { code, error });
    }

    /// Whether nothing was reported so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many errors were reported so far.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// All errors as `compile_error!` calls, in the order of the source.
    pub(crate) fn into_tokens(mut self) -> TokenStream {
        self.sorted()
            .into_iter()
            .map(|entry| entry.error.into_compile_error())
            .collect()
    }

    /// Marks the list as read, and puts it into the order in which the user reads the source.
    fn sorted(&mut self) -> Vec<Entry> {
        self.read = true;
        let mut list = core::mem::take(&mut self.list);
        list.sort_by_key(|entry| (position(entry.error.span()), entry.code));
        list
    }
}

/// Where a span starts, as something that orders.
fn position(span: Span) -> (usize, usize) {
    let LineColumn { line, column } = span.start();
    (line, column)
}

#[cfg(test)]
impl Errors {
    /// The code, the text and the underlined source of every error, in the order of the source.
    pub(crate) fn into_list(mut self) -> Vec<(Code, String, String)> {
        self.sorted()
            .into_iter()
            .map(|entry| {
                let underlined = entry.error.span().source_text().unwrap_or_default();
                let code = entry.code.unwrap_or(Code::CP0001);
                (code, entry.error.to_string(), underlined)
            })
            .collect()
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        if !self.read && !std::thread::panicking() {
            assert!(
                self.list.is_empty(),
                "errors were collected but not shown: this is a bug in capture-macros"
            );
        }
    }
}
