//! The user's source text, as far as spans tell it on a stable compiler.
//!
//! Spans of several tokens cannot be joined there, so the text is laid out again from the tokens and the
//! columns at which they stand.

use proc_macro2::{Delimiter, Group, LineColumn, Span, TokenTree};
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
    let mut layout = Layout {
        statement: true,
        ..Layout::default()
    };
    layout.stream(tokens);
    shortened(layout.text)
}

/// A statement's text with what is too long left out.
pub(super) fn shortened(text: String) -> String {
    if !is_too_long(&text) {
        return text;
    }
    let kept: String = text.chars().take(LONGEST - 1).collect();
    format!("{}…", kept.trim_end())
}

fn is_too_long(text: &str) -> bool {
    text.len() > LONGEST && text.chars().count() > LONGEST
}

/// A type as it was written.
pub(crate) fn of_type(ty: &Type) -> String {
    let mut layout = Layout::default();
    layout.stream(ty.to_token_stream());
    layout.text
}

/// The text so far, and where its last token ended in the source.
#[derive(Default)]
struct Layout {
    text: String,
    end: Option<LineColumn>,
    /// Whether it is a statement's: blocks of several lines are folded, and what is too long is left out.
    statement: bool,
}

impl Layout {
    /// Whether what follows would be left out.
    fn is_full(&self) -> bool {
        self.statement && is_too_long(&self.text)
    }

    fn stream(&mut self, tokens: impl IntoIterator<Item = TokenTree>) {
        for token in tokens {
            if self.is_full() {
                return;
            }
            match token {
                TokenTree::Group(group) => self.group(&group),
                TokenTree::Ident(name) => self.word(&name.to_string(), name.span()),
                TokenTree::Punct(mark) => {
                    self.word(mark.as_char().encode_utf8(&mut [0; 4]), mark.span());
                }
                TokenTree::Literal(literal) => {
                    let (text, span) = (literal.to_string(), literal.span());
                    let line = text.lines().next().unwrap_or_default();
                    self.token(line, span.start(), span.end());
                }
            }
        }
    }

    fn group(&mut self, group: &Group) {
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::None => return self.stream(group.stream()),
        };
        // A printed group has the span of the whole in place of those of its ends, which are one letter each.
        let (start, end) = (group.span_open().start(), group.span_close().end());
        self.token(open, start, later(start, open.len()));
        if self.statement && open == "{" && start.line != end.line {
            self.text.push_str(" ..");
            self.end = None;
        } else {
            self.stream(group.stream());
        }
        let start = LineColumn {
            column: end.column.saturating_sub(close.len()),
            ..end
        };
        self.token(close, start, end);
    }

    /// Adds a name or punctuation, which stands on one line and is as long as its text. To ask the compiler where a
    /// token ends takes longer than all else here; only the name of a lifetime may have the place of the whole.
    fn word(&mut self, token: &str, span: Span) {
        let start = span.start();
        let end = if token.is_ascii() && !self.text.ends_with('\'') {
            later(start, token.len())
        } else {
            span.end()
        };
        self.token(token, start, end);
    }

    /// Adds one token, after a space where the source has a gap.
    fn token(&mut self, token: &str, start: LineColumn, end: LineColumn) {
        let touches = match self.end {
            _ if self.text.is_empty() => true,
            None => false,
            Some(end) if end.line == start.line && end.column <= start.column => end == start,
            Some(_) => joins(&self.text, token),
        };
        if !touches {
            self.text.push(' ');
        }
        self.text.push_str(token);
        self.end = Some(end);
    }
}

/// Whether what stands on another line follows `text` without a space: a method chain or a list goes on, before which nothing stands in
/// any style.
pub(super) fn joins(text: &str, next: &str) -> bool {
    next.starts_with(['.', ',', ';', '?', ')', ']']) || text.ends_with(['(', '['])
}

/// The place so many letters later on the same line.
fn later(start: LineColumn, letters: usize) -> LineColumn {
    LineColumn {
        column: start.column + letters,
        ..start
    }
}
