//! What can go wrong while capturing and at replay.

mod record;
mod replay;
mod statement;

pub use record::{RecordCause, RecordError};
pub use replay::{Change, ReplayError};
pub use statement::Statement;
