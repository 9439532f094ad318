//! The `#[live]` parameters of helpers: they take the caller's number, or a live one while capturing.

use super::{Live, LiveNumber};

/// What the `#[live]` parameter of a helper takes: a number, or a live one.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed as a live `{T}`",
    label = "expected `{T}` or `Live<{T}>`",
    note = "a `#[live]` parameter takes a number of its own type; convert with `as`"
)]
pub trait LiveArgument<T: LiveNumber> {
    /// Where the number is.
    type World: World;
    /// The number as the helper computes with it.
    fn live(self) -> Live<T>;
}

impl<T: LiveNumber> LiveArgument<T> for T {
    type World = Host;
    fn live(self) -> Live<T> {
        self.into()
    }
}

impl<T: LiveNumber> LiveArgument<T> for Live<T> {
    type World = Device;
    fn live(self) -> Live<T> {
        self
    }
}

/// Where the numbers of a call are, and so the number that it returns.
#[doc(hidden)]
pub trait World {
    /// Of several numbers one is on the device: then their result is.
    type Join<Other: World>: World;
    /// A number there.
    type Number<T: LiveNumber>;
    /// Returns a number there.
    fn number<T: LiveNumber>(live: Live<T>) -> Self::Number<T>;
}

/// Eager code.
#[doc(hidden)]
pub enum Host {}

/// A program that is being captured.
#[doc(hidden)]
pub enum Device {}

impl World for Host {
    type Join<Other: World> = Other;
    type Number<T: LiveNumber> = T;
    fn number<T: LiveNumber>(live: Live<T>) -> T {
        match live.host() {
            Some(number) => number,
            None => unreachable!("numbers of the host make numbers of the host"),
        }
    }
}

impl World for Device {
    type Join<Other: World> = Self;
    type Number<T: LiveNumber> = Live<T>;
    fn number<T: LiveNumber>(live: Live<T>) -> Live<T> {
        live
    }
}
