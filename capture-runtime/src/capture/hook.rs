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

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Send + Sync>;

/// How many catches are under way in the process, and the hook that stood before the first of them.
static INSTALLED: Mutex<(usize, Option<std::sync::Arc<Hook>>)> = Mutex::new((0, None));

/// Runs `body`; a panic in it becomes a value, and nothing is printed for it.
///
/// The process's panic hook is replaced while any catch is under way, and put back after the last; panics of other
/// threads go to the hook that stood before.
pub(crate) fn catch<R>(body: impl FnOnce() -> R) -> Result<R, Caught> {
    let _guard = Guard::new();
    catch_unwind(AssertUnwindSafe(body)).map_err(|payload| {
        let remembered = LAST.with(|last| last.borrow_mut().take());
        remembered.unwrap_or_else(|| Caught {
            message: text(&*payload),
            raised_at: None,
            place: None,
        })
    })
}

/// The panic that was raised last in the catch that just ended well: something in it caught the panic itself.
pub(crate) fn swallowed() -> Option<Caught> {
    LAST.with(|last| last.borrow_mut().take())
}

struct Guard {
    installed: bool,
}

impl Guard {
    fn new() -> Self {
        LAST.with(|last| last.borrow_mut().take());
        CATCHING.with(|n| n.set(n.get() + 1));
        // A thread that is unwinding may not touch the hook; then the panic is printed, which is all that is lost.
        let install = !std::thread::panicking();
        if install {
            let mut installed = lock();
            if installed.0 == 0 {
                let before: std::sync::Arc<Hook> = std::sync::Arc::new(std::panic::take_hook());
                installed.1 = Some(before.clone());
                std::panic::set_hook(Box::new(move |info| {
                    if CATCHING.with(Cell::get) > 0 {
                        remember(info);
                    } else {
                        before(info);
                    }
                }));
            }
            installed.0 += 1;
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
        installed.0 = installed.0.saturating_sub(1);
        if installed.0 == 0
            && let Some(before) = installed.1.take()
        {
            let _ = std::panic::take_hook();
            match std::sync::Arc::try_unwrap(before) {
                Ok(hook) => std::panic::set_hook(hook),
                Err(shared) => std::panic::set_hook(Box::new(move |info| shared(info))),
            }
        }
    }
}

fn lock() -> std::sync::MutexGuard<'static, (usize, Option<std::sync::Arc<Hook>>)> {
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
