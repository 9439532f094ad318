//! What can go wrong while capturing and at replay.

mod archive;
mod cause;
mod code;
mod place;
mod record;
mod render;
mod replay;

pub use archive::{ArchiveCause, ArchiveError};
pub use cause::RecordCause;
pub(crate) use place::Place;
pub use place::Statement;
pub use record::RecordError;
pub use replay::{Change, ReplayError};
