//! What runs a program, as a session reports it.

use super::stream::Stream;
use crate::error::Statement;
use core::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The engine of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// Operation by operation, on the backend's own kernels.
    Interpreter,
    /// A graph of the device, launched at once.
    DeviceGraph,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Interpreter => "interpreter",
            Self::DeviceGraph => "device graph",
        })
    }
}

/// Which engine a session is asked to run: `#[capture_program(engine = "auto")]`, or
/// [`Session::set_engine`](crate::Session::set_engine).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineChoice {
    /// Device graphs where they can be recorded, the interpreter elsewhere.
    Auto,
    /// Device graphs, or an error.
    Graph,
    /// The interpreter.
    Interpreter,
}

/// A part of a program that is cut around operations that cannot be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece {
    /// What runs it.
    pub engine: Engine,
    /// How many operations it has.
    pub operations: usize,
    /// What it does outside of a graph: the operation, or `random` for those that draw; `None` for a graph.
    pub operation: Option<String>,
    /// The statement that its first operation comes from.
    pub statement: Option<Statement>,
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.operation {
            None => write!(f, "graph of {} operations", self.operations)?,
            Some(operation) if self.operations > 1 => {
                write!(f, "{} `{operation}` outside of graphs", self.operations)?;
            }
            Some(operation) => write!(f, "`{operation}` outside of graphs")?,
        }
        match &self.statement {
            Some(statement) => write!(f, " from {statement}"),
            None => Ok(()),
        }
    }
}

/// What runs a program, and why.
pub(crate) struct Status {
    pub(crate) engine: Engine,
    pub(crate) reason: String,
    /// The parts, where there are graphs.
    pub(crate) pieces: Vec<Piece>,
    /// How often graphs were recorded.
    pub(crate) recordings: u64,
    /// The time that it took, warm-ups and tuning included.
    pub(crate) recording_time: Duration,
    /// What the graphs added to the device's memory in use.
    pub(crate) graph_bytes: u64,
}

impl Status {
    /// An engine that has recorded nothing.
    pub(super) fn new(engine: Engine, reason: impl Into<String>) -> Self {
        Self {
            engine,
            reason: reason.into(),
            pieces: Vec::new(),
            recordings: 0,
            recording_time: Duration::ZERO,
            graph_bytes: 0,
        }
    }
}

/// The mark of a state whose buffers device graphs write: equal for the same buffers. It knows the stream that writes them.
#[derive(Clone)]
pub(crate) struct Pin {
    same: Arc<()>,
    stream: Stream,
}

impl Pin {
    pub(super) fn new(stream: Stream) -> Self {
        Self {
            same: Arc::new(()),
            stream,
        }
    }

    pub(crate) fn stream(&self) -> Stream {
        self.stream
    }
}

impl PartialEq for Pin {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.same, &other.same)
    }
}
