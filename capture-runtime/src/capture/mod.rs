//! Recording: the body runs on a capture device, twice, and the two recordings are compared.

mod compare;
mod display;
mod explain;
mod hook;
mod placeholder;
mod pool;
mod record;
mod settle;
pub(crate) mod shared;
mod trail;

pub(crate) use hook::catch;
pub(crate) use pool::Lease;
pub(crate) use record::{Frame, Recording};
pub(crate) use settle::capture;
pub use trail::{Entered, capturing, enter, inlined, statement, supports_dtype};
