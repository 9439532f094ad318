//! Results that are lent until the next replay.

use super::Session;
use crate::boundary::{Argument, Arguments, ProgramOutput};
use crate::error::ReplayError;
use core::ops::{Deref, DerefMut};

/// The session of a program with `results = "borrowed"`: its results stand in the graph's own buffers, and are not copied out.
///
/// It is a [`Session`] in everything else, which it dereferences to. Where the program has no graph there is nothing to copy, and a result is lent all the same.
pub struct BorrowingSession<I: Arguments, O, S = (), W = (), F = ()>(Session<I, O, S, W, F>);

/// The results of a replay, until the next one.
///
/// A copy that lasts is made with arithmetic or by reading: `loss.clone().into_scalar()`. A handle that is cloned out of here and kept across the next replay is found
/// there: that replay is an error, and changes nothing.
#[derive(Debug)]
pub struct Borrowed<'a, O> {
    results: O,
    /// The session's next replay needs it back.
    _session: core::marker::PhantomData<&'a mut ()>,
}

impl<O> Deref for Borrowed<'_, O> {
    type Target = O;

    fn deref(&self) -> &O {
        &self.results
    }
}

impl<I: Arguments, O, S, W, F> BorrowingSession<I, O, S, W, F> {
    /// The session, with results that are lent.
    #[doc(hidden)]
    pub fn new(session: Session<I, O, S, W, F>) -> Self {
        Self(session)
    }

    /// Ends the session and hands the state back. See [`Session::into_state`].
    ///
    /// # Panics
    ///
    /// When the session is unusable: its state is lost.
    pub fn into_state(self) -> S {
        self.0.into_state()
    }
}

impl<I: Arguments, O, S, W, F> Deref for BorrowingSession<I, O, S, W, F> {
    type Target = Session<I, O, S, W, F>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<I: Arguments, O, S, W, F> DerefMut for BorrowingSession<I, O, S, W, F> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<I: Arguments, O, S, W, F> core::fmt::Debug for BorrowingSession<I, O, S, W, F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.fmt(f)
    }
}

macro_rules! replay {
    ($(($($T:ident $arg:ident),*))*) => {$(
        impl<$($T: Argument,)* O: ProgramOutput, S, W, F> BorrowingSession<($($T,)*), O, S, W, F> {
            /// Runs the program once, as [`Session::replay`] does, and lends its results.
            ///
            /// # Errors
            ///
            /// As for [`Session::replay`], and when a handle on an earlier result is still held.
            #[allow(clippy::too_many_arguments)]
            pub fn replay(&mut self, $($arg: $T),*) -> Result<Borrowed<'_, O>, ReplayError> {
                let results = self.0.run(($($arg,)*), true)?;
                Ok(Borrowed { results, _session: core::marker::PhantomData })
            }
        }
    )*};
}

super::arities!(replay);
