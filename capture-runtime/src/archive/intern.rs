//! Texts that live as long as the process, each distinct one once.
//!
//! A program names its function and its statements with `&'static str`, as the attribute writes them. What a file brings is kept in one
//! table: loading a file again adds nothing. [`Limits::text_bytes`](super::Limits::text_bytes) bounds what one file may add.

use crate::definition::Parameter;
use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

#[derive(Default)]
struct Table {
    texts: HashSet<&'static str>,
    parameters: HashSet<&'static [Parameter]>,
}

static TABLE: LazyLock<Mutex<Table>> = LazyLock::new(Mutex::default);

/// `text`, for the life of the process.
pub(super) fn text(text: &str) -> &'static str {
    let mut table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = table.texts.get(text) {
        return known;
    }
    let kept: &'static str = Box::leak(text.into());
    table.texts.insert(kept);
    kept
}

/// `parameters`, for the life of the process. Their texts are interned already.
pub(super) fn parameters(parameters: Vec<Parameter>) -> &'static [Parameter] {
    let mut table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = table.parameters.get(parameters.as_slice()) {
        return known;
    }
    let kept: &'static [Parameter] = Box::leak(parameters.into_boxed_slice());
    table.parameters.insert(kept);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::Role;

    #[test]
    fn a_text_is_kept_once() {
        let (a, b) = (
            text("the same words"),
            text(&["the same", "words"].join(" ")),
        );
        assert!(core::ptr::eq(a, b));
        let list = || {
            parameters(vec![Parameter {
                name: text("x"),
                role: Role::Input,
                ty: text("Tensor<1>"),
            }])
        };
        assert!(core::ptr::eq(list(), list()));
    }
}
