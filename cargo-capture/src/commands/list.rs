//! `list`: one line a program.

use crate::answer::Answer;
use crate::cli::Programs;
use crate::files::{self, Found, finished};
use crate::table::{bytes, decimal, table};
use crate::trouble::Trouble;
use serde::Serialize;

/// What `--json` prints for one program.
#[derive(Serialize)]
struct Row {
    name: String,
    file: String,
    source: String,
    line: u32,
    operations: usize,
    flops: u64,
    bytes_moved: u64,
    peak_bytes: u64,
    has_weights: bool,
    has_state: bool,
}

impl From<&Found> for Row {
    fn from(found: &Found) -> Self {
        let program = found.archive.program();
        let costs = program.costs();
        Self {
            name: program.name().to_owned(),
            file: found.path.display().to_string(),
            source: program.file().to_owned(),
            line: program.line(),
            operations: program.operations().len(),
            flops: costs.total().flops,
            bytes_moved: costs.total().bytes(),
            peak_bytes: costs.peak().bytes,
            has_weights: found.archive.has_weights(),
            has_state: found.archive.has_state(),
        }
    }
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let holds = match (self.has_weights, self.has_state) {
            (true, true) => "weights, state",
            (true, false) => "weights",
            (false, true) => "state",
            (false, false) => "program",
        };
        vec![
            self.name.clone(),
            self.operations.to_string(),
            decimal(self.flops),
            bytes(self.peak_bytes),
            holds.to_owned(),
            self.file.clone(),
        ]
    }
}

pub(crate) fn run(programs: &Programs) -> Result<Answer, Trouble> {
    let (found, stopped) = files::load(&programs.paths)?;
    let rows: Vec<Row> = found.iter().map(Row::from).collect();
    let header = [
        "program",
        "operations",
        "FLOPs",
        "peak memory",
        "holds",
        "file",
    ];
    let cells = rows.iter().map(Row::cells).collect();
    let text = table(&header, &[1, 2, 3], cells);
    Ok(finished(Answer::new(text, &rows), stopped))
}
