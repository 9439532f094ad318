//! A program that could not be captured.

use super::render::Message;
use super::{Place, RecordCause, Statement};
use crate::definition::Meta;
use core::fmt;

/// A program that could not be captured: which one, at which statement, why, and what to write instead.
///
/// `Display` and `Debug` write the whole message, so that `fn main() -> Result<(), Box<dyn Error>>` shows it.
/// [`render`](Self::render) writes it as the compiler would, in colours on a terminal.
///
/// After it the capture device is released, and the user's modules, optimizers and devices are as they were.
#[derive(Clone, PartialEq)]
pub struct RecordError {
    program: &'static str,
    place: Box<Place>,
    cause: Box<RecordCause>,
}

impl RecordError {
    /// An error that belongs to the function as a whole.
    pub(crate) fn new(meta: &Meta, cause: RecordCause) -> Self {
        Self {
            program: meta.name,
            place: Box::new(Place::Function {
                file: meta.file,
                line: meta.line,
            }),
            cause: Box::new(cause),
        }
    }

    /// The error at a statement, where one is known.
    pub(crate) fn at(mut self, place: Option<Place>) -> Self {
        if let Some(place) = place {
            *self.place = place;
        }
        self
    }

    /// The program that was being captured.
    pub fn program(&self) -> &str {
        self.program
    }

    /// The statement that was being recorded, where there is one. It may belong to a function that the program calls.
    pub fn statement(&self) -> Option<&Statement> {
        match &*self.place {
            Place::Statement { statement, .. } => Some(statement),
            Place::Function { .. } => None,
        }
    }

    /// The statements through which [`statement`](Self::statement) was reached, the body's own first, where it belongs to another function.
    pub fn calls(&self) -> &[Statement] {
        match &*self.place {
            Place::Statement { calls, .. } => calls,
            Place::Function { .. } => &[],
        }
    }

    /// What went wrong.
    pub fn cause(&self) -> &RecordCause {
        &self.cause
    }

    /// The code of its section in ERRORS.md: `CR0101`.
    pub fn code(&self) -> &'static str {
        self.cause.code().id()
    }

    /// The message as the compiler would print it, in colours where standard error is a terminal and `NO_COLOR` is not set.
    ///
    /// ```no_run
    /// # fn capture() -> Result<(), capture_runtime::RecordError> { Ok(()) }
    /// if let Err(error) = capture() {
    ///     eprintln!("{}", error.render());
    /// }
    /// ```
    pub fn render(&self) -> String {
        self.message().rendered()
    }

    pub(super) fn message(&self) -> Message<'_> {
        let texts = self.cause.texts();
        Message {
            code: self.code(),
            title: format!("`{}` cannot be captured: {}", self.program, texts.title),
            program: self.program,
            place: Some(Place::clone(&self.place)),
            notes: texts.notes,
            help: texts.help,
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().plain())
    }
}

impl fmt::Debug for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for RecordError {}
