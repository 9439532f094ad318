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

/// What is known of our hook in the process.
struct Installed {
    /// Where it lives, by which it is known again: it holds a pointer, so it has an address of its own.
    address: Option<usize>,
    /// Whether a panic was caught without it: somebody may have set another hook, or the panic called none.
    missed: bool,
}

static INSTALLED: Mutex<Installed> = Mutex::new(Installed {
    address: None,
    missed: false,
});

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
            installed().missed = true;
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
            install(&mut installed());
        }
        Self
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        CATCHING.with(|n| n.set(n.get() - 1));
    }
}

/// Puts our hook in front of the one that stands, unless ours stands already.
fn install(installed: &mut Installed) {
    if installed.address.is_some() && !installed.missed {
        return;
    }
    installed.missed = false;
    let before: Hook = std::panic::take_hook();
    if installed.address == Some(address(&before)) {
        return std::panic::set_hook(before);
    }
    let ours: Hook = Box::new(move |info| {
        if CATCHING.with(Cell::get) > 0 {
            remember(info);
        } else {
            before(info);
        }
    });
    installed.address = Some(address(&ours));
    std::panic::set_hook(ours);
}

fn address(hook: &Hook) -> usize {
    core::ptr::from_ref(&**hook).cast::<()>().addr()
}

fn installed() -> std::sync::MutexGuard<'static, Installed> {
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

#[cfg(test)]
mod tests {
    use super::{catch, installed};
    use std::panic::resume_unwind;

    #[test]
    fn a_panic_that_calls_no_hook_does_not_put_ours_in_front_of_itself() {
        let thrown = || catch(|| resume_unwind(Box::new("a panic of another thread")));
        let message = thrown().unwrap_err().message;
        assert_eq!(message, "a panic of another thread");
        let first = installed().address;
        assert!(first.is_some());
        for _ in 0..3 {
            assert!(thrown().is_err());
        }
        assert_eq!(installed().address, first);
    }
}
