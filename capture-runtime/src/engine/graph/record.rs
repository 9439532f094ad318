//! Recording: buffers are made, the program runs once, each piece is warmed up and recorded, and the state is put back.

use super::device::DeviceGraph;
use super::part::Part;
use super::{Graphs, Recorded};
use crate::capture::catch;
use crate::engine::buffers::{computed, copied, written};
use crate::engine::slots::Operand;
use crate::engine::stream::{Stream, alone};
use crate::engine::{Arguments, Failure, FailureKind, Pin, State};
use crate::graph::Operation;
use burn::tensor::Device;
use burn_backend::Backend;
use burn_dispatch::{Dispatch, DispatchKindConversion, DispatchTensor};
use burn_ir::{BackendIr, TensorId, TensorIr};
use std::cell::Cell;
use std::time::Instant;

impl<B> Graphs<B>
where
    B: BackendIr,
    DispatchTensor: DispatchKindConversion<B>,
{
    /// Records the graphs for `arguments`, whose state is then in buffers that the graphs write, with the values that it had.
    pub(super) fn record(&mut self, arguments: &mut Arguments) -> Result<(), Box<Failure>> {
        let _span = tracing::info_span!("record", program = self.program.name()).entered();
        self.forget();
        let started = Instant::now();
        let stream = Stream::current();
        let last = arguments.state.pin.as_ref().map(Pin::stream);
        if let Some(other) = last.filter(|last| *last != stream) {
            // What graphs on another stream wrote is complete before this stream reads it.
            let _ = other.run(|| Dispatch::sync(self.device.as_dispatch()));
        }
        let at = Cell::new(None);
        let before = in_use(&self.device);
        let saved: Vec<DispatchTensor> = match arguments.state.pin {
            Some(_) => arguments.state.tensors.iter().map(copied).collect(),
            None => arguments.state.tensors.clone(),
        };
        let recorded = alone(|| catch(|| self.record_all(arguments, &saved, stream, &at)));
        let message = match recorded {
            Ok(Ok(state)) => {
                arguments.state = state;
                self.recorded = Some(Recorded {
                    stream,
                    pin: arguments
                        .state
                        .pin
                        .clone()
                        .unwrap_or_else(|| Pin::new(stream)),
                    weights: arguments.version.clone(),
                });
                drop(saved);
                self.recordings += 1;
                self.recording_time += started.elapsed();
                self.bytes = in_use(&self.device).saturating_sub(before);
                tracing::info!(parts = self.parts.len(), bytes = self.bytes, "recorded");
                return Ok(());
            }
            Ok(Err(message)) => message,
            Err(caught) => caught.message,
        };
        arguments.state = State {
            tensors: saved,
            pin: None,
        };
        let operation = at.get().and_then(|written| self.program.writer(written));
        Err(Box::new(Failure {
            statement: operation
                .and_then(|operation| self.program.statement(operation))
                .cloned(),
            operation: operation.map_or_else(|| "the recording".to_owned(), Operation::name),
            message,
            state: None,
            kind: FailureKind::NoGraph,
        }))
    }

    fn record_all(
        &mut self,
        arguments: &mut Arguments,
        saved: &[DispatchTensor],
        stream: Stream,
        at: &Cell<Option<TensorId>>,
    ) -> Result<State, String> {
        let pin = match arguments.state.pin.take() {
            Some(pin) if pin.stream() == stream => {
                let own = core::mem::take(&mut arguments.state.tensors);
                self.bind_state(own);
                pin
            }
            _ => {
                arguments.state.tensors.clear();
                self.bind_state(saved.iter().map(copied).collect());
                Pin::new(stream)
            }
        };
        self.bind_arguments(arguments);
        // One run outside of any recording: what it sets up on a cold device may not be set up inside one.
        let step = Cell::new(0);
        let Self {
            slots,
            other,
            parts,
            device,
            layout,
            ..
        } = self;
        for part in parts.iter_mut() {
            part.allocate(slots, other, device);
            if let Part::Graph(part) = part {
                follow(at, &step, &part.writes, || {
                    part.interpret(layout, slots, other, &step);
                });
            }
        }
        let made: Vec<_> = layout
            .results
            .iter()
            .chain(&layout.state)
            .map(|slot| slots.hand_out(Operand::lending(*slot)))
            .collect();
        computed(&made)?;
        drop(made);
        Dispatch::sync(device.as_dispatch()).map_err(|error| error.to_string())?;
        for part in parts.iter_mut() {
            match part {
                Part::Outside { draws: true, .. } => {}
                Part::Outside { .. } => part.replay(slots, other)?,
                Part::Graph(part) => {
                    let graph = DeviceGraph::record(device, || {
                        follow(at, &step, &part.writes, || {
                            part.interpret(layout, slots, other, &step);
                        });
                    })?;
                    // A recording computes nothing: what later parts read is computed by a launch.
                    graph.replay(slots)?;
                    part.graph = Some(graph);
                }
            }
        }
        let leaves = self
            .take_state()
            .into_iter()
            .zip(saved)
            .zip(&self.layout.next);
        let state = leaves
            .map(|((buffer, saved), next)| match next {
                Some(_) => written(buffer, saved.clone()),
                None => buffer,
            })
            .collect();
        Dispatch::sync(self.device.as_dispatch()).map_err(|error| error.to_string())?;
        Ok(State {
            tensors: state,
            pin: Some(pin),
        })
    }

    fn bind_state(&mut self, buffers: Vec<DispatchTensor>) {
        for (slot, buffer) in self.layout.state.iter().zip(buffers) {
            self.slots.bind(*slot, buffer);
        }
    }

    /// Binds weights as they are, and inputs and live numbers in buffers of the graphs' own.
    fn bind_arguments(&mut self, arguments: &Arguments) {
        for (slot, weight) in self.layout.weights.iter().zip(&arguments.weights) {
            self.slots.bind(*slot, weight.clone());
        }
        for (slot, value) in self.given(arguments.inputs.clone()) {
            self.slots.bind(slot, copied(&value));
        }
    }
}

/// Runs `work`, whose steps count in `step`, and leaves in `at` what the step that failed would have written.
fn follow(
    at: &Cell<Option<TensorId>>,
    step: &Cell<usize>,
    writes: &[Option<TensorId>],
    work: impl FnOnce(),
) {
    struct Leave<'a>(
        &'a Cell<Option<TensorId>>,
        &'a Cell<usize>,
        &'a [Option<TensorId>],
    );
    impl Drop for Leave<'_> {
        fn drop(&mut self) {
            self.0.set(self.2.get(self.1.get()).copied().flatten());
        }
    }
    let leave = Leave(at, step, writes);
    work();
    // Nothing failed here: what fails later does not belong to a step.
    core::mem::forget(leave);
    at.set(None);
}

/// The bytes that the device has in use, as far as it says.
fn in_use(device: &Device) -> u64 {
    Dispatch::memory_pool_usage(device.as_dispatch()).map_or(0, |usage| usage.bytes_in_use)
}

/// A tensor of zeros like `tensor`, on `device`.
pub(super) fn zeros(tensor: &TensorIr, device: &Device) -> DispatchTensor {
    use burn_backend::ops::{FloatTensorOps, IntTensorOps};
    let (shape, dtype, on) = (tensor.shape.clone(), tensor.dtype, device.as_dispatch());
    match dtype.is_float() {
        true => Dispatch::float_zeros(shape, on, dtype.into()),
        false => Dispatch::int_zeros(shape, on, dtype.into()),
    }
}
