//! Numbers that change between replays: a device scalar with the arithmetic of a host number.

mod argument;
mod arithmetic;
mod number;
mod operand;
mod tensor_ops;

pub use argument::{LiveArgument, World};
pub use number::{Live, LiveNumber};
pub(crate) use number::{LiveScope, carried, live_data, live_tensor};
pub use operand::{Condition, LiveCast, ScalarOperand, select};

/// Functions that the capturing copy of a body calls in place of Burn's `*_scalar` methods.
#[doc(hidden)]
pub mod scalar {
    pub use super::operand::functions::*;
}
