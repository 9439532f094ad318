//! What a session says of itself.

use crate::engine::{Engine, Piece};
use core::fmt;
use std::time::Duration;

/// What a session counts.
#[derive(Debug, Default)]
pub(super) struct Counters {
    pub(super) captures: u64,
    pub(super) replays: u64,
    pub(super) capture_time: Duration,
}

/// Which engine runs a program, why, how often it was captured and replayed, and the memory that it holds.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The program.
    pub program: &'static str,
    /// What runs it.
    pub engine: Engine,
    /// Why this engine.
    pub reason: String,
    /// The parts of the program that was used last, in the order in which they run; none where there are no graphs.
    pub pieces: Vec<Piece>,
    /// How often that program's graphs were recorded on the device: more than once where weights were replaced, or replays moved
    /// to another thread before the state had.
    pub recordings: u64,
    /// What that program's graphs added to the device's memory in use, in bytes, as the device reports it.
    pub graph_bytes: u64,
    /// How many signatures were captured.
    pub captures: u64,
    /// How many replays succeeded.
    pub replays: u64,
    /// The time spent capturing, in all; of the programs that are kept also the time spent recording their graphs, with
    /// warm-ups and the tuning of kernels.
    pub capture_time: Duration,
    /// How many programs the session keeps now.
    pub programs: usize,
    /// The operations of the program that was used last.
    pub operations: usize,
    /// The bytes of the state's tensors.
    pub state_bytes: usize,
    /// The bytes of the weights' tensors.
    pub weight_bytes: usize,
    /// The bytes of the constants of all programs.
    pub constant_bytes: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} ({})", self.program, self.engine, self.reason)?;
        writeln!(
            f,
            "  {} captures in {:.1?}, {} replays, {} programs kept, {} operations in the last",
            self.captures, self.capture_time, self.replays, self.programs, self.operations
        )?;
        for piece in &self.pieces {
            writeln!(f, "  {piece}")?;
        }
        write!(
            f,
            "  {} bytes of state, {} of weights, {} of constants, {} of graphs",
            self.state_bytes, self.weight_bytes, self.constant_bytes, self.graph_bytes
        )
    }
}
