//! Training loops and forwards as people write them, captured and compared with eager.

#![forbid(unsafe_code)]

mod adversarial;
#[path = "../common/mod.rs"]
mod common;
mod loops;
mod serving;
mod text;
mod vision;
