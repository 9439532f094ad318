//! The codes of errors while capturing and at replay: the one list from which ERRORS.md is generated.
//!
//! The first line of each comment is the section's title. Every section says what the code means, why it is an error and what
//! to do, and shows a wrong and a right program.

mod archive;
mod device;
mod record;
mod replay;
#[cfg(test)]
mod tests;

/// Declares codes with their documentation, which stays readable to the generator.
macro_rules! documented {
    ($list:ident: $($(#[doc = $doc:literal])+ $code:ident,)+) => {
        impl $crate::error::code::Code {
            $($(#[doc = $doc])+ pub(crate) const $code: Self = Self(stringify!($code));)+
        }

        /// Every code with the lines of its documentation.
        #[cfg(test)]
        pub(super) const $list: &[(&str, &[&str])] = &[$((stringify!($code), &[$($doc),+]),)+];
    };
}
use documented;

/// The stable code of an error while capturing (`CR01xx`), at replay (`CR02xx`) or of an archive (`CR03xx`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code(&'static str);

impl Code {
    /// The code as the user sees it.
    pub(crate) const fn id(self) -> &'static str {
        self.0
    }
}

/// Where the section of a code stands.
pub(crate) fn link(code: &str) -> String {
    let repository = env!("CARGO_PKG_REPOSITORY");
    format!("{repository}/blob/main/ERRORS.md#{}", code.to_lowercase())
}
