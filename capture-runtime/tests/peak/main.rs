//! The peak of a replay's memory by the model of [`capture_runtime::Peak`], against what a counting allocator sees.
//!
//! A binary of its own: the allocator counts everything that its process allocates, so one measurement runs at a time.
//!
//! What is measured is never less than the model by more than [`measure::LESS`], and more by what the model leaves out and says so:
//! [`measure::overhead`] for the handles of tensors, and for each program the workspace that its operations allocate for themselves.

#![forbid(unsafe_code)]

#[path = "../common/mod.rs"]
mod common;
mod measure;
mod programs;
mod random;
