//! Device graphs: the pieces of a program, recorded once on the device and launched at every replay.
//!
//! A replay refreshes the buffers of inputs and live numbers, launches, and copies the results out. The new state is written into the
//! buffers of the old inside of the last graph.

mod device;
mod ends;
mod fallback;
mod layout;
mod part;
mod pieces;
mod record;

use super::buffers::{copied, on_device, written};
use super::interpreter::Interpreter;
use super::slots::{Operand, Slots};
use super::stream::Stream;
use super::{
    Arguments, Engine, EngineChoice, Failure, FailureKind, GRAPHS, Outcome, Pin, Runner, State,
    Status,
};
use crate::boundary::Value;
use crate::capture::catch;
use crate::graph::Program;
use burn::tensor::{Device, TensorData};
use burn_backend::TensorMetadata;
use burn_dispatch::{DispatchKindConversion, DispatchTensor};
use burn_ir::BackendIr;
use burn_router::TensorInterpreter;
use fallback::refused;
use layout::Layout;
use part::Part;
use std::sync::Arc;
use std::time::Duration;

/// Runs one program on one device, as graphs where they can be recorded.
pub(crate) struct Graphs<B: BackendIr> {
    program: Arc<Program>,
    device: Device,
    want: EngineChoice,
    /// Runs the program where no graph could be recorded.
    interpreter: Interpreter<B>,
    other: TensorInterpreter<B>,
    slots: Slots<B>,
    layout: Layout,
    parts: Vec<Part<B>>,
    recorded: Option<Recorded>,
    /// Whether a replay changes the structure of the state, which then has no lasting buffers.
    grows: bool,
    /// Why there is no graph.
    refused: Option<String>,
    recordings: u64,
    recording_time: Duration,
    /// How much more memory the device had in use after the recording.
    bytes: u64,
}

/// What the recorded graphs were recorded with.
struct Recorded {
    stream: Stream,
    /// The state whose buffers the graphs write.
    pin: Pin,
    /// The weights that the graphs read.
    weights: Arc<()>,
}

impl<B> Graphs<B>
where
    B: BackendIr,
    DispatchTensor: DispatchKindConversion<B>,
{
    /// Cuts `program` into pieces; they are recorded when their arguments are there.
    pub(crate) fn new(
        program: &Arc<Program>,
        device: &Device,
        on: B::Device,
        want: EngineChoice,
        grows: bool,
    ) -> Self {
        let mut interpreter = Interpreter::<B>::new(program, on.clone(), "");
        let (layout, parts) = part::parts::<B>(program, interpreter.constant());
        let mut slots = Slots::new(layout.count);
        for slot in interpreter.constant().clone() {
            slots.put(slot, interpreter.held(slot));
        }
        Self {
            program: program.clone(),
            device: device.clone(),
            want,
            other: TensorInterpreter::new(on),
            interpreter,
            slots,
            layout,
            parts,
            recorded: None,
            grows,
            refused: grows.then(|| "a replay changes the structure of the state".to_owned()),
            recordings: 0,
            recording_time: Duration::ZERO,
            bytes: 0,
        }
    }

    /// Whether the graphs can run with these arguments as they are.
    fn fits(&self, arguments: &Arguments) -> bool {
        self.recorded.as_ref().is_some_and(|recorded| {
            let pin = arguments.state.pin.as_ref();
            Arc::ptr_eq(&recorded.weights, &arguments.version)
                && (self.layout.state.is_empty() || pin == Some(&recorded.pin))
        })
    }

    /// Records the graphs where they are not recorded for these arguments.
    fn ready(&mut self, arguments: &mut Arguments) -> Result<(), Box<Failure>> {
        if let (Some(reason), EngineChoice::Graph) = (&self.refused, self.want) {
            let message = reason.clone();
            return Err(refused(None, "the program".to_owned(), message, arguments));
        }
        let cut = part::on_host(&self.parts);
        if let (Some(operation), EngineChoice::Graph) = (cut, self.want) {
            let statement = self.program.statement(operation).cloned();
            let message = "it works on the host".to_owned();
            return Err(refused(statement, operation.name(), message, arguments));
        }
        if self.refused.is_some() || self.fits(arguments) {
            return Ok(());
        }
        let Err(refusal) = self.record(arguments) else {
            return Ok(());
        };
        self.forget();
        if self.want == EngineChoice::Graph {
            return Err(refused(
                refusal.statement,
                refusal.operation,
                refusal.message,
                arguments,
            ));
        }
        tracing::warn!(
            program = self.program.name(),
            operation = refusal.operation,
            reason = refusal.message,
            "no device graph: the interpreter runs instead"
        );
        self.refused = Some(refusal.message);
        Ok(())
    }

    /// Drops the graphs and everything that they were recorded with.
    fn forget(&mut self) {
        for part in &mut self.parts {
            part.forget();
        }
        self.recorded = None;
        for slot in 0..self.layout.count {
            if !self.interpreter.constant().contains(&slot) {
                self.slots.clear(slot);
            }
        }
    }

    /// Whether something outside still holds a result that was lent.
    fn held_outside(&self) -> Option<usize> {
        let results = self.layout.results.iter().zip(&self.layout.lendable);
        let mut lent = results.enumerate().filter(|(_, (_, lendable))| **lendable);
        lent.find(|(_, (slot, _))| self.slots.is_shared(**slot))
            .map(|(i, _)| i)
    }

    /// One replay, on the stream of the graphs.
    fn launch(&mut self, arguments: Arguments) -> Result<Outcome, Box<Failure>> {
        let pin = arguments.state.pin;
        let lend = arguments.lend;
        for (slot, buffer) in self.layout.state.iter().zip(arguments.state.tensors) {
            self.slots.bind(*slot, buffer);
        }
        let launched = catch(|| {
            for (slot, value) in self.given(arguments.inputs) {
                overwrite(&mut self.slots, slot, value)?;
            }
            for part in &mut self.parts {
                part.replay(&mut self.slots, &mut self.other)?;
            }
            let mut results = Vec::with_capacity(self.layout.results.len());
            for (i, slot) in self.layout.results.iter().enumerate() {
                let result = self.slots.hand_out(Operand::lending(*slot));
                let lent = lend && self.layout.lendable[i];
                results.push(if lent { result } else { copied(&result) });
            }
            Ok(results)
        });
        let whole = self.layout.state.iter().all(|slot| self.slots.holds(*slot));
        let state = whole.then(|| State {
            tensors: self.take_state(),
            pin,
        });
        let message = match launched {
            Ok(Ok(results)) => {
                let state = state.unwrap_or_default();
                return Ok(Outcome { results, state });
            }
            Ok(Err(message)) => message,
            Err(caught) => caught.message,
        };
        // Whatever is half done is recorded anew.
        self.forget();
        Err(Box::new(Failure {
            statement: None,
            operation: "the device graph".to_owned(),
            message,
            state,
            kind: FailureKind::Operation,
        }))
    }

    fn take_state(&mut self) -> Vec<DispatchTensor> {
        let leaves = self.layout.state.iter();
        leaves
            .map(|slot| self.slots.hand_out(Operand::taking(*slot)))
            .collect()
    }

    /// The arguments on the device, each with the slot of its buffer: tensors, and live numbers by element type.
    fn given(&self, inputs: Vec<Value>) -> Vec<(usize, DispatchTensor)> {
        let mut numbers = Vec::new();
        let mut given = Vec::new();
        let mut slots = self.layout.inputs.iter();
        for value in inputs {
            match value {
                Value::Number(number) => numbers.push(number),
                Value::Tensor(tensor) => given.extend(slots.next().map(|slot| (*slot, tensor))),
            }
        }
        let packs = self.layout.numbers.iter();
        given.extend(packs.map(|pack| {
            let numbers = on_device(pack.data(&numbers), &self.device);
            (pack.buffer, numbers)
        }));
        given
    }
}

