//! The listing of a page: operations under the statements that they come from.

use super::text::decimal;
use crate::costs::Costs;
use crate::graph::Program;

/// The operations by statement, each with its floating point operations.
pub(super) fn listing(program: &Program, costs: &Costs) -> String {
    let mut text = String::from("```text\n");
    text.push_str(&program.head());
    let rows: Vec<String> = program
        .operations()
        .iter()
        .map(ToString::to_string)
        .collect();
    let width = rows.iter().map(|row| row.chars().count()).max();
    let width = width.unwrap_or(0).min(72);
    let mut last = None;
    for ((operation, row), cost) in program
        .operations()
        .iter()
        .zip(rows)
        .zip(costs.operations())
    {
        if last != Some(operation.statement) {
            last = Some(operation.statement);
            if let Some(statement) = program.statement(operation) {
                text.push_str(&format!("\n  // {statement}  {}\n", statement.text));
            }
        }
        match cost.flops {
            0 => text.push_str(&format!("  {row}\n")),
            flops => text.push_str(&format!("  {row:width$}  {:>8} FLOP\n", decimal(flops))),
        }
    }
    text.push('\n');
    text.push_str(&program.tail());
    text.push_str("```\n");
    text
}
