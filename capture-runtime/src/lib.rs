//! Captures a Burn function and replays it.
#![forbid(unsafe_code)]
#![allow(missing_docs)]
pub mod boundary;
pub mod live;
mod tensor;
pub mod autodiff;
pub mod guards;
pub mod optim;
