//! One recording: placeholders in, operations and boundaries out.

use super::display::displayed;
use super::explain::explain;
use super::hook::{self, Caught};
use super::placeholder::Placeholders;
use super::pool::Lease;
use super::shared::{Names, Watching};
use super::trail::{self, Following, Reached};
use crate::boundary::{Arguments, Held, LeafInfo, LeafKind, Parts, ProgramOutput, Reader, Token};
use crate::boundary::{Collect, Leaf, LeafMapper, Value};
use crate::definition::{Definition, Meta};
use crate::error::{self, RecordCause, RecordError};
use crate::live::LiveScope;
use crate::tensor;
use burn::tensor::{CaptureError, Device, DeviceSettings, TensorData};
use burn_dispatch::{BackendTensor, DispatchTensor, DispatchTensorKind};
use burn_ir::{OperationIr, TensorId};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};

/// What a recording is made for.
pub(crate) struct Frame<'a> {
    /// Where the program will run: what it can compute with, and its default element types.
    pub(crate) target: &'a Device,
    /// The settings of the target.
    pub(crate) settings: &'a DeviceSettings,
    /// Whether the program computes gradients, or runs layers in training mode.
    pub(crate) trains: bool,
    /// The structure of the arguments.
    pub(crate) tokens: &'a [Token],
    /// Leaves that are one trainable parameter.
    pub(crate) shared: &'a [Names],
}

/// The operations of one run of the body, and which tensors cross its boundary.
pub(crate) struct Recording {
    /// The tensor that the scope's client was read off.
    probe: TensorId,
    /// The operations in order, each with the statement that it belongs to.
    pub(crate) operations: Vec<(OperationIr, Option<usize>)>,
    pub(crate) reached: Vec<Reached>,
    pub(crate) constants: BTreeMap<TensorId, TensorData>,
    pub(crate) inputs: Vec<TensorId>,
    pub(crate) weights: Vec<TensorId>,
    pub(crate) state: Vec<TensorId>,
    pub(crate) next_state: Vec<TensorId>,
    pub(crate) next_leaves: Vec<LeafInfo>,
    pub(crate) outputs: Vec<TensorId>,
    pub(crate) output_tokens: Vec<Token>,
    pub(crate) output_names: Vec<String>,
    /// Kept while another recording may start from this one's state: constants of a module move from one capture device to
    /// another, and not between two scopes of the same.
    pub(crate) lease: Option<Lease>,
}

/// Runs the body once on a capture device. Returns what it recorded, and the state after it, made of placeholders.
pub(crate) fn record<I: Arguments, O: ProgramOutput, S, W, F>(
    definition: &Definition<I, O, S, W, F>,
    frame: &Frame<'_>,
    state: (S, &[LeafInfo]),
    weights: &Held<W>,
    frozen: &F,
) -> Result<(Recording, S), RecordError> {
    let lease = Lease::take(frame.settings);
    // What the body leaves behind is written here, so that it survives the scope's closure.
    let result: RefCell<Option<Result<(Recording, S), RecordCause>>> = RefCell::new(None);
    let last: RefCell<Option<error::Place>> = RefCell::new(None);

    let captured = hook::watch(|| {
        lease.device().capture_scope(|scope| {
            let run = Run {
                definition,
                frame,
                lease: &lease,
                last: &last,
            };
            *result.borrow_mut() = Some(run.body(state.0, state.1, weights, frozen));
            // Burn checks boundaries that a program does not need: inputs and outputs are ours to say.
            scope.complete([], [])
        })
    });

    let at = last.borrow_mut().take();
    let error = |cause| RecordError::new(definition.meta, cause).at(at.clone());
    let graph = match captured {
        Err(caught) => return Err(error(explain(caught))),
        // The body used a tensor that no operation of this recording made.
        Ok((Err(CaptureError::UndeclaredInput { .. }), _)) => {
            return Err(error(RecordCause::Leaked));
        }
        Ok((Err(refused), _)) => {
            return Err(error(RecordCause::Graph {
                message: refused.to_string(),
            }));
        }
        Ok((Ok(graph), swallowed)) => {
            if let Some(error) = swallowed.and_then(|caught| hidden(definition.meta, caught)) {
                return Err(error);
            }
            graph
        }
    };
    let (mut recording, state) = match result.into_inner() {
        Some(Ok(done)) => done,
        Some(Err(cause)) => return Err(RecordError::new(definition.meta, cause)),
        None => unreachable!("a scope that completed has run the body"),
    };
    recording.constants = graph.values;
    if leaves_unknown(&recording, &graph.graph.operations) {
        return Err(RecordError::new(definition.meta, RecordCause::Leaked));
    }
    let placeholders = [&recording.inputs, &recording.weights, &recording.state]
        .into_iter()
        .flatten()
        .copied()
        .chain([recording.probe])
        .collect();
    recording.operations = attribute(graph.graph.operations, &placeholders);
    if let Some(statement) = displayed(&recording) {
        let at = statement.map(|i| trail::place(&recording.reached, i));
        return Err(RecordError::new(definition.meta, RecordCause::Display).at(at));
    }
    recording.lease = Some(lease);
    Ok((recording, state))
}

