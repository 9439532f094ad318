//! The streams on which graphs live, and who may run on a device while one is recorded.

use burn_std::id::StreamId;
use std::sync::{PoisonError, RwLock};

/// Recordings exclude each other and all replays of this crate: CubeCL folds streams onto few, and a launch that falls onto a stream while it
/// records would become a part of the recording.
static RECORDING: RwLock<()> = RwLock::new(());

/// The stream of a device on which a graph and its buffers live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stream(StreamId);

impl Stream {
    /// The calling thread's stream.
    pub(crate) fn current() -> Self {
        Self(StreamId::current())
    }

    /// Runs `work` on this stream, on the calling thread, while nothing is recorded.
    pub(crate) fn run<R>(self, work: impl FnOnce() -> R) -> R {
        let _replaying = RECORDING.read().unwrap_or_else(PoisonError::into_inner);
        self.0.executes(work)
    }
}

/// Runs eager work on a device while no program is being recorded there.
///
/// A program is recorded on its device at its first replay, or in [`warm_up`](crate::Session::warm_up). CUDA lets no thread of the process wait for a
/// device meanwhile: a tensor that another thread reads in those milliseconds gives an error there (status 900), and the recording is tried again. Threads
/// that do eager work beside a first replay wrap it in this; or the programs are warmed up before the threads start.
///
/// `work` must not start a session's first replay: that would wait for itself.
///
/// ```
/// # use burn::prelude::*;
/// # let device = Device::flex();
/// let sum = capture_runtime::while_nothing_records(|| {
///     Tensor::<1>::ones([3], &device).sum().into_scalar::<f32>()
/// });
/// assert_eq!(sum, 3.0);
/// ```
pub fn while_nothing_records<R>(work: impl FnOnce() -> R) -> R {
    let _eager = RECORDING.read().unwrap_or_else(PoisonError::into_inner);
    work()
}

/// Runs `work` while nothing else of this crate runs on a device.
pub(crate) fn alone<R>(work: impl FnOnce() -> R) -> R {
    let _recording = RECORDING.write().unwrap_or_else(PoisonError::into_inner);
    work()
}
