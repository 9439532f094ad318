//! The user's source text, as far as spans tell it on a stable compiler.
//!
//! Spans of several tokens cannot be joined there, so the text is laid out again from the tokens and the
//! columns at which they stand.

use proc_macro2::{Delimiter, LineColumn, Span, TokenTree};
use quote::ToTokens;
use syn::Type;

/// How long a statement's text may be, in letters.
const LONGEST: usize = 100;

/// The line and the column of a span's first letter, both counted from one.
pub(crate) fn location(span: Span) -> (usize, usize) {
    let LineColumn { line, column } = span.start();
    (line, column + 1)
}

/// The text of a statement on one line, with what is too long left out.
pub(crate) fn first_line(tokens: &impl ToTokens) -> String {
    line_of(tokens.to_token_stream())
}

/// The same of tokens that nobody else needs.
pub(crate) fn line_of(tokens: impl IntoIterator<Item = TokenTree>) -> String {
    let mut layout = Layout::default();
    layout.stream(tokens, true);
    let text = layout.text;
    if text.chars().count() <= LONGEST {
        return text;
    }
    let kept: String = text.chars().take(LONGEST - 1).collect();
    format!("{}…", kept.trim_end())
}

/// A type as it was written.
pub(crate) fn of_type(ty: &Type) -> String {
    let mut layout = Layout::default();
    layout.stream(ty.to_token_stream(), false);
    layout.text
}

/// The text so far, and where its last token ended in the source.
#[derive(Default)]
struct Layout {
    text: String,
    end: Option<LineColumn>,
}

impl Layout {
    fn stream(&mut self, tokens: impl IntoIterator<Item = TokenTree>, fold_blocks: bool) {
        for token in tokens {
            // What follows would be left out of a statement's text.
            if fold_blocks && self.text.len() > 4 * LONGEST {
                return;
            }
            let TokenTree::Group(group) = token else {
                self.token(&token.to_string(), token.span());
                continue;
            };
            let (open, close) = match group.delimiter() {
                Delimiter::Parenthesis => ("(", ")"),
                Delimiter::Bracket => ("[", "]"),
                Delimiter::Brace => ("{", "}"),
                Delimiter::None => ("", ""),
            };
            let several_lines = group.span_open().start().line != group.span_close().end().line;
            self.token(open, group.span_open());
            if fold_blocks && several_lines && group.delimiter() == Delimiter::Brace {
                self.text.push_str(" ..");
                self.end = None;
            } else {
                self.stream(group.stream(), fold_blocks);
            }
            self.token(close, group.span_close());
        }
    }

    /// Adds one token, after a space where the source has a gap.
    fn token(&mut self, token: &str, span: Span) {
        if token.is_empty() {
            return;
        }
        let start = span.start();
        let touches = match self.end {
            _ if self.text.is_empty() => true,
            None => false,
            Some(end) if end.line == start.line && end.column <= start.column => end == start,
            // On another line a method chain or a list goes on; nothing stands before these in any style.
            Some(_) => {
                matches!(token, "." | "," | ";" | "?" | ")" | "]")
                    || self.text.ends_with(['(', '['])
            }
        };
        if !touches {
            self.text.push(' ');
        }
        self.text.push_str(token.lines().next().unwrap_or_default());
        self.end = Some(span.end());
    }
}
