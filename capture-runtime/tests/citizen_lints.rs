//! Programs under every lint that a careful crate turns on.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    future_incompatible,
    missing_copy_implementations,
    missing_docs,
    nonstandard_style,
    rust_2018_idioms,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unreachable_pub,
    unused,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::absolute_paths,
    clippy::unwrap_used
)]
#![allow(
    single_use_lifetimes, // The program with lifetimes writes them on purpose.
    clippy::missing_const_for_fn
)]

pub mod citizen;

#[test]
fn everything_runs_as_eagerly() {
    citizen::check();
}
