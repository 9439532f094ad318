//! Costs summed by statement and by kind of operation.

use super::cost::Cost;
use crate::error::Statement;
use crate::graph::Program;
use serde::Serialize;
use std::collections::HashMap;

/// What the operations of one statement cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct StatementCost {
    /// The statement; `None` for operations that come from none.
    pub statement: Option<Statement>,
    /// How many of the program's operations come from it.
    pub operations: usize,
    /// What they cost at every replay.
    pub cost: Cost,
    /// What those of them cost that run once per session.
    pub once: Cost,
}

/// What the operations of one name cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct KindCost {
    /// The operations' name, in the style of Burn's tensor API: `matmul`, `add_scalar`.
    pub name: String,
    /// How many of the program's operations have it.
    pub operations: usize,
    /// What they cost at every replay.
    pub cost: Cost,
    /// What those of them cost that run once per session.
    pub once: Cost,
}

/// Sums by statement, in the order in which the statements are met; one that a loop reaches several times is one.
pub(super) fn by_statement(
    program: &Program,
    costs: &[Cost],
    folded: &[bool],
) -> Vec<StatementCost> {
    let mut places: HashMap<Option<&Statement>, usize> = HashMap::new();
    let mut sums: Vec<StatementCost> = Vec::new();
    for (operation, (cost, folded)) in program.operations.iter().zip(costs.iter().zip(folded)) {
        let statement = program.statement(operation);
        let place = *places.entry(statement).or_insert_with(|| {
            sums.push(StatementCost {
                statement: statement.cloned(),
                operations: 0,
                cost: Cost::default(),
                once: Cost::default(),
            });
            sums.len() - 1
        });
        if let Some(sum) = sums.get_mut(place) {
            sum.operations += 1;
            *(if *folded {
                &mut sum.once
            } else {
                &mut sum.cost
            }) += *cost;
        }
    }
    sums
}

/// Sums by name: those with the most FLOPs first, of these those that move the most bytes, and of these by name.
pub(super) fn by_kind(program: &Program, costs: &[Cost], folded: &[bool]) -> Vec<KindCost> {
    let mut sums: HashMap<String, KindCost> = HashMap::new();
    for (operation, (cost, folded)) in program.operations.iter().zip(costs.iter().zip(folded)) {
        let name = operation.name();
        let sum = sums.entry(name.clone()).or_insert_with(|| KindCost {
            name,
            operations: 0,
            cost: Cost::default(),
            once: Cost::default(),
        });
        sum.operations += 1;
        *(if *folded {
            &mut sum.once
        } else {
            &mut sum.cost
        }) += *cost;
    }
    let mut kinds: Vec<KindCost> = sums.into_values().collect();
    kinds.sort_by(|a, b| {
        let key = |kind: &KindCost| (kind.cost.flops, kind.cost.bytes());
        key(b).cmp(&key(a)).then_with(|| a.name.cmp(&b.name))
    });
    kinds
}
