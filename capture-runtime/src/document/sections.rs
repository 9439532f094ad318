//! The sections of a page that are tables.

use super::tables::Column::{Left, Right};
use super::tables::{code, table};
use super::text::{bytes, decimal, percent, root};
use crate::costs::{self, Costs};
use crate::definition::Role;
use crate::graph::{Binding, Program, ty};

/// Where the program comes from, and its totals.
pub(super) fn summary(program: &Program, costs: &Costs) -> String {
    let total = costs.total();
    let (made, kept) = (program.recorded(), program.operations().len());
    let before = if made > kept {
        format!(", of {made} recorded")
    } else {
        String::new()
    };
    let rows = vec![
        row("operations", format!("{kept}{before}")),
        row("FLOPs of a replay", decimal(total.flops)),
        row(
            "bytes moved",
            format!(
                "{} ({} read, {} written)",
                bytes(total.bytes()),
                bytes(total.bytes_read),
                bytes(total.bytes_written)
            ),
        ),
        row(
            "arithmetic intensity",
            format!("{:.2} FLOP/B", total.intensity()),
        ),
        row(
            "peak memory",
            format!(
                "{} ({} of it above what is held)",
                bytes(costs.peak().bytes),
                bytes(costs.peak().allocated)
            ),
        ),
    ];
    let place = format!(
        "Captured from {}.\n\n",
        code(&format!("{}:{}", program.file(), program.line()))
    );
    place + &table(&[Left("a replay"), Left("")], rows)
}

fn row(name: &str, value: String) -> Vec<String> {
    vec![name.to_owned(), value]
}

/// The most tensors of one parameter that are listed; the others are counted.
const LEAVES: usize = 40;

/// Parameters by role, what is frozen, and results.
pub(super) fn signature(program: &Program) -> String {
    let mut rows = Vec::new();
    for parameter in program.parameters() {
        let leaves: Vec<&Binding> = program
            .signature()
            .bindings()
            .iter()
            .filter(|binding| {
                root(&binding.name) == parameter.name && binding.role == parameter.role
            })
            .collect();
        let frozen = program.signature().frozen().iter();
        let value = frozen
            .filter(|(name, _)| name == parameter.name)
            .map(|(_, value)| format!("= {}", code(value)));
        let tensors = match leaves.as_slice() {
            [] => value.collect::<Vec<_>>().join(" "),
            [one] if one.name == parameter.name => code(&typed(one)),
            several => format!(
                "{}, {}",
                counted(several.len(), "tensor"),
                bytes(size(several))
            ),
        };
        rows.push(vec![
            parameter.role.to_string(),
            code(parameter.name),
            code(parameter.ty),
            tensors,
        ]);
    }
    for result in program.results() {
        let name = code(&result.name);
        rows.push(vec![
            "result".to_owned(),
            name,
            String::new(),
            code(&typed(result)),
        ]);
    }
    let columns = [
        Left("role"),
        Left("parameter"),
        Left("type"),
        Left("captured for"),
    ];
    let mut text = table(&columns, rows);
    text.push_str(&leaves(program));
    text
}

/// The tensors of weights and state, which may be many.
fn leaves(program: &Program) -> String {
    let held = [Role::Weights, Role::State];
    let bindings = program.signature().bindings().iter();
    let all: Vec<&Binding> = bindings.filter(|b| held.contains(&b.role)).collect();
    if all.is_empty() {
        return String::new();
    }
    let advanced: std::collections::HashSet<_> = program
        .signature()
        .role(Role::State)
        .zip(&program.next_state)
        .filter(|(leaf, next)| leaf.id != **next)
        .map(|(leaf, _)| leaf.id)
        .collect();
    let rows = all.iter().take(LEAVES).map(|leaf| {
        let changes = match (leaf.role, advanced.contains(&leaf.id)) {
            (Role::State, true) => "advances",
            (Role::State, false) => "stays",
            _ => "",
        };
        vec![
            leaf.role.to_string(),
            code(&leaf.name),
            code(&typed(leaf)),
            bytes(size(&[leaf])),
            changes.to_owned(),
        ]
    });
    let columns = [
        Left("role"),
        Left("tensor"),
        Left("type"),
        Right("size"),
        Left("a replay"),
    ];
    let more = match all.len().saturating_sub(LEAVES) {
        0 => String::new(),
        more => format!("\n… and {} more.\n", counted(more, "tensor")),
    };
    format!(
        "\n<details><summary>{} of {} held by the session</summary>\n\n{}{more}\n</details>\n",
        counted(all.len(), "tensor"),
        bytes(size(&all)),
        table(&columns, rows.collect())
    )
}

