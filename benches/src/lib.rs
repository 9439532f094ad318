//! Replay against eager Burn, in the same process and the same minute.
//!
//! * `cargo run --release -p benches` measures everything and prints the table of the README.
//! * `cargo bench -p benches` runs the criterion benchmarks, one file for each row of the table.

#![forbid(unsafe_code)]

pub mod chain;
#[cfg(any(feature = "wgpu", feature = "cuda", feature = "vulkan"))]
pub mod checks;
pub mod measure;
pub mod training;
pub mod workloads;
