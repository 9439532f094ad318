//! Tables of Markdown.

use comfy_table::{CellAlignment, Table, presets::ASCII_MARKDOWN};

/// How a column is set.
#[derive(Clone, Copy)]
pub(super) enum Column {
    Left(&'static str),
    Right(&'static str),
}

/// A table with these columns and rows; without rows it is empty.
pub(super) fn table(columns: &[Column], rows: Vec<Vec<String>>) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    table.set_header(columns.iter().map(|column| match column {
        Column::Left(name) | Column::Right(name) => *name,
    }));
    for row in rows {
        table.add_row(row);
    }
    for (column, at) in columns.iter().zip(0..) {
        if let (Column::Right(_), Some(column)) = (column, table.column_mut(at)) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    aligned(&table.to_string(), columns)
}

/// Says in the rule under the header which columns stand to the right, as Markdown wants it.
fn aligned(table: &str, columns: &[Column]) -> String {
    let mut lines: Vec<String> = table.lines().map(str::to_owned).collect();
    if let Some(rule) = lines.get_mut(1) {
        let cells: Vec<String> = rule
            .trim_matches('|')
            .split('|')
            .zip(columns)
            .map(|(cell, column)| match column {
                Column::Left(_) => cell.to_owned(),
                Column::Right(_) => format!("{}:", &cell[..cell.len().saturating_sub(1)]),
            })
            .collect();
        *rule = format!("|{}|", cells.join("|"));
    }
    lines.join("\n") + "\n"
}

/// Text as code in a table's cell.
pub(super) fn code(text: &str) -> String {
    let text = text.replace('|', "\\|").replace(['\n', '\r'], " ");
    match text.contains('`') {
        false => format!("`{text}`"),
        true => format!("`` {text} ``"),
    }
}