impl<B> Runner for Graphs<B>
where
    B: BackendIr,
    DispatchTensor: DispatchKindConversion<B>,
{
    fn run(&mut self, mut arguments: Arguments) -> Result<Outcome, Box<Failure>> {
        let fell_before = self.refused.is_some();
        self.ready(&mut arguments)?;
        if self.refused.is_some() && !fell_before {
            return self.interpret_first(arguments);
        }
        if let Some(result) = self.held_outside() {
            return Err(Box::new(Failure {
                statement: None,
                operation: self.program.results[result].name.clone(),
                message: "a handle on it is held".to_owned(),
                state: Some(arguments.state),
                kind: FailureKind::Held,
            }));
        }
        match &self.recorded {
            Some(recorded) => recorded.stream.run(|| self.launch(arguments)),
            None => self.interpret(arguments),
        }
    }

    fn warm_up(&mut self, mut arguments: Arguments) -> Result<State, Box<Failure>> {
        self.ready(&mut arguments)?;
        Ok(arguments.state)
    }

    fn status(&self) -> Status {
        let mut status = match &self.refused {
            Some(reason) => Status::new(
                Engine::Interpreter,
                format!("no device graph could be recorded: {reason}"),
            ),
            None => Status::new(Engine::DeviceGraph, GRAPHS),
        };
        if self.refused.is_none() {
            status.pieces = part::described(&self.program, &self.parts);
        }
        Status {
            recordings: self.recordings,
            recording_time: self.recording_time,
            graph_bytes: self.bytes,
            ..status
        }
    }
}

/// Writes `value` into the buffer in `slot`, which nothing else holds.
fn overwrite<B>(slots: &mut Slots<B>, slot: usize, value: DispatchTensor) -> Result<(), String>
where
    B: BackendIr,
    DispatchTensor: DispatchKindConversion<B>,
{
    let buffer = slots.hand_out(Operand::taking(slot));
    if !TensorMetadata::can_mut(&buffer.kind) {
        return Err(format!("the buffer of %{slot} is held by something else"));
    }
    slots.bind(slot, written(buffer, value));
    Ok(())
}

impl layout::Pack {
    /// The numbers of the pack, of all numbers of the signature.
    fn data(&self, numbers: &[TensorData]) -> TensorData {
        let mut bytes = Vec::new();
        for (place, _) in &self.numbers {
            bytes.extend_from_slice(numbers[*place].as_bytes());
        }
        TensorData::from_bytes_vec(bytes, [self.numbers.len()], self.dtype)
    }
}
