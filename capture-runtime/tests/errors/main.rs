//! Every error while capturing and at replay, as its reader sees it.

#![forbid(unsafe_code)]

mod calls;
#[path = "../common/mod.rs"]
mod common;
mod devices;
mod every_variant;
mod held;
