//! A capture: recordings until the state's structure is settled, then one more to compare.

use super::compare::difference;
use super::record::{Frame, Recording, record};
use super::shared;
use crate::boundary::{Arguments, Held, LeafInfo, ProgramOutput, StateOps, differing, inspect};
use crate::definition::Definition;
use crate::error::{RecordCause, RecordError};
use burn_dispatch::DispatchTensor;

/// A recording that was made twice with the same result.
pub(crate) struct Capture<S> {
    pub(crate) recording: Recording,
    /// The state with what a first step creates in it, where that was missing: an optimizer's moments, as zeros.
    pub(crate) settled: Option<(Held<S>, Vec<DispatchTensor>)>,
    /// The state's structure after a replay, where a replay changes it.
    pub(crate) next: Option<Held<S>>,
    /// Whether it was recorded with gradients.
    pub(crate) trains: bool,
}

/// Captures `definition` for arguments of the structure in `frame`.
///
/// Where no `backward` stands in the body, a helper may still compute gradients: then it is captured with them.
pub(crate) fn capture<I: Arguments, O: ProgramOutput, S, W, F>(
    definition: &Definition<I, O, S, W, F>,
    frame: &Frame<'_>,
    state: &Held<S>,
    weights: &Held<W>,
    frozen: &F,
) -> Result<Capture<S>, RecordError> {
    let _span = tracing::info_span!("capture", program = definition.meta.name).entered();
    crate::autodiff::forget_refused();
    // A held tensor with autodiff makes everything that it meets train, as it does in eager code.
    let mut held = state.leaves.iter().chain(&weights.leaves);
    let shared = shared::pairs(&state.inspection, &weights.inspection);
    let frame = &Frame {
        shared: &shared,
        trains: frame.trains || held.any(|leaf| leaf.autodiff),
        ..*frame
    };
    let captured = attempt(definition, frame, state, weights, frozen);
    if let Err(error) = &captured {
        tracing::debug!(code = error.code(), "refused");
    }
    if captured.is_err() && !frame.trains && crate::autodiff::forget_refused() {
        let frame = Frame {
            trains: true,
            ..*frame
        };
        return attempt(definition, &frame, state, weights, frozen);
    }
    captured
}

fn attempt<I: Arguments, O: ProgramOutput, S, W, F>(
    definition: &Definition<I, O, S, W, F>,
    frame: &Frame<'_>,
    state: &Held<S>,
    weights: &Held<W>,
    frozen: &F,
) -> Result<Capture<S>, RecordError> {
    let ops = &definition.state;
    let refused = |cause| Err(RecordError::new(definition.meta, cause));
    let once = |value: S, leaves: &[LeafInfo]| {
        let done = record(definition, frame, (value, leaves), weights, frozen)?;
        tracing::debug!(operations = done.0.operations.len(), "recorded");
        Ok(done)
    };

    let (mut first, mut after) = once(ops.detach(&state.template), &state.leaves)?;
    let mut settled = None;
    if !same_structure(&state.leaves, &first.next_leaves) {
        let mut template = ops.detach(&state.template);
        ops.settle(&mut template, &after);
        let (mut grown, tensors) = Held::split(ops, template);
        keep_known(&mut grown.leaves, &state.leaves);
        if !same_structure(&state.leaves, &grown.leaves) {
            (first, after) = once(ops.detach(&grown.template), &grown.leaves)?;
            settled = Some((grown, tensors));
        }
    }

    let start = settled.as_ref().map_or(state, |(grown, _)| grown);
    let steady = same_structure(&start.leaves, &first.next_leaves);
    // In a steady program the state after the first recording is the start of the second: what a step changes on the host,
    // such as a counter in a struct, shows as a difference.
    let mut changed = None;
    let (second, next) = if steady {
        changed = differing(&start.inspection.text, &inspect(ops, &after).text);
        let (second, _) = once(after, &start.leaves)?;
        (second, None)
    } else {
        let (second, _) = once(ops.detach(&start.template), &start.leaves)?;
        (second, Some(grown_state(ops, after, &start.leaves)))
    };
    if let Some((cause, place)) = difference(&first, &second) {
        return Err(RecordError::new(definition.meta, cause).at(place));
    }
    // A value that no operation shows.
    if let Some((before, after)) = changed {
        return refused(RecordCause::HostState { before, after });
    }
    Ok(Capture {
        recording: first,
        settled,
        next,
        trains: frame.trains,
    })
}

/// The structure that the state has after a step which changes it.
fn grown_state<S>(ops: &StateOps<S>, after: S, before: &[LeafInfo]) -> Held<S> {
    let (mut held, _) = Held::split(ops, after);
    for leaf in &mut held.leaves {
        let earlier = before.iter().find(|earlier| earlier.name == leaf.name);
        leaf.autodiff = earlier.is_some_and(|earlier| earlier.autodiff);
        if let Some(earlier) = earlier {
            leaf.kind = earlier.kind;
        }
    }
    held
}

/// Puts back what was known of a leaf before: in a template its tensor is hollow, and says nothing of the shape.
fn keep_known(leaves: &mut [LeafInfo], known: &[LeafInfo]) {
    for leaf in leaves {
        if let Some(known) = known.iter().find(|known| known.name == leaf.name) {
            leaf.clone_from(known);
        }
    }
}

fn same_structure(a: &[LeafInfo], b: &[LeafInfo]) -> bool {
    a.len() == b.len()
        && a.iter()
            .zip(b)
            .all(|(a, b)| a.name == b.name && a.shape == b.shape && a.dtype == b.dtype)
}
