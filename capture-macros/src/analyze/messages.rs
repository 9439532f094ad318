//! What is said about tensors, effects and calls.

use super::methods::Read;
use super::text::shorten;
use super::value::Origin;
use super::walk::Decides;
use crate::diag::{Code, Diagnostic};
use quote::ToTokens;

/// A host read through a method or function called `name`.
pub(super) fn read(name: &str, read: Read, decides: Option<Decides>) -> Diagnostic {
    if read.is_plain()
        && let Some(what) = decides
    {
        return deciding_read(name, what);
    }
    if read.is_plain() {
        let title = format!("`{name}` reads a tensor on the host inside a captured program");
        return Diagnostic::new(Code::CP0201, title)
            .note(read.note())
            .help(read.help());
    }
    Diagnostic::new(
        Code::CP0202,
        format!("`{name}` reads a tensor on the host to do its work"),
    )
    .note(read.note())
    .help(read.help())
}

/// A host read by which the host decides something.
fn deciding_read(name: &str, what: Decides) -> Diagnostic {
    const BRANCH: &str =
        "only the branch taken at capture is recorded, so `replay()` would always take it";
    const LOOP: &str =
        "the iterations made at capture are recorded, so `replay()` would always make as many";
    let (code, place, note, help) = match what {
        Decides::If => (
            Code::CP0401,
            "`if` condition",
            BRANCH,
            "select between the two values with `mask_where`",
        ),
        Decides::Match => (
            Code::CP0401,
            "`match`",
            BRANCH,
            "select between the values with `mask_where`",
        ),
        Decides::Assert => (
            Code::CP0401,
            "assertion",
            "it would be checked once, at capture, where a tensor has no value to read",
            "return the tensor, and check it after `replay()`",
        ),
        Decides::While => (
            Code::CP0402,
            "`while` condition",
            LOOP,
            "use a fixed trip count: `for _ in 0..N`",
        ),
        Decides::For => (
            Code::CP0402,
            "`for` range",
            LOOP,
            "use a fixed trip count, and keep finished elements with `mask_where`",
        ),
    };
    Diagnostic::new(
        code,
        format!("{place} depends on a tensor value read by `{name}`"),
    )
    .note(note)
    .help(help)
}

/// `to_device` to a device that is not the program's.
pub(super) fn transfer(method: &str) -> Diagnostic {
    Diagnostic::new(
        Code::CP0301,
        format!("`{method}` moves a tensor off the program's device"),
    )
    .note("a tensor has no value to move at capture, and a program runs on one device")
    .help("return the tensor, and move the result of `replay()`")
}

/// A tensor of another device meets a placeholder.
pub(super) fn foreign(origin: &Origin) -> Diagnostic {
    let title = format!("`{}` is not the program's device", origin.name);
    Diagnostic::new(Code::CP0302, title)
        .note("a tensor made there cannot be used with the tensors of the program")
        .help("use the program's device: `x.device()`, or a parameter `device: &Device`")
}

/// `?`.
pub(super) fn early_exit() -> Diagnostic {
    Diagnostic::new(Code::CP0405, "`?` returns early from a captured program")
        .note("a recording has one exit, and what fails at capture cannot fail at `replay()`")
        .help("check the value before the call, and return the tensors instead of a `Result`")
}

/// A write to a field of state.
pub(super) fn host_write(target: &impl ToTokens) -> Diagnostic {
    let title = format!(
        "`{}` is host state written inside a captured program",
        shorten(target)
    );
    Diagnostic::new(Code::CP0501, title)
        .note("the write happens once, at capture, and not at `replay()`")
        .help("make it a tensor, which the program can advance: `Tensor<1>` or `Tensor<1, Int>`")
}

/// A write to a static item.
pub(super) fn static_write(target: &impl ToTokens) -> Diagnostic {
    let title = format!(
        "static `{}` is written inside a captured program",
        shorten(target)
    );
    Diagnostic::new(Code::CP0502, title)
        .note("the write happens once, at capture, and not at `replay()`")
        .help("write it where `replay()` is called")
}

