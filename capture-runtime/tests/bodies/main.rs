//! Training loops and forwards as people write them, captured and compared with eager.

#![forbid(unsafe_code)]

#[path = "../common/mod.rs"]
mod common;
mod loops;
mod serving;
mod text;
