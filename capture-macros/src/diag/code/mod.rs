//! The catalogue of diagnostics: the one list from which DIAGNOSTICS.md is generated.
//!
//! A code is named here, and explained in the file of its group. The first line of an explanation is the
//! section's title; the rest says what the code means and why capture needs it, and shows a wrong and a
//! right program. Lines that start with `# ` make the programs complete for the compiler, and are not shown.

/// Declares the codes, group by group: a variant of [`Code`] each, and what the generator reads.
macro_rules! codes {
    ($(#[doc = $title:literal] mod $group:ident { $($code:ident)+ })+) => {
        $(#[cfg(test)] mod $group;)+

        /// A diagnostic's stable code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) enum Code {
            $($(#[doc = concat!("See `code/", stringify!($group), ".rs`.")] $code,)+)+
        }

        impl Code {
            /// The code as the user sees it.
            pub(crate) const fn id(self) -> &'static str {
                match self {
                    $($(Self::$code => stringify!($code),)+)+
                }
            }

            /// Every code, in the order of the catalogue.
            #[cfg(test)]
            pub(crate) const ALL: &'static [Self] = &[$($(Self::$code,)+)+];
        }

        /// The groups in the order of the catalogue: the title, and the explained codes.
        #[cfg(test)]
        pub(crate) const GROUPS: &[(&str, &[Explained])] = &[$(($title, $group::CODES),)+];
    };
}

/// A code and the lines of its explanation.
#[cfg(test)]
pub(crate) struct Explained {
    pub(crate) code: Code,
    pub(crate) lines: &'static [&'static str],
}

#[cfg(test)]
impl Explained {
    /// The program that the code is about: a wrong one, or one that only deserves a warning.
    pub(crate) fn wrong(&self) -> String {
        shown(&self.fenced(if self.warns() { "suspect" } else { "wrong" }))
    }

    /// The program to write instead.
    pub(crate) fn right(&self) -> String {
        shown(&self.fenced("right"))
    }

    /// Whether the code is a warning.
    pub(crate) fn warns(&self) -> bool {
        !self.fenced("suspect").is_empty()
    }

    /// The lines between a fence and its end, with those that only the compiler sees.
    pub(crate) fn fenced(&self, fence: &str) -> Vec<&'static str> {
        let lines = self.lines.iter();
        lines
            .skip_while(|line| line.trim().strip_prefix("```") != Some(fence))
            .skip(1)
            .take_while(|line| line.trim() != "```")
            .copied()
            .collect()
    }
}

/// Whether a line makes a program complete and is not shown, as in rustdoc: `# use ..;`.
#[cfg(test)]
pub(crate) fn is_hidden(line: &str) -> bool {
    line.trim_start().starts_with("# ")
}

/// The lines that a reader sees.
#[cfg(test)]
fn shown(lines: &[&str]) -> String {
    let shown = lines.iter().filter(|line| !is_hidden(line));
    shown.copied().collect::<Vec<_>>().join("\n")
}

/// Every code with its explanation.
#[cfg(test)]
pub(crate) fn explained() -> impl Iterator<Item = &'static Explained> {
    GROUPS.iter().flat_map(|(_, codes)| codes.iter())
}

/// Explains the codes of one group, each in the comment above its name.
#[cfg(test)]
macro_rules! explain {
    ($($(#[doc = $line:literal])+ $code:ident,)+) => {
        pub(super) const CODES: &[super::Explained] = &[$(super::Explained {
            code: super::Code::$code,
            lines: &[$($line),+],
        },)+];
    };
}
#[cfg(test)]
use explain;

codes! {
    /// The attribute itself
    mod attribute { CP0001 }

    /// Signature and parameters
    mod signature {
        CP0101 CP0102 CP0103 CP0104 CP0105 CP0106 CP0107 CP0108 CP0109 CP0110 CP0111 CP0112 CP0113
    }

    /// Reads on the host
    mod reads { CP0201 CP0202 }

    /// Transfers and devices
    mod devices { CP0301 CP0302 }

    /// Control flow
    mod control_flow { CP0401 CP0402 CP0403 CP0404 CP0405 CP0406 CP0407 }

    /// Host state and effects
    mod effects { CP0501 CP0502 CP0503 CP0504 CP0505 CP0506 }

    /// Printing and formatting
    mod printing { CP0601 CP0602 CP0603 }

    /// Calls, macros and nesting
    mod calls { CP0701 CP0702 CP0703 }

    /// Warnings
    mod warnings { CP0901 CP0902 CP0903 CP0904 CP0905 }
}