/// A placeholder in something that outlives the capture.
pub(super) fn leak(target: &impl ToTokens) -> Diagnostic {
    let title = format!("`{}` would keep a tensor of the capture", shorten(target));
    Diagnostic::new(Code::CP0503, title)
        .note("the tensor has no value at capture, and never gets one")
        .help("return the tensor, and store the result of `replay()`")
}

/// Another thread.
pub(super) fn thread(name: &str) -> Diagnostic {
    Diagnostic::new(
        Code::CP0504,
        format!("`{name}` moves tensors of the program to another thread"),
    )
    .note("operations are recorded in order, on the thread that captures")
    .help("call it on this thread: a recorded program has no use for host threads")
}

/// An `async` block.
pub(super) fn async_block() -> Diagnostic {
    Diagnostic::new(Code::CP0504, "`async` block inside a captured program")
        .note("a program is captured from start to end, without waiting")
        .help("capture the synchronous part, and await around `replay()`")
}

/// A clock, the host's random numbers, the environment.
pub(super) fn impure(name: &str, help: &str) -> Diagnostic {
    Diagnostic::new(
        Code::CP0505,
        format!("`{name}` gives another value at every run of the host"),
    )
    .note("the body runs once, at capture, so every `replay()` would use the value read then")
    .help(help)
}

/// `seed`, `sync` and their kin.
pub(super) fn device_effect(name: &str) -> Diagnostic {
    let help = match name {
        "seed" => "seed the session: `session.seed(..)` before `replay()`",
        "configure" => "configure the device before the session is made",
        "profile" | "profile_with" => "measure the call of `replay()`",
        _ => "wait where the result of `replay()` is read",
    };
    Diagnostic::new(
        Code::CP0506,
        format!("`{name}` acts on a device inside a captured program"),
    )
    .note("the host does it once, at capture, and not at `replay()`")
    .help(help)
}

/// An operation that no device graph can have.
pub(super) fn not_recorded(name: &str) -> Diagnostic {
    Diagnostic::new(
        Code::CP0703,
        format!("`{name}` cannot be part of a device graph"),
    )
    .note("Burn sorts on the host on every device that records graphs, at every `replay()`")
    .help("write `engine = \"auto\"`, which cuts the program around it, or rank on the device with `topk` or `max_dim`")
}

/// A tensor in a format string.
pub(super) fn printed(what: &str) -> Diagnostic {
    Diagnostic::new(
        Code::CP0601,
        format!("`{what}` displays a tensor inside a captured program"),
    )
    .note("a tensor has no values at capture, and `replay()` prints nothing")
    .help("return the tensor and print the result of `replay()`, or use `{:?}` for its metadata")
}

/// `to_string` on a tensor.
pub(super) fn stringified() -> Diagnostic {
    Diagnostic::new(
        Code::CP0602,
        "`to_string` displays a tensor inside a captured program",
    )
    .note("a tensor has no values at capture")
    .help("return the tensor, and format the result of `replay()`")
}

/// A macro that cannot be looked into.
pub(super) fn opaque(path: &str, name: &str) -> Diagnostic {
    Diagnostic::new(
        Code::CP0701,
        format!("macro `{path}!` hides what it does with `{name}`"),
    )
    .note("the attribute sees the tokens of a macro and not what they become")
    .help("call a function instead, or use the macro inside `eager_only!`")
}

/// `replay` inside a program.
pub(super) fn nested(name: &str) -> Diagnostic {
    let diagnostic = if name == "replay" {
        Diagnostic::new(Code::CP0702, "`replay` inside a captured program").help(
            "call the captured function by its name, which records it as a part of this program",
        )
    } else {
        Diagnostic::new(
            Code::CP0702,
            format!("`{name}` captures inside a captured program"),
        )
        .help("call the function itself, which records it as a part of this program")
    };
    diagnostic.note("a program is recorded whole, and a finished recording cannot be a part of it")
}
