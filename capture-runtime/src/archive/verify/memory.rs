//! How much memory a replay takes at the most.

use super::Defined;
use crate::archive::file::limit;
use crate::archive::wire::Graph;
use crate::definition::Role;
use crate::error::ArchiveCause;
use std::collections::{HashMap, HashSet};

/// Walks over the program as a replay does, each tensor from its definition to its last use, and holds the largest sum to the limit.
///
/// Tensors that share a buffer, such as a view and its source, count twice: the sum is never too small.
pub(super) fn verify(graph: &Graph, defined: &Defined) -> Result<(), ArchiveCause> {
    let size = |id: u64| defined.get(id).map_or(0, |known| known.size);
    let results = graph.results.iter().map(|result| result.id);
    let mut kept: HashSet<u64> = results.chain(graph.next_state.iter().copied()).collect();
    kept.extend(graph.constants.iter().map(|constant| constant.id));
    let weights = graph
        .bindings
        .iter()
        .filter(|bound| Role::from(bound.role) == Role::Weights);
    kept.extend(weights.map(|bound| bound.id));

    let mut last: HashMap<u64, usize> = HashMap::new();
    for (i, step) in graph.operations.iter().enumerate() {
        for tensor in step.ir.inputs().chain(step.ir.outputs()) {
            last.insert(tensor.id.value(), i);
        }
    }
    let given = graph.bindings.iter().map(|bound| bound.id);
    let given = given.chain(graph.constants.iter().map(|constant| constant.id));
    let mut live = given.fold(0u64, |sum, id| sum.saturating_add(size(id)));
    let mut most = live;
    for (i, step) in graph.operations.iter().enumerate() {
        for tensor in step.ir.outputs() {
            live = live.saturating_add(size(tensor.id.value()));
        }
        most = most.max(live);
        let nodes = step.ir.inputs().chain(step.ir.outputs());
        let ends = |id: &u64| last.get(id) == Some(&i) && !kept.contains(id);
        let ended: HashSet<u64> = nodes.map(|tensor| tensor.id.value()).filter(ends).collect();
        live = ended
            .into_iter()
            .fold(live, |sum, id| sum.saturating_sub(size(id)));
    }
    limit(
        "all tensors of a replay at one moment",
        most,
        defined.limits.live_bytes,
    )
}
