//! A difference for people.

use super::{BoundaryChange, Detail, Difference, Kind, OperationChange};
use crate::answer::{BOLD, CYAN, DIM, GREEN, RED, YELLOW, styled};
use crate::table::{bytes, decimal, table};
use anstyle::Style;
use capture_runtime::Statement;

/// The difference as text, with colours of ANSI and without a heading: signature, operations under their statements, and costs. Empty
/// where there is none.
///
/// `+` is added, `-` removed, `~` changed, `>` moved.
pub fn text(difference: &Difference) -> String {
    let mut text = String::new();
    if !difference.boundary.is_empty() {
        text += &format!("  {}\n", styled(BOLD, "signature"));
        text.extend(difference.boundary.iter().map(boundary));
    }
    let mut last: Option<(Option<&Statement>, bool)> = None;
    for change in &difference.operations {
        let statement = (change.statement.as_ref(), change.gone);
        if last != Some(statement) {
            last = Some(statement);
            text += &format!("  {}\n", heading(change));
        }
        text += &operation(change);
    }
    if !difference.is_empty() {
        text += &costs(difference);
    }
    text
}

fn mark(kind: Kind) -> (char, Style) {
    match kind {
        Kind::Added => ('+', GREEN),
        Kind::Removed => ('-', RED),
        Kind::Changed => ('~', YELLOW),
        Kind::Moved => ('>', CYAN),
    }
}

fn boundary(change: &BoundaryChange) -> String {
    let (mark, style) = mark(change.kind);
    let values = match (&change.old, &change.new) {
        (Some(old), Some(new)) => format!("{old} -> {new}"),
        (Some(only), None) | (None, Some(only)) => only.clone(),
        (None, None) => String::new(),
    };
    format!(
        "    {}\n",
        styled(style, format!("{mark} {}: {values}", change.what))
    )
}

/// The statement that changes stand under. One that is gone with all its operations is marked as old.
fn heading(change: &OperationChange) -> String {
    let Some(statement) = &change.statement else {
        return styled(DIM, "no statement");
    };
    let place = format!("{}:{}", statement.file, statement.line);
    let old = if change.gone { " (old)" } else { "" };
    format!(
        "{}{old}  {}",
        styled(BOLD, place),
        styled(DIM, statement.text)
    )
}

fn operation(change: &OperationChange) -> String {
    let (mark, style) = mark(change.kind);
    let line = change.new.as_ref().or(change.old.as_ref());
    let line = line.map_or("", |line| line.text.as_str());
    let mut text = format!("    {}\n", styled(style, format!("{mark} {line}")));
    for Detail { what, old, new } in &change.details {
        text += &format!("        {what}: {old} -> {new}\n");
    }
    text
}

/// The costs that are different, before and after.
fn costs(difference: &Difference) -> String {
    let [old, new] = &difference.costs;
    let figures = [
        ("operations", old.operations, new.operations, None),
        ("FLOPs", old.flops, new.flops, Some(false)),
        ("bytes moved", old.bytes_moved, new.bytes_moved, Some(true)),
        ("peak memory", old.peak_bytes, new.peak_bytes, Some(true)),
    ];
    let shown = |figure: u64, unit: Option<bool>| match unit {
        None => figure.to_string(),
        Some(true) => bytes(figure),
        Some(false) => decimal(figure),
    };
    let rows = figures.into_iter().filter(|(_, old, new, _)| old != new);
    let rows: Vec<_> = rows
        .map(|(name, old, new, unit)| {
            let ratio = match old {
                0 => String::new(),
                old => format!("{:.3} x", new as f64 / old as f64),
            };
            vec![
                format!("    {name}"),
                shown(old, unit),
                "->".to_owned(),
                shown(new, unit),
                ratio,
            ]
        })
        .collect();
    match rows.is_empty() {
        true => String::new(),
        false => format!(
            "  {}\n{}",
            styled(BOLD, "costs"),
            table(&[], &[1, 3, 4], rows)
        ),
    }
}
