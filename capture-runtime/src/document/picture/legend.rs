//! The statements of a program, numbered and coloured, above its picture.

use super::super::text::{elided, percent};
use crate::costs::Costs;

/// One line of the legend.
pub(super) struct Row {
    /// The line in the source.
    pub(super) line: String,
    /// The statement's source.
    pub(super) text: String,
    /// Operations, and the part of the floating point operations.
    pub(super) note: String,
}

/// The most lines.
const ROWS: usize = 24;
/// The longest source, in characters.
const WIDTH: usize = 64;

/// The legend's lines, by the statements' numbers; the rest in one line at the end.
pub(super) fn rows(costs: &Costs) -> Vec<Row> {
    let whole = costs.total().flops;
    let mut rows: Vec<Row> = costs
        .statements()
        .iter()
        .map(|row| {
            let part = percent(row.cost.flops, whole);
            let part = match part.as_str() {
                "" => String::new(),
                part => format!(", {part} of the FLOPs"),
            };
            let s = if row.operations == 1 { "" } else { "s" };
            let (line, text) = match &row.statement {
                Some(statement) => (statement.line.to_string(), statement.text),
                None => (String::new(), "before the first statement"),
            };
            Row {
                line,
                text: elided(text, WIDTH),
                note: format!("{} operation{s}{part}", row.operations),
            }
        })
        .collect();
    if rows.len() > ROWS {
        let more = rows.len() - ROWS;
        rows.truncate(ROWS);
        rows.push(Row {
            line: String::new(),
            text: format!("{more} statements more"),
            note: String::new(),
        });
    }
    rows
}
