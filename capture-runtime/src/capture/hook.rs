//! Panics that become errors: caught, remembered, and kept from the panic hook.

use super::trail;
use crate::error::Place;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::{Arc, Mutex};

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

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Send + Sync>;

/// The hook that stands while catches are under way in the process.
struct Installed {
    /// How many catches are under way.
    catches: usize,
    /// The address of our hook, by which it is known again, and the hook that stood before.
    before: Option<(usize, Arc<Hook>)>,
}

static INSTALLED: Mutex<Installed> = Mutex::new(Installed {
    catches: 0,
    before: None,
});

/// Runs `body`; a panic in it becomes a value, and nothing is printed for it.
///
/// The process's panic hook is replaced while any catch is under way, and put back after the last; panics of other
/// threads go to the hook that stood before. A hook that somebody sets meanwhile stays.
///
/// Stable Rust cannot exchange a hook in one step: between taking one and setting the next the standard hook stands,
/// and prints a panic of another thread that falls into that moment.
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
        Err(payload) => Err(last.unwrap_or_else(|| Caught {
            message: text(&*payload),
            raised_at: None,
            place: None,
        })),
    }
}

struct Guard {
    installed: bool,
}

impl Guard {
    fn new() -> Self {
        CATCHING.with(|n| n.set(n.get() + 1));
        // A thread that is unwinding may not touch the hook; then the panic is printed, which is all that is lost.
        let install = !std::thread::panicking();
        if install {
            let mut installed = lock();
            if installed.catches == 0 {
                let before: Arc<Hook> = Arc::new(std::panic::take_hook());
                let shared = before.clone();
                let ours: Hook = Box::new(move |info| {
                    if CATCHING.with(Cell::get) > 0 {
                        remember(info);
                    } else {
                        shared(info);
                    }
                });
                installed.before = Some((address(&ours), before));
                std::panic::set_hook(ours);
            }
            installed.catches += 1;
        }
        Self { installed: install }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        CATCHING.with(|n| n.set(n.get() - 1));
        if !self.installed {
            return;
        }
        let mut installed = lock();
        installed.catches = installed.catches.saturating_sub(1);
        if installed.catches == 0
            && let Some((ours, before)) = installed.before.take()
        {
            let standing = std::panic::take_hook();
            if address(&standing) != ours {
                std::panic::set_hook(standing);
                return;
            }
            drop(standing);
            match Arc::try_unwrap(before) {
                Ok(hook) => std::panic::set_hook(hook),
                Err(shared) => std::panic::set_hook(Box::new(move |info| shared(info))),
            }
        }
    }
}

/// Where a hook's closure lives. Ours holds a pointer, so it lives at an address of its own.
fn address(hook: &Hook) -> usize {
    core::ptr::from_ref(&**hook).cast::<()>().addr()
}

fn lock() -> std::sync::MutexGuard<'static, Installed> {
    INSTALLED
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
