//! `costs`: what programs cost, alone or side by side.

use crate::answer::{Answer, BOLD, DIM, styled};
use crate::cli::Programs;
use crate::files::{self, Found, finished};
use crate::table::{bytes, decimal, table};
use crate::trouble::Trouble;
use capture_runtime::{Cost, Costs};
use serde::Serialize;
use std::collections::BTreeMap;

/// What `--json` prints for one program.
#[derive(Serialize)]
struct Row {
    name: String,
    file: String,
    operations: usize,
    costs: Costs,
}

impl From<&Found> for Row {
    fn from(found: &Found) -> Self {
        let program = found.archive.program();
        Self {
            name: program.name().to_owned(),
            file: found.path.display().to_string(),
            operations: program.operations().len(),
            costs: program.costs(),
        }
    }
}

/// The figures of a cost, as cells.
fn figures(cost: Cost) -> [String; 3] {
    [
        decimal(cost.flops),
        bytes(cost.bytes_read),
        bytes(cost.bytes_written),
    ]
}

/// The tables of one program.
fn one(row: &Row) -> String {
    let costs = &row.costs;
    let mut text = format!(
        "{}  {}\n\n",
        styled(BOLD, &row.name),
        styled(DIM, &row.file)
    );
    text += &totals(core::slice::from_ref(row));
    let statements = costs.statements().iter().map(|sum| {
        let (place, source) = match &sum.statement {
            Some(statement) => (
                format!("{}:{}", statement.file, statement.line),
                statement.text,
            ),
            None => (String::new(), ""),
        };
        let [flops, read, written] = figures(sum.cost);
        vec![
            place,
            sum.operations.to_string(),
            flops,
            read,
            written,
            source.to_owned(),
        ]
    });
    text.push('\n');
    let header = ["statement", "operations", "FLOPs", "read", "written", ""];
    text += &table(&header, &[1, 2, 3, 4], statements.collect());
    let kinds = costs.kinds().iter().map(|sum| {
        let [flops, read, written] = figures(sum.cost);
        vec![
            sum.name.clone(),
            sum.operations.to_string(),
            flops,
            read,
            written,
        ]
    });
    text.push('\n');
    let header = ["kind", "operations", "FLOPs", "read", "written"];
    text += &table(&header, &[1, 2, 3, 4], kinds.collect());
    text.push('\n');
    text + &peak(costs)
}

/// The moment of the most memory, and the largest tensors then.
fn peak(costs: &Costs) -> String {
    /// The most tensors that are listed; the others are counted.
    const SHOWN: usize = 8;
    let peak = costs.peak();
    let at = match (&peak.operation, &peak.statement) {
        (Some(operation), Some(statement)) => {
            format!("at `{operation}` of {}:{}", statement.file, statement.line)
        }
        (Some(operation), None) => format!("at `{operation}`"),
        (None, _) => "before the replay begins".to_owned(),
    };
    let mut text = format!("peak memory {} {at}\n", bytes(peak.bytes));
    let live = peak.live.iter().take(SHOWN).map(|range| {
        let name = match &range.name {
            Some(name) => name.clone(),
            None => format!("%{}", range.tensor.value()),
        };
        vec![format!("  {name}"), bytes(range.bytes)]
    });
    text += &table(&[], &[1], live.collect());
    match peak.live.len().checked_sub(SHOWN) {
        None | Some(0) => text,
        Some(more) => text + &format!("  and {more} more\n"),
    }
}

/// The totals, one column a program.
fn totals(rows: &[Row]) -> String {
    let line = |name: &str, figure: &dyn Fn(&Row) -> String| -> Vec<String> {
        let figures = rows.iter().map(figure);
        core::iter::once(name.to_owned()).chain(figures).collect()
    };
    let lines = vec![
        line("operations", &|row| row.operations.to_string()),
        line("FLOPs", &|row| decimal(row.costs.total().flops)),
        line("bytes read", &|row| bytes(row.costs.total().bytes_read)),
        line("bytes written", &|row| {
            bytes(row.costs.total().bytes_written)
        }),
        line("FLOPs a byte", &|row| {
            format!("{:.2}", row.costs.total().intensity())
        }),
        line("FLOPs once a session", &|row| {
            decimal(row.costs.once().flops)
        }),
        line("peak memory", &|row| bytes(row.costs.peak().bytes)),
        line("  held before", &|row| bytes(row.costs.peak().held)),
        line("  allocated", &|row| bytes(row.costs.peak().allocated)),
    ];
    let mut header = vec!["a replay"];
    if rows.len() > 1 {
        header.extend(rows.iter().map(|row| row.name.as_str()));
    } else {
        header.push("");
    }
    table(&header, &(1..=rows.len()).collect::<Vec<_>>(), lines)
}

/// Several programs: totals, then FLOPs by kind, one column a program.
fn side_by_side(rows: &[Row]) -> String {
    let mut kinds: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for (i, row) in rows.iter().enumerate() {
        for sum in row.costs.kinds() {
            let of = kinds
                .entry(&sum.name)
                .or_insert_with(|| vec![0; rows.len()]);
            if let Some(flops) = of.get_mut(i) {
                *flops = sum.cost.flops;
            }
        }
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.retain(|(_, flops)| flops.iter().any(|flops| *flops > 0));
    kinds.sort_by_key(|(_, flops)| core::cmp::Reverse(flops.iter().max().copied()));
    let lines = kinds.into_iter().map(|(name, flops)| {
        let cells = flops.iter().map(|flops| match flops {
            0 => String::new(),
            flops => decimal(*flops),
        });
        core::iter::once(name.to_owned()).chain(cells).collect()
    });
    let mut header = vec!["FLOPs by kind"];
    header.extend(rows.iter().map(|row| row.name.as_str()));
    let right: Vec<_> = (1..=rows.len()).collect();
    totals(rows) + "\n" + &table(&header, &right, lines.collect())
}

pub(crate) fn run(programs: &Programs) -> Result<Answer, Trouble> {
    let (found, stopped) = files::load(&programs.paths)?;
    let rows: Vec<Row> = found.iter().map(Row::from).collect();
    let text = match rows.as_slice() {
        [only] => one(only),
        several => side_by_side(several),
    };
    Ok(finished(Answer::new(text, &rows), stopped))
}
