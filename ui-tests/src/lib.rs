//! What the compiler says about captured programs: `tests/ui` must not compile and says why, `tests/pass.rs`
//! looks like mistakes and must compile.

/// The programs of DIAGNOSTICS.md: `cargo test --doc -p ui-tests` captures the right ones.
#[cfg(doctest)]
#[doc = include_str!("diagnostics.md")]
pub mod diagnostics {}
