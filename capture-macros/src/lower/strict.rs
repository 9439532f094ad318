//! Which functions a strict program asks to be checked.

use super::location;
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use syn::{Path, PathArguments};

/// Crates and modules of Burn and of the standard library, whose functions nobody can mark.
const KNOWN: [&str; 16] = [
    "activation",
    "alloc",
    "burn",
    "capture_runtime",
    "cmp",
    "convert",
    "core",
    "grid",
    "iter",
    "linalg",
    "loss",
    "mem",
    "module",
    "ops",
    "signal",
    "std",
];

/// The paths of the functions, each place once and without generic arguments, as the name of the marker beside the function.
pub(super) fn checked(called: Vec<Path>, inlined: &[Path]) -> Vec<Path> {
    let mut seen = BTreeSet::new();
    let mut paths = Vec::new();
    for mut path in called {
        let modules = path.segments.iter().rev().skip(1);
        let known = modules
            .clone()
            .any(|segment| KNOWN.contains(&segment.ident.to_string().as_str()));
        let place = location(path.span());
        if let Some(last) = path.segments.last_mut() {
            last.arguments = PathArguments::None;
        }
        if !known && !inlined.contains(&path) && seen.insert(place) {
            paths.push(path);
        }
    }
    paths
}
