//! The one table of Burn's methods: what each returns, and whether it reads the host.
//!
//! It was written from the sources of Burn 0.22.1, and `burn.rs` compares it with those of the locked
//! version: an upgrade that adds a method fails there. A name that is missing is an unknown method: its
//! result is taken for something that may hold a placeholder, and it is never refused.

#[cfg(test)]
mod burn;
mod module;
mod others;
mod read;
mod tensor;

pub(super) use others::{OnDevice, OnTransaction, is_host_linalg, on_device, on_transaction};
pub(super) use read::Read;
pub(super) use tensor::{Creation, creation};

use std::collections::HashMap;
use std::sync::LazyLock;

/// What a method does with a tensor or a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// Returns a tensor; its arguments are tensors, sizes or positions.
    Tensor,
    /// Returns a tensor, and takes a number that may be live.
    Scalar,
    /// Returns several tensors: a tuple.
    Pair,
    /// Returns a collection, an iterator or an `Option` of tensors.
    Many,
    /// Returns what the host knows without the values: a shape, a type, a flag.
    Metadata,
    /// Returns the device.
    Device,
    /// Returns the devices.
    Devices,
    /// Returns gradients.
    Gradients,
    /// Changes the receiver through a closure.
    InPlace,
    /// Returns what a backend holds, which capture cannot look into.
    Raw,
    /// Moves the receiver to the device in its first argument.
    Transfer,
    /// Reads the values on the host.
    Read(Read),
    /// Known, and so common a name that it says nothing: the method is taken for an unknown one.
    Common,
}

/// Whether the method sorts, which Burn does on the host on every device that records graphs.
pub(super) fn sorts(name: &str) -> bool {
    matches!(
        name,
        "sort"
            | "sort_descending"
            | "sort_with_indices"
            | "sort_descending_with_indices"
            | "argsort"
            | "argsort_descending"
            | "median"
            | "median_with_indices"
    )
}

/// Names that behave alike, between spaces, for each behaviour.
type Names<T> = &'static [(T, &'static str)];

/// The behaviour of a name.
fn find<T: Copy>(table: Names<T>, name: &str) -> Option<T> {
    table
        .iter()
        .find(|(_, names)| names.split_whitespace().any(|known| known == name))
        .map(|(behaviour, _)| *behaviour)
}

/// The methods of tensors and modules by name: bodies ask for every call. The first table that has a name decides.
static BY_NAME: LazyLock<HashMap<&str, (Method, bool)>> = LazyLock::new(|| {
    let tables = [
        tensor::METHODS,
        module::MODULE,
        module::PARAM,
        module::RUNNING_STATE,
    ];
    let mut found = HashMap::new();
    for (behaviour, names) in tables.into_iter().flatten() {
        for name in names.split_whitespace() {
            found.entry(name).or_insert(*behaviour);
        }
    }
    found
});

/// What a method of this name does with a tensor or a module, and whether the name alone tells that the
/// receiver is one.
pub(super) fn lookup(name: &str) -> Option<(Method, bool)> {
    let known = BY_NAME.get(name).copied();
    known.filter(|(method, _)| *method != Method::Common)
}
