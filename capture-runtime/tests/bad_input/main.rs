//! Bad input: each gives its value or an error that names the parameter, and the session works on.

#![forbid(unsafe_code)]

mod arguments;
#[path = "../common/mod.rs"]
mod common;
mod held;
mod sessions;
