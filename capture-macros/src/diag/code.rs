//! The catalogue of diagnostics: the one list from which DIAGNOSTICS.md is generated.

/// A diagnostic's stable code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Code {
    /// An attribute or signature that cannot be read.
    CP0001,
}

impl Code {
    /// The code as the user sees it.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::CP0001 => "CP0001",
        }
    }
}
