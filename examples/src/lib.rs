//! The wine classifier of the quickstart: its data, its model, its training step, and the loops that run the step eagerly and replayed.
//!
//! The programs in `src/bin` are complete programs that a user would write. `quickstart` is the one to begin with:
//!
//! ```text
//! cargo run --release -p examples --bin quickstart
//! ```

#![forbid(unsafe_code)]

pub mod data;
pub mod model;
pub mod step;
pub mod train;
