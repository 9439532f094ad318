//! A recorded device graph, and the only `unsafe` of this crate: its replay.
//!
//! Burn's `graph_replay` dispatches kernels against the addresses that they were recorded with, and leaves three obligations to
//! its caller. [`DeviceGraph::replay`] meets them by what it takes and by where it is called:
//!
//! * **Liveness.** Every buffer that the caller binds to the graph (inputs, live numbers, constants, weights, state) is held by a
//!   handle in the [`Slots`] that the recording ran on, and those slots are borrowed for the replay. What the
//!   recording allocated itself stands on memory pages that CubeCL guards for the graph's life.
//! * **Same stream.** The graph knows the stream that it was recorded on. A replay runs on it, whatever thread calls, and so do the writes
//!   that refresh its buffers and the copies that take its results: [`Stream::run`](crate::engine::stream::Stream::run) is the one way to them.
//! * **No concurrent use.** The slots' buffers are the session's own: nothing outside holds a handle on one that a graph writes, so
//!   no other thread or stream can read or write it. Weights and constants are read only on both sides. A session is replayed through
//!   `&mut`, so two replays of one graph are ordered, by the stream as well.

#![allow(unsafe_code)]

use crate::engine::slots::Slots;
use burn::tensor::Device;
use burn_backend::{Backend, BackendGraph};
use burn_dispatch::Dispatch;
use burn_ir::BackendIr;

/// One recorded graph on the device and the stream that it was recorded on.
pub(super) struct DeviceGraph {
    device: Device,
    graph: BackendGraph<Dispatch>,
}

impl DeviceGraph {
    /// Warms up with `run` and records it. The caller is [`alone`](crate::engine::stream::alone), on the stream that the graph is to live on.
    ///
    /// `run` is called several times before it is recorded: the first runs tune kernels and allocate what a recording may not. A
    /// failure leaves the device as it was found, not recording.
    pub(super) fn record(device: &Device, mut run: impl FnMut()) -> Result<Self, String> {
        /// On CUDA any thread that waits for a device meanwhile, as eager code does when it reads a tensor, spoils the recording.
        const TRIES: usize = 4;
        let mut spoiled = String::new();
        for _ in 0..TRIES {
            match Self::try_record(device, &mut run) {
                Err(error) if error.contains("CAPTURE_INVALIDATED") => spoiled = error,
                done => return done,
            }
        }
        Err(spoiled)
    }

    fn try_record(device: &Device, run: &mut impl FnMut()) -> Result<Self, String> {
        /// With fusion the first run takes another path than those after it, so that one is not enough.
        const WARM_UPS: usize = 3;
        let on = device.as_dispatch();
        let said = |error: burn_backend::ExecutionError| error.to_string();
        Dispatch::graph_prepare(on).map_err(said)?;
        let mut window = Window { device, open: true };
        for _ in 0..WARM_UPS {
            run();
            Dispatch::sync(on).map_err(said)?;
        }
        Dispatch::graph_start_capture(on).map_err(said)?;
        run();
        window.open = false;
        let graph = Dispatch::graph_stop_capture(on).map_err(said)?;
        Ok(Self {
            device: device.clone(),
            graph,
        })
    }

    /// Launches the graph. The slots are those that it was recorded on: they hold every buffer that it was given.
    pub(super) fn replay<B: BackendIr>(&self, _bound: &mut Slots<B>) -> Result<(), String> {
        // Safety: the three obligations are met as this module's documentation says: the slots hold the buffers, the engine calls
        // this inside `Stream::run` of the recording's stream, and no handle on a buffer that the graph writes is outside of the slots.
        let replayed = unsafe { Dispatch::graph_replay(self.device.as_dispatch(), &self.graph) };
        replayed.map_err(|error| error.to_string())
    }
}

/// A prepared or open recording. Dropped open, by an error or a panic, it closes: a device that goes on recording is lost to everyone.
struct Window<'a> {
    device: &'a Device,
    open: bool,
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        if self.open {
            let _ = Dispatch::graph_stop_capture(self.device.as_dispatch());
        }
    }
}
