//! Which program this thread is capturing, and at which statement.

use crate::boundary::Watch;
use crate::definition::Meta;
use crate::error::{Place, Statement};
use crate::tensor;
use burn::tensor::{DType, Device};
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
    meta: &'static Meta,
    /// Where the program will run.
    target: Device,
    reached: Vec<Reached>,
    /// The functions that are under way, the program's body first.
    functions: Vec<Function>,
    between: Vec<Watch>,
}

/// A statement that a trail reached.
#[derive(Clone, Copy)]
pub(crate) struct Reached {
    pub(crate) statement: &'static Statement,
    /// The statement of the calling function, where it belongs to another function than the body.
    caller: Option<usize>,
}

/// A function that is under way.
#[derive(Clone, Copy, Default)]
struct Function {
    /// The statement that called it.
    caller: Option<usize>,
    /// Its statement that was reached last.
    last: Option<usize>,
    /// The same, or one of a function that it called and that did not say so.
    latest: Option<usize>,
}

impl Trail {
    /// Notes that `statement` is reached, and returns its index.
    fn reach(&mut self, statement: &'static Statement) -> usize {
        let index = self.reached.len();
        let body = self.functions.len() == 1;
        let Some(function) = self.functions.last_mut() else {
            unreachable!("the body is a function of the trail")
        };
        // A function that announces its statements without saying that it was entered.
        let elsewhere = statement.file != self.meta.file || statement.line < self.meta.line;
        let caller = if body && elsewhere {
            function.last
        } else {
            function.last = Some(index);
            function.caller
        };
        function.latest = Some(index);
        self.reached.push(Reached { statement, caller });
        index
    }

    /// Leaves a marker among the operations: what follows belongs to the statement at `index`.
    fn mark(&self, index: usize) {
        let scalars = vec![ScalarIr::UInt(index as u64)];
        let marker = CustomOpIr::with_scalars(MARKER, &[], &[], scalars);
        self.client.register_op(OperationIr::Custom(marker));
    }
}

thread_local! {
    static TRAILS: RefCell<Vec<Trail>> = const { RefCell::new(Vec::new()) };
}

/// Says that the capturing copy of a body reaches `statement`. Outside a capture it does nothing.
pub fn statement(statement: &'static Statement) {
    let between = TRAILS.with(|trails| {
        let mut trails = trails.borrow_mut();
        let trail = trails.last_mut()?;
        let index = trail.reach(statement);
        trail.mark(index);
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

/// Announces a statement of a body: its line, its column, its text, and what it binds.
#[doc(hidden)]
#[macro_export]
macro_rules! __capture_at {
    ($line:literal, $column:literal, $text:literal) => {
        $crate::__capture_at!(@ $line, $column, $text, ::core::option::Option::None)
    };
    ($line:literal, $column:literal, $text:literal, $binding:literal) => {
        $crate::__capture_at!(@ $line, $column, $text, ::core::option::Option::Some($binding))
    };
    (@ $line:literal, $column:literal, $text:literal, $binding:expr) => {
        $crate::__private::statement(&$crate::__private::Site {
            file: ::core::file!(),
            line: $line,
            column: $column,
            binding: $binding,
            text: $text,
        })
    };
}

/// Whether this thread is capturing a program.
pub fn capturing() -> bool {
    TRAILS.with(|trails| !trails.borrow().is_empty())
}

/// Whether tensors of `dtype` can be computed with on `device`. A capture device records every type; what is asked for is what the
/// device can on which the program will run.
pub fn supports_dtype(device: &Device, dtype: impl Into<DType>) -> bool {
    let target = TRAILS.with(|trails| {
        let trails = trails.borrow();
        let trail = trails.last().filter(|_| tensor::is_capture(device))?;
        Some(trail.target.clone())
    });
    target.as_ref().unwrap_or(device).supports_dtype(dtype)
}

/// Says that a function is entered which announces statements of its own, until what it returns is dropped.
pub fn enter() -> Entered {
    TRAILS.with(|trails| {
        if let Some(trail) = trails.borrow_mut().last_mut() {
            let caller = trail.functions.last().and_then(|function| function.last);
            trail.functions.push(Function {
                caller,
                ..Function::default()
            });
        }
        Entered {
            depth: trails.borrow().len(),
        }
    })
}

/// Returns what a program inside another computed, which then has run.
pub fn inlined<T>(running: Entered, value: T) -> T {
    drop(running);
    value
}

/// A function that was entered.
#[must_use = "the function runs until this is dropped"]
pub struct Entered {
    depth: usize,
}

impl Drop for Entered {
    fn drop(&mut self) {
        // A panic is reported where it was raised, so the trail stays where it is while it unwinds.
        if std::thread::panicking() {
            return;
        }
        TRAILS.with(|trails| {
            let mut trails = trails.borrow_mut();
            if trails.len() == self.depth
                && let Some(trail) = trails.last_mut()
                && trail.functions.len() > 1
            {
                trail.functions.pop();
                if let Some(caller) = trail.functions.last().and_then(|function| function.last) {
                    trail.mark(caller);
                }
            }
        });
    }
}

/// Where the statement at `index` is, with the calls that led to it.
pub(crate) fn place(reached: &[Reached], index: usize) -> Place {
    let mut calls = Vec::new();
    let mut caller = reached[index].caller;
    while let Some(at) = caller {
        calls.insert(0, reached[at].statement.clone());
        caller = reached[at].caller;
    }
    Place::Statement {
        statement: reached[index].statement.clone(),
        calls,
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
    pub(crate) fn start(
        client: Client,
        meta: &'static Meta,
        target: Device,
        between: Vec<Watch>,
    ) -> Self {
        TRAILS.with(|trails| {
            trails.borrow_mut().push(Trail {
                client,
                meta,
                target,
                reached: Vec::new(),
                functions: vec![Function::default()],
                between,
            });
        });
        Self
    }

    /// Ends the trail and hands out its statements, in the order in which they were reached.
    pub(crate) fn finish(self) -> Vec<Reached> {
        TRAILS.with(|trails| {
            trails
                .borrow()
                .last()
                .map(|trail| trail.reached.clone())
                .unwrap_or_default()
        })
    }
}

/// The statement that was reached last on this thread.
pub(crate) fn last() -> Option<Place> {
    TRAILS.with(|trails| {
        // A panic may ask while a trail is written.
        let trails = trails.try_borrow().ok()?;
        let trail = trails.last()?;
        let mut functions = trail.functions.iter().rev();
        let last = functions.find_map(|function| function.latest);
        Some(place(&trail.reached, last?))
    })
}

impl Drop for Following {
    fn drop(&mut self) {
        TRAILS.with(|trails| trails.borrow_mut().pop());
    }
}
