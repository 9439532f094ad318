//! Tables for the terminal.

use comfy_table::{CellAlignment, Table, presets::NOTHING};

/// A table whose first column stands to the left and whose `right` columns to the right. No line has spaces at its end.
pub(crate) fn table(header: &[&str], right: &[usize], rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING);
    if !header.is_empty() {
        table.set_header(header.iter().copied());
    }
    for row in rows {
        table.add_row(row);
    }
    for column in right {
        if let Some(column) = table.column_mut(*column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let text = table.to_string();
    // Cells are set off by a space on either side, the first one as well.
    let plain = |line: &str| line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned();
    let lines = text.lines().map(|line| plain(line) + "\n");
    lines.collect()
}

/// A count with a decimal prefix, as pages have it: `1.23 M`.
pub(crate) fn decimal(count: u64) -> String {
    searchable(&capture_runtime::__private::decimal(count))
}

/// A number of bytes with a binary prefix, as pages have it: `1.23 MiB`.
pub(crate) fn bytes(count: u64) -> String {
    searchable(&capture_runtime::__private::bytes(count))
}

/// Pages keep a number and its unit on one line with a space that no line is broken at; on a terminal one looks for them with a plain one.
fn searchable(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

/// Counts with the word that they count: `1 operation`, `2 operations`.
pub(crate) fn counted(count: usize, word: &str) -> String {
    match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    }
}
