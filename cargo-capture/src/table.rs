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

/// Counts with the word that they count: `1 operation`, `2 operations`.
pub(crate) fn counted(count: usize, word: &str) -> String {
    match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    }
}
