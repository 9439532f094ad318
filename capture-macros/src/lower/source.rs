//! The text of a body as it stands in the user's file.
//!
//! The compiler hands out the text of one span in one answer, while a text laid out from tokens costs an answer for each
//! of them. Statements of the usual forms are cut out of it; those of other forms, or with comments in them, are
//! laid out from tokens, to the same letters.

use super::text::{joins, shortened};
use proc_macro2::{LineColumn, Span};
use syn::spanned::Spanned;
use syn::{Block, Expr, Stmt};

/// A body's text, from its opening brace to its closing one. Empty where the compiler has none, or where it is a
/// macro's, whose tokens come from several places.
#[derive(Default)]
pub(crate) struct Source {
    text: String,
    /// Where the opening brace stands.
    start: Option<LineColumn>,
    /// Where each line begins in the text.
    lines: Vec<usize>,
}

impl Source {
    /// Asks the compiler for the text of a body.
    pub(crate) fn of(block: &Block) -> Self {
        let braces = block.brace_token.span;
        match braces.join().source_text() {
            Some(text) if text.starts_with('{') && !text.contains('$') => Self {
                start: Some(braces.open().start()),
                lines: core::iter::once(0)
                    .chain(text.match_indices('\n').map(|(at, _)| at + 1))
                    .collect(),
                text,
            },
            _ => Self::default(),
        }
    }

    /// Where a statement begins and its text on one line; `None` if it must be laid out from its tokens.
    pub(crate) fn statement(&self, stmt: &Stmt) -> Option<(Span, String)> {
        let (first, last) = ends(stmt)?;
        let (start, end) = (self.offset(first)?, self.offset(last)?);
        let text = self.text.get(start..=end)?;
        // Tokens that a macro put together may claim any place.
        let is_whole = text.ends_with(';') && text.starts_with(&first.source_text()?);
        let text = is_whole.then(|| one_line(text)).flatten()?;
        Some((first, shortened(text)))
    }

    /// Where a span begins in the text. Columns count letters, so what stands before on its line must be ASCII.
    fn offset(&self, span: Span) -> Option<usize> {
        let (start, place) = (self.start?, span.start());
        let line = place.line.checked_sub(start.line)?;
        let begin = *self.lines.get(line)?;
        let column = match line {
            0 => place.column.checked_sub(start.column)?,
            _ => place.column,
        };
        let before = self.text.get(begin..begin + column)?;
        (before.is_ascii() && !before.contains('\n')).then_some(begin + column)
    }
}

/// The first token of a statement and the semicolon at its end, for statements without attributes.
fn ends(stmt: &Stmt) -> Option<(Span, Span)> {
    match stmt {
        Stmt::Local(local) if local.attrs.is_empty() => {
            Some((local.let_token.span, local.semi_token.span))
        }
        Stmt::Expr(expr, Some(semi)) => Some((leftmost(expr)?, semi.span)),
        _ => None,
    }
}

/// The first token of an expression that begins with a name.
fn leftmost(expr: &Expr) -> Option<Span> {
    match expr {
        Expr::MethodCall(call) if call.attrs.is_empty() => leftmost(&call.receiver),
        Expr::Call(call) if call.attrs.is_empty() => leftmost(&call.func),
        Expr::Field(field) if field.attrs.is_empty() => leftmost(&field.base),
        Expr::Index(index) if index.attrs.is_empty() => leftmost(&index.expr),
        Expr::Try(tried) if tried.attrs.is_empty() => leftmost(&tried.expr),
        Expr::Assign(assign) if assign.attrs.is_empty() => leftmost(&assign.left),
        Expr::Binary(binary) if binary.attrs.is_empty() => leftmost(&binary.left),
        Expr::Unary(unary) if unary.attrs.is_empty() => Some(unary.op.span()),
        Expr::Path(path)
            if path.attrs.is_empty()
                && path.qself.is_none()
                && path.path.leading_colon.is_none() =>
        {
            Some(path.path.segments.first()?.ident.span())
        }
        _ => None,
    }
}

/// A statement's lines as one, each gap of them one space; `None` where that takes more than joining lines.
fn one_line(text: &str) -> Option<String> {
    let has = |parts: &[&str]| parts.iter().any(|part| text.contains(part));
    if has(&["//", "/*", "\t"]) {
        return None;
    }
    if !text.contains('\n') {
        return (!text.contains("  ")).then(|| text.to_owned());
    }
    // Blocks are folded, and a string goes on as it is.
    if has(&["{", "\""]) {
        return None;
    }
    let mut joined = String::with_capacity(text.len());
    for line in text.lines().map(str::trim) {
        if !(joined.is_empty() || line.is_empty() || joins(&joined, line)) {
            joined.push(' ');
        }
        joined.push_str(line);
    }
    (!joined.contains("  ")).then_some(joined)
}
