//! The boundary: what a program is given, and what leaves it.

use super::{Defined, Refusal};
use crate::archive::wire::{Bound, Graph, Part};
use crate::definition::Role;
use crate::error::ArchiveCause;
use std::collections::HashSet;

/// An error in a part of the boundary.
fn at(part: String) -> impl FnOnce(Refusal) -> ArchiveCause {
    move |refusal| match refusal {
        Refusal::Wrong(reason) => ArchiveCause::invalid(part, reason),
        Refusal::Large { bytes, most } => ArchiveCause::Limit {
            what: part,
            bytes,
            most,
        },
    }
}

/// Defines what the program is given: bindings in the order of their roles, and constants.
pub(super) fn given(graph: &Graph, defined: &mut Defined) -> Result<(), ArchiveCause> {
    let order = |role: Role| match role {
        Role::Input | Role::Live => Some(0),
        Role::Weights => Some(1),
        Role::State => Some(2),
        Role::Frozen | Role::Device | Role::Result => None,
    };
    let mut names = HashSet::new();
    let mut before = 0;
    for bound in &graph.bindings {
        let name = || format!("`{}`", bound.name);
        let wrong = |reason: &str| Err(ArchiveCause::invalid(name(), reason.to_owned()));
        let Some(rank) = order(bound.role.into()) else {
            return wrong("a program is given inputs, live numbers, weights and state");
        };
        if rank < before {
            return wrong("inputs come first, then weights, then state");
        }
        if rank > before {
            names.clear();
        }
        before = rank;
        if !names.insert(bound.name.as_str()) {
            return wrong("another tensor of the same role has that name");
        }
        if matches!(Role::from(bound.role), Role::Live) && bound.shape != [1] {
            return wrong("a live number is one element");
        }
        defined
            .add(bound.id, &bound.shape, bound.dtype)
            .map_err(at(name()))?;
    }
    for constant in &graph.constants {
        defined
            .add(constant.id, &constant.shape, constant.dtype)
            .map_err(at(format!("constant {}", constant.id)))?;
    }
    arguments(graph)
}

/// The structure of the arguments has the tensors that the signature has.
fn arguments(graph: &Graph) -> Result<(), ArchiveCause> {
    let mut bindings = graph
        .bindings
        .iter()
        .filter(|bound| matches!(Role::from(bound.role), Role::Input | Role::Live));
    for element in &graph.arguments {
        let fits = |role: Role, shape: &[usize], dtype, bound: Option<&Bound>| {
            bound.is_some_and(|bound| {
                Role::from(bound.role) == role
                    && bound.name == element.name
                    && bound.shape == shape
                    && bound.dtype == dtype
            })
        };
        let fits = match &element.part {
            Part::Tensor { shape, dtype } => fits(Role::Input, shape, *dtype, bindings.next()),
            Part::Live(dtype) => fits(Role::Live, &[1], *dtype, bindings.next()),
            Part::Len(_) | Part::Present(_) => true,
        };
        if !fits {
            let reason = "the structure of the arguments is not that of the signature".to_owned();
            return Err(ArchiveCause::invalid(format!("`{}`", element.name), reason));
        }
    }
    match bindings.next() {
        None => Ok(()),
        Some(bound) => Err(ArchiveCause::invalid(
            format!("`{}`", bound.name),
            "it is not in the structure of the arguments".to_owned(),
        )),
    }
}

/// Checks results and next state against what the program defines.
pub(super) fn leaving(graph: &Graph, defined: &Defined) -> Result<(), ArchiveCause> {
    let mut parts = graph.result_tokens.iter().filter_map(|part| match part {
        Part::Tensor { shape, dtype } => Some((shape, *dtype)),
        _ => None,
    });
    for result in &graph.results {
        let wrong = |reason: &str| {
            let part = format!("`{}`", result.name);
            Err(ArchiveCause::invalid(part, reason.to_owned()))
        };
        if !matches!(Role::from(result.role), Role::Result) {
            return wrong("it is no result");
        }
        let Some(known) = defined.get(result.id) else {
            return wrong("nothing in the program computes it");
        };
        if known.shape != result.shape || known.dtype != result.dtype {
            return wrong("it is not what the program computes for it");
        }
        if parts.next() != Some((&result.shape, result.dtype)) {
            return wrong("the structure of the results has it otherwise");
        }
    }
    let results = || "the results".to_owned();
    if parts.next().is_some() {
        let reason = "their structure has more tensors than there are".to_owned();
        return Err(ArchiveCause::invalid(results(), reason));
    }
    if graph
        .result_tokens
        .iter()
        .any(|part| matches!(part, Part::Live(_)))
    {
        let reason = "a live number cannot be returned".to_owned();
        return Err(ArchiveCause::invalid(results(), reason));
    }
    match graph
        .next_state
        .iter()
        .find(|id| defined.get(**id).is_none())
    {
        None => Ok(()),
        Some(id) => Err(ArchiveCause::invalid(
            "the next state".to_owned(),
            format!("nothing in the program computes tensor {id}"),
        )),
    }
}
