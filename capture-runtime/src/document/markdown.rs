//! The page: its sections, one after the other.

use super::tables::code;
use super::{listing, sections};
use crate::graph::Program;

/// The page of `program` with `picture` in its place.
pub(super) fn page(program: &Program, picture: &str) -> String {
    let costs = program.costs();
    let parts = [
        format!("# {}\n", code(program.name())),
        sections::summary(program, &costs),
        format!("{picture}\n"),
        section("Signature", sections::signature(program)),
        section("Statements", sections::statements(&costs)),
        section("Operations", sections::kinds(&costs)),
        section("Memory", sections::memory(&costs)),
        section("Listing", listing::listing(program, &costs)),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

fn section(title: &str, body: String) -> String {
    if body.is_empty() {
        return body;
    }
    format!("## {title}\n\n{body}")
}
