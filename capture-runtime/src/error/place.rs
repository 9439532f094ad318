//! Where an error belongs: a statement, and the calls that led to it.

use core::fmt;

/// A place in the user's source: a statement of a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize)]
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

/// Where an error belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A statement.
    Statement {
        /// The statement that was reached last.
        statement: Statement,
        /// The statements of other functions that it was reached through, the body's own first.
        calls: Vec<Statement>,
    },
    /// The function as a whole.
    Function {
        /// The source file.
        file: &'static str,
        /// The line of the function's name.
        line: u32,
    },
}

impl From<Statement> for Place {
    fn from(statement: Statement) -> Self {
        Self::Statement {
            statement,
            calls: Vec::new(),
        }
    }
}