/// What every statement costs.
pub(super) fn statements(costs: &Costs) -> String {
    let total = costs.total();
    let rows = costs.statements().iter().map(|row| {
        let (place, text) = match &row.statement {
            Some(statement) => (
                format!("{}:{}", short(statement.file), statement.line),
                code(statement.text),
            ),
            None => (String::new(), "before the first statement".to_owned()),
        };
        vec![
            place,
            text,
            row.operations.to_string(),
            decimal(row.cost.flops),
            percent(row.cost.flops, total.flops),
            bytes(row.cost.bytes()),
            percent(row.cost.bytes(), total.bytes()),
            format!("{:.2}", row.cost.intensity()),
        ]
    });
    let columns = [
        Left("line"),
        Left("statement"),
        Right("operations"),
        Right("FLOPs"),
        Right(""),
        Right("bytes"),
        Right(""),
        Right("FLOP/B"),
    ];
    table(&columns, rows.collect())
}

/// The operations by kind, the dearest first.
pub(super) fn kinds(costs: &Costs) -> String {
    let rows = costs.kinds().iter().map(|kind| {
        vec![
            code(&kind.name),
            kind.operations.to_string(),
            decimal(kind.cost.flops),
            bytes(kind.cost.bytes()),
            format!("{:.2}", kind.cost.intensity()),
        ]
    });
    let columns = [
        Left("kind"),
        Right("count"),
        Right("FLOPs"),
        Right("bytes"),
        Right("FLOP/B"),
    ];
    table(&columns, rows.collect())
}

/// The most live tensors that are listed.
const LIVE: usize = 12;

/// The memory at its peak, and the tensors that set it.
pub(super) fn memory(costs: &Costs) -> String {
    let peak = costs.peak();
    let at = match &peak.operation {
        Some(operation) => {
            let place = peak.statement.as_ref().map_or_else(String::new, |s| {
                format!(" of {} ({}:{})", code(s.text), short(s.file), s.line)
            });
            format!("at {}{place}", code(operation))
        }
        None => "before the first operation".to_owned(),
    };
    let text = format!(
        "At most {} are alive at once, {at}: {} that the session and the caller hold, and {} that the replay allocates. The largest:\n\n",
        bytes(peak.bytes),
        bytes(peak.held),
        bytes(peak.allocated),
    );
    let rows = peak.live.iter().take(LIVE).map(|range| {
        vec![
            code(&format!("%{}", range.tensor.value())),
            range.name.as_deref().map_or_else(String::new, code),
            bytes(range.bytes),
            format!("{} to {}", range.first, range.last),
        ]
    });
    let columns = [
        Left("tensor"),
        Left("name"),
        Right("size"),
        Left("alive in operations"),
    ];
    let more = match peak.live.len().saturating_sub(LIVE) {
        0 => String::new(),
        more => format!("\n… and {} more.\n", counted(more, "tensor")),
    };
    text + &table(&columns, rows.collect()) + &more
}

fn typed(binding: &Binding) -> String {
    ty(&binding.shape, binding.dtype)
}

fn size(leaves: &[&Binding]) -> u64 {
    let each = leaves.iter();
    each.fold(0, |sum: u64, leaf| {
        sum.saturating_add(costs::bytes(&leaf.shape, leaf.dtype))
    })
}

fn counted(count: usize, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {what}{s}")
}

/// A file without its folders.
fn short(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}