/// The error behind a panic that the body or a helper caught by itself; its own panics are its own to catch.
fn hidden(meta: &'static Meta, caught: Caught) -> Option<RecordError> {
    let place = caught.place.as_deref().cloned();
    match explain(caught) {
        RecordCause::Panic { .. } => None,
        cause => Some(RecordError::new(meta, cause).at(place)),
    }
}

/// Whether a result or a next state is a tensor that nothing of this recording made: one of an earlier recording.
fn leaves_unknown(recording: &Recording, operations: &[OperationIr]) -> bool {
    let made: HashSet<TensorId> = operations
        .iter()
        .flat_map(OperationIr::nodes)
        .map(|tensor| tensor.id)
        .collect();
    let mut leaving = recording.outputs.iter().chain(&recording.next_state);
    leaving.any(|id| !made.contains(id) && !recording.constants.contains_key(id))
}

struct Run<'a, I: Arguments, O, S, W, F> {
    definition: &'a Definition<I, O, S, W, F>,
    frame: &'a Frame<'a>,
    lease: &'a Lease,
    last: &'a RefCell<Option<error::Place>>,
}

impl<I: Arguments, O: ProgramOutput, S, W, F> Run<'_, I, O, S, W, F> {
    fn body(
        &self,
        state: S,
        leaves: &[LeafInfo],
        weights: &Held<W>,
        frozen: &F,
    ) -> Result<(Recording, S), RecordCause> {
        let Self {
            definition, frame, ..
        } = *self;
        let placeholders = Placeholders::new(self.lease.device(), frame.trains);
        let _live = LiveScope::start();

        let arguments = placeholders.arguments(frame.tokens);
        let inputs = ids(&arguments);
        let (mut state, state_tensors) = place(&definition.state, state, leaves, &placeholders);
        let template = definition.weights.detach(&weights.template);
        let (weights_value, weight_tensors) = place(
            &definition.weights,
            template,
            &weights.leaves,
            &placeholders,
        );
        let (state_ids, weights_ids) = (ids(&state_tensors), ids(&weight_tensors));
        let own = leaves.iter().zip(&state_tensors);
        let watching = Watching::start(
            frame.shared,
            own.chain(weights.leaves.iter().zip(&weight_tensors)),
        );

        let watch = || {
            let mut watches = Vec::new();
            if frame.trains && has_running(leaves, &weights.leaves) {
                definition.state.watch(&state, &mut watches);
                definition.weights.watch(&weights_value, &mut watches);
            }
            watches
        };
        let (between, after) = (watch(), watch());

        let (client, probe) = client(self.lease);
        let following = Following::start(client, definition.meta, frame.target.clone(), between);
        let tracked = Tracked { last: self.last };
        let captured = I::assemble(&mut Reader::new(frame.tokens, arguments));
        let device = match frame.trains {
            true => self.lease.device().clone().autodiff(),
            false => self.lease.device().clone(),
        };
        let output = (definition.body)(captured, &mut state, &weights_value, frozen, &device);
        for watch in &after {
            (watch.sync)();
        }
        drop(tracked);
        self.last.borrow_mut().take();
        let reached = following.finish();
        if let Some((first, second)) = watching.hit() {
            return Err(RecordCause::Shared { first, second });
        }

        let mut parts = Parts::new(*frame.settings);
        parts.parameter("result", |parts| output.disassemble(parts));
        let outputs: Vec<_> = parts.values.iter().filter_map(Value::tensor).collect();
        let outputs = boundary(outputs, |i| parts.value_name(i))?;

        let mut next = Collect::default();
        let state = definition.state.map(state, &mut next);
        let next_state = boundary(next.tensors.iter().collect(), |i| {
            next.leaves[i].name.clone()
        })?;
        self.weights_kept(weights_value, weights, &weights_ids)?;

        Ok((
            Recording {
                operations: Vec::new(),
                probe,
                reached,
                constants: BTreeMap::new(),
                inputs,
                weights: weights_ids,
                state: state_ids,
                next_state,
                next_leaves: next.leaves,
                outputs,
                output_names: parts.names(),
                output_tokens: parts.tokens,
                lease: None,
            },
            state,
        ))
    }

    /// Weights are read only; a module changes its running statistics through a shared pointer all the same.
    fn weights_kept(
        &self,
        value: W,
        weights: &Held<W>,
        ids: &[TensorId],
    ) -> Result<(), RecordCause> {
        let mut after = Collect::default();
        let _ = self.definition.weights.map(value, &mut after);
        for ((tensor, leaf), id) in after.tensors.iter().zip(&weights.leaves).zip(ids) {
            if leaf.kind == LeafKind::Running && tensor::capture_id(tensor) != Some(*id) {
                return Err(RecordCause::WeightsChange {
                    leaf: leaf.name.clone(),
                });
            }
        }
        Ok(())
    }
}

