//! Which program this thread is capturing, and at which statement.

use crate::boundary::Watch;
use crate::error::Statement;
use burn_backend::BackendTypes;
use burn_dispatch::backends::Capture;
use burn_ir::{CustomOpIr, OperationIr, ScalarIr};
use burn_router::RouterClient;
use std::cell::RefCell;

/// The client of a capture device.
pub(crate) type Client = <<Capture as BackendTypes>::FloatTensorPrimitive as HasClient>::Client;

/// Reads the client's type off a tensor primitive: the capture backend's channel is not exported.
pub(crate) trait HasClient {
    type Client;
}

impl<C: RouterClient> HasClient for burn_router::RouterTensor<C> {
    type Client = C;
}

/// The name of the marker that a statement leaves among the operations.
const MARKER: &str = "capture_program::statement";

struct Trail {
    client: Client,
    statements: Vec<&'static Statement>,
    between: Vec<Watch>,
}

thread_local! {
    static TRAILS: RefCell<Vec<Trail>> = const { RefCell::new(Vec::new()) };
}

/// Says that the capturing copy of a body reaches `statement`. Outside a capture it does nothing.
pub fn statement(statement: &'static Statement) {
    let between = TRAILS.with(|trails| {
        let mut trails = trails.borrow_mut();
        let trail = trails.last_mut()?;
        trail.statements.push(statement);
        let index = trail.statements.len() - 1;
        trail
            .client
            .register_op(OperationIr::Custom(CustomOpIr::with_scalars(
                MARKER,
                &[],
                &[],
                vec![ScalarIr::UInt(index as u64)],
            )));
        Some(core::mem::take(&mut trail.between))
    });
    // What runs between two statements records operations itself, so the trail is not borrowed meanwhile.
    if let Some(between) = between {
        for watch in &between {
            (watch.sync)();
        }
        TRAILS.with(|trails| {
            if let Some(trail) = trails.borrow_mut().last_mut() {
                trail.between = between;
            }
        });
    }
}

/// Whether this thread is capturing a program.
pub fn capturing() -> bool {
    TRAILS.with(|trails| !trails.borrow().is_empty())
}

/// Says that a helper starts to run, until what is returned is dropped: then the statement that called it goes on.
pub fn enter() -> Running {
    Running(TRAILS.with(|trails| {
        let trails = trails.borrow();
        trails.last()?.statements.last().copied()
    }))
}

/// Returns what a program inside another computed, which then has run.
pub fn inlined<T>(running: Running, value: T) -> T {
    drop(running);
    value
}

/// A helper that runs.
#[must_use = "the helper runs until this is dropped"]
pub struct Running(Option<&'static Statement>);

impl Drop for Running {
    fn drop(&mut self) {
        // After a panic the statement at which it happened stays the last.
        if let Some(caller) = self.0
            && !std::thread::panicking()
        {
            statement(caller);
        }
    }
}

/// The statement that a marker stands for, `None` for an operation of the program.
pub(crate) fn marker(operation: &OperationIr) -> Option<usize> {
    let OperationIr::Custom(custom) = operation else {
        return None;
    };
    match custom.scalars.as_slice() {
        [ScalarIr::UInt(index)] if custom.id == MARKER => usize::try_from(*index).ok(),
        _ => None,
    }
}

/// Keeps a trail for this thread until it is dropped.
pub(crate) struct Following;

impl Following {
    /// Starts a trail on top of those that this thread already follows.
    pub(crate) fn start(client: Client, between: Vec<Watch>) -> Self {
        TRAILS.with(|trails| {
            trails.borrow_mut().push(Trail {
                client,
                statements: Vec::new(),
                between,
            });
        });
        Self
    }

    /// Ends the trail and hands out its statements, in the order in which they were reached.
    pub(crate) fn finish(self) -> Vec<&'static Statement> {
        TRAILS.with(|trails| {
            trails
                .borrow()
                .last()
                .map(|trail| trail.statements.clone())
                .unwrap_or_default()
        })
    }

    /// The statement that was reached last on this thread.
    pub(crate) fn last(&self) -> Option<Statement> {
        TRAILS.with(|trails| {
            trails
                .borrow()
                .last()
                .and_then(|trail| trail.statements.last().copied().cloned())
        })
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        TRAILS.with(|trails| trails.borrow_mut().pop());
    }
}
