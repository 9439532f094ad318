//! Panics that become errors: caught, remembered, and kept from the panic hook.

use super::trail;
use crate::error::Place;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::Mutex;

/// What a caught panic said.
#[derive(Clone, Debug)]
pub(crate) struct Caught {
    pub(crate) message: String,
    /// `file:line:column`
    pub(crate) raised_at: Option<String>,
    /// The statement of a program that was under way.
    pub(crate) place: Option<Box<Place>>,
}

thread_local! {
    static CATCHING: Cell<usize> = const { Cell::new(0) };
    static LAST: RefCell<Option<Caught>> = const { RefCell::new(None) };
}

/// Whether our hook was installed and, as far as is known, stands.
static STANDS: Mutex<bool> = Mutex::new(false);

/// Runs `body`; a panic in it becomes a value, and nothing is printed for it.
///
/// Our hook is installed at the first catch of the process, in front of the one that stands, and stays: panics that are not ours go on to that one.
/// Stable Rust cannot exchange a hook in one step, between taking one and setting the next the standard hook stands, so it is exchanged once. Where
/// somebody sets another hook later, that one stands; the first panic that we then catch without our hook brings ours back in front of it.
pub(crate) fn catch<R>(body: impl FnOnce() -> R) -> Result<R, Caught> {
    watch(body).map(|(done, _)| done)
}

/// As [`catch`]; beside the value of `body` comes the last panic that something in it caught by itself.
pub(crate) fn watch<R>(body: impl FnOnce() -> R) -> Result<(R, Option<Caught>), Caught> {
    let outer = LAST.with(|last| last.borrow_mut().take());
    let guard = Guard::new();
    let result = catch_unwind(AssertUnwindSafe(body));
    drop(guard);
    let last = LAST.with(|last| last.replace(outer));
    match result {
        Ok(done) => Ok((done, last)),
        Err(payload) => Err(last.unwrap_or_else(|| {
            *stands() = false;
            Caught {
                message: text(&*payload),
                raised_at: None,
                place: None,
            }
        })),
    }
}

/// A catch that is under way on this thread.
struct Guard;

impl Guard {
    fn new() -> Self {
        CATCHING.with(|n| n.set(n.get() + 1));
        // A thread that is unwinding may not touch the hook; then the panic is printed, which is all that is lost.
        if !std::thread::panicking() {
            let mut stands = stands();
            if !*stands {
                let before = std::panic::take_hook();
                std::panic::set_hook(Box::new(move |info| {
                    if CATCHING.with(Cell::get) > 0 {
                        remember(info);
                    } else {
                        before(info);
                    }
                }));
                *stands = true;
            }
        }
        Self
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        CATCHING.with(|n| n.set(n.get() - 1));
    }
}

fn stands() -> std::sync::MutexGuard<'static, bool> {
    STANDS
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn remember(info: &PanicHookInfo<'_>) {
    let caught = Caught {
        message: text(info.payload()),
        raised_at: info
            .location()
            .map(|at| format!("{}:{}:{}", at.file(), at.line(), at.column())),
        place: trail::last().map(Box::new),
    };
    LAST.with(|last| *last.borrow_mut() = Some(caught));
}

fn text(payload: &(dyn core::any::Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}