/// Remembers the last statement also when the body unwinds.
struct Tracked<'a> {
    last: &'a RefCell<Option<error::Place>>,
}

impl Drop for Tracked<'_> {
    fn drop(&mut self) {
        *self.last.borrow_mut() = trail::last();
    }
}

fn has_running(state: &[LeafInfo], weights: &[LeafInfo]) -> bool {
    state
        .iter()
        .chain(weights)
        .any(|leaf| leaf.kind == LeafKind::Running)
}

/// Puts a placeholder into every leaf of `value`.
fn place<T>(
    ops: &crate::boundary::StateOps<T>,
    value: T,
    leaves: &[LeafInfo],
    placeholders: &Placeholders<'_>,
) -> (T, Vec<DispatchTensor>) {
    let tensors: Vec<_> = leaves.iter().map(|leaf| placeholders.leaf(leaf)).collect();
    let mut place = Place {
        tensors: tensors.clone().into_iter(),
        device: placeholders.device().clone(),
    };
    let value = ops.map(value, &mut place);
    (value, tensors)
}

/// Replaces leaves by placeholders, and moves other tensors onto the capture device: they are constants of the program.
struct Place {
    tensors: std::vec::IntoIter<DispatchTensor>,
    device: Device,
}

impl LeafMapper for Place {
    fn enter(&mut self, _name: &str) {}
    fn exit(&mut self) {}
    fn leaf(&mut self, leaf: Leaf) -> DispatchTensor {
        self.tensors.next().unwrap_or(leaf.tensor)
    }
    fn constants(&self) -> Option<Device> {
        Some(self.device.clone())
    }
}

fn ids(tensors: &[DispatchTensor]) -> Vec<TensorId> {
    tensors.iter().filter_map(tensor::capture_id).collect()
}

/// The identifiers of tensors that leave the program; a tensor of another device cannot.
fn boundary(
    tensors: Vec<&DispatchTensor>,
    name: impl Fn(usize) -> String,
) -> Result<Vec<TensorId>, RecordCause> {
    tensors
        .iter()
        .enumerate()
        .map(|(i, tensor)| {
            tensor::capture_id(tensor).ok_or_else(|| RecordCause::Foreign { name: name(i) })
        })
        .collect()
}

/// The client of the scope that is active on the leased device, read off a tensor of it.
fn client(lease: &Lease) -> (trail::Client, TensorId) {
    let placeholder = Placeholders::new(lease.device(), false);
    let [tensor] = placeholder
        .arguments(&[Token::Live(burn::tensor::DType::F32)])
        .try_into()
        .unwrap_or_else(|_| unreachable!("one token makes one placeholder"));
    match tensor.kind {
        DispatchTensorKind::Capture(BackendTensor::Float(tensor)) => {
            (tensor.client.clone(), tensor.id())
        }
        _ => unreachable!("a placeholder is a tensor of the capture device"),
    }
}

/// Gives each operation the statement that was announced before it; takes out what is not an operation of the program.
fn attribute(
    operations: Vec<OperationIr>,
    placeholders: &HashSet<TensorId>,
) -> Vec<(OperationIr, Option<usize>)> {
    use burn_ir::BaseOperationIr::Empty;
    let mut current = None;
    let mut attributed = Vec::with_capacity(operations.len());
    for operation in operations {
        if let Some(statement) = trail::marker(&operation) {
            current = Some(statement);
            continue;
        }
        let boundary = match &operation {
            OperationIr::BaseFloat(Empty(made))
            | OperationIr::BaseInt(Empty(made))
            | OperationIr::BaseBool(Empty(made)) => placeholders.contains(&made.out.id),
            // A tensor made of data is a constant of the program.
            OperationIr::Init(_) => true,
            _ => false,
        };
        if !boundary {
            attributed.push((operation, current));
        }
    }
    attributed
}
