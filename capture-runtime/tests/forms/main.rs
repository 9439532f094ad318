//! Forms of each class of hazard, refused while capturing or at replay, or legal with their value.

#![forbid(unsafe_code)]

mod buffers;
#[path = "../common/mod.rs"]
mod common;
mod devices;
mod reads;
mod signatures;
