//! A statement of a program, and how an error shows it.

use core::fmt;

/// A place in the user's source: a statement of a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Statement {
    /// The source file, as the compiler names it.
    pub file: &'static str,
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1.
    pub column: u32,
    /// What the statement binds, where it is a `let` of one name.
    pub binding: Option<&'static str>,
    /// The first line of its source.
    pub text: &'static str,
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// The statement as the compiler would show it.
pub(super) fn excerpt(f: &mut fmt::Formatter<'_>, statement: &Statement) -> fmt::Result {
    let line = statement.line.to_string();
    let pad = " ".repeat(line.len());
    write!(
        f,
        "\n{pad}--> {statement}\n{pad} |\n{line} | {}\n{pad} |",
        statement.text
    )
}
