//! The tests that `#[capture_program(test, document = "..")]` generates: what they run.
//!
//! ```text
//! Example        how the program is captured for them: what it holds, specs of its inputs, and the user's function
//! draw           data for the specs, the same for the same seed and step
//! equality       eager and replayed steps side by side
//! difference     where two values first differ
//! ```

mod difference;
mod draw;
mod equality;
mod example;
mod report;
mod value;

pub use draw::{Drawn, generated};
pub use equality::replay_equals_eager;
pub use example::{Example, captured};
