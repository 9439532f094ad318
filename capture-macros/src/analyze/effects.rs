//! Effects on the host, by the names under which they are called.

use super::methods::{self, OnDevice};
use super::value::Value;
use super::walk::Walker;
use super::{messages, suspect};
use syn::{Expr, ExprCall, Path};

/// Methods that run something on other threads.
pub(super) fn is_thread_method(name: &str) -> bool {
    matches!(
        name,
        "par_iter"
            | "into_par_iter"
            | "par_iter_mut"
            | "par_chunks"
            | "par_bridge"
            | "spawn_blocking"
    )
}

/// Methods that run a closure on another thread: of a thread's `Builder`, a scope, a pool, a runtime.
pub(super) fn is_spawn(name: &str) -> bool {
    matches!(name, "spawn" | "spawn_scoped" | "spawn_local")
}

/// What such a method takes.
pub(super) fn is_task(argument: &Expr) -> bool {
    matches!(argument, Expr::Closure(_) | Expr::Async(_))
}

/// Methods that change a static.
pub(super) fn writes_static(name: &str) -> bool {
    name.starts_with("fetch_")
        || name.starts_with("compare_exchange")
        || super::containers::stores(name)
        || matches!(
            name,
            "store" | "swap" | "set" | "replace" | "take" | "update"
        )
}

/// Methods that give access to what a static holds.
pub(super) fn opens_static(name: &str) -> bool {
    matches!(
        name,
        "lock"
            | "write"
            | "read"
            | "unwrap"
            | "expect"
            | "get_mut"
            | "with"
            | "with_borrow_mut"
            | "iter_mut"
            | "try_lock"
            | "entry"
            | "as_mut"
    )
}

/// Methods that look into a static which changes: an atomic, a lock, a cell of the thread.
pub(super) fn reads_static(name: &str) -> bool {
    matches!(
        name,
        "load" | "lock" | "try_lock" | "read" | "try_read" | "with" | "with_borrow" | "borrow"
    )
}

const CLOCK: &str = "read it before `replay()`, and give it as a `#[live]` parameter";
const RANDOM: &str =
    "use `x.random_like(..)` or `Tensor::random(..)`, which draw at every `replay()`";
const ENVIRONMENT: &str = "read it before, and give it as a `#[frozen]` parameter";

impl Walker<'_> {
    /// Functions of the host that give another value each time, threads, and nested captures.
    /// Returns the value of the call where it was one of them.
    pub(super) fn effect_call(&mut self, path: &Path, call: &ExprCall) -> Option<Value> {
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        let last = path.segments.last()?;
        let name = last.ident.to_string();
        let holder = names.iter().rev().nth(1).map_or("", String::as_str);
        let shown = super::text::shorten(path);
        if suspect::reaches_out(holder, &name) {
            self.warn(&last.ident, suspect::runs_once(&shown));
        }
        match (holder, name.as_str()) {
            ("Instant" | "SystemTime" | "Utc" | "Local", "now") => {
                self.report(path, messages::impure(&shown, CLOCK));
            }
            ("rand", "random" | "rng" | "thread_rng" | "random_range" | "random_bool")
            | ("", "thread_rng" | "rng")
            | ("fastrand", _)
                if self.scopes.get(&name).is_none() =>
            {
                self.report(path, messages::impure(&shown, RANDOM));
            }
            (_, "from_entropy" | "from_os_rng") => {
                self.report(path, messages::impure(&shown, RANDOM));
            }
            ("env", "var" | "var_os" | "vars" | "args") => {
                self.report(path, messages::impure(&shown, ENVIRONMENT));
            }
            (
                "thread" | "rayon" | "tokio" | "task",
                "spawn" | "scope" | "join" | "spawn_blocking",
            ) => {
                if let Some(_name) = self.mentioned(&call.args) {
                    self.report(&last.ident, messages::thread(&shown));
                    return Some(Value::Maybe { shown: false });
                }
                return None;
            }
            ("Device", function) if methods::on_device(function) == Some(OnDevice::Effect) => {
                self.report(&last.ident, messages::device_effect(&name));
            }
            ("Device", function) if methods::on_device(function) == Some(OnDevice::Capture) => {
                self.report(&last.ident, messages::nested(&name));
            }
            ("tensor", "capture") => {
                self.report(&last.ident, messages::nested(&name));
            }
            ("Session" | "BorrowingSession", "replay") => {
                self.report(&last.ident, messages::nested("replay"))
            }
            _ => return None,
        }
        for argument in &call.args {
            self.expr(argument);
        }
        Some(Value::Host)
    }
}
