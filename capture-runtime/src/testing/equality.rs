//! Eager and replayed steps side by side: the same arguments, the same state, the same random numbers.

use super::draw::{Drawn, Numbers, draw};
use super::report::Failure;
use super::{Example, difference, value};
use crate::boundary::{Arguments, Parts, ProgramOutput, Token};
use crate::definition::Definition;
use crate::engine::EngineChoice;
use crate::error::{RecordCause, RecordError};
use crate::session::{Inputs, Session};
use burn::tensor::{Device, Distribution, Tensor, TensorData};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The seeds of the data and of the device's random generator: one run for each.
const SEEDS: [u64; 3] = [0, 1, 2];

/// The waits before a run is repeated during which somebody else drew from the random generator, in milliseconds: over a second in
/// all, which outlasts the drawing of other tests.
const WAITS: [u64; 7] = [10, 20, 40, 80, 160, 320, 640];

/// Burn has one random generator for all of Flex: generated tests draw one after the other.
static GENERATOR: Mutex<()> = Mutex::new(());

/// Runs `steps` eager and replayed steps on Flex for each of several seeds, and compares every result and every next state.
///
/// # Panics
///
/// When they differ, or when the program cannot be captured or replayed: the test that calls this fails with the message.
#[track_caller]
pub fn replay_equals_eager<I: Arguments, O: ProgramOutput, S, W, F>(
    definition: &Definition<I, O, S, W, F>,
    example: &Example<I, O, S, W, F>,
    steps: usize,
) {
    for seed in SEEDS {
        if let Err(failure) = compare(definition, example, steps, seed) {
            panic!("{failure}");
        }
    }
}

/// Compares the steps of one seed; a run that somebody disturbed is no evidence and is repeated.
fn compare<I: Arguments, O: ProgramOutput, S, W, F>(
    definition: &Definition<I, O, S, W, F>,
    example: &Example<I, O, S, W, F>,
    steps: usize,
    seed: u64,
) -> Result<(), Box<Failure>> {
    let alone = GENERATOR.lock().unwrap_or_else(PoisonError::into_inner);
    let run = || {
        let mut run = Run::start(definition, example, seed)?;
        (1..=steps).try_for_each(|step| run.step(example, step, seed))
    };
    let mut last = run();
    for wait in WAITS {
        match &last {
            Err(failure) if failure.may_be_disturbed() => {
                std::thread::sleep(Duration::from_millis(wait));
                last = run();
            }
            _ => break,
        }
    }
    drop(alone);
    last
}

/// One run: a session, and beside it what eager code has.
struct Run<I: Arguments, O, S, W, F> {
    session: Session<I, O, S, W, F>,
    definition: Definition<I, O, S, W, F>,
    state: S,
    weights: W,
    frozen: F,
    /// Where eager code runs: with autodiff where the program computes gradients.
    eager: Device,
    /// What the specs of the arguments say.
    described: Parts,
    /// The structure of the inputs.
    structure: Vec<Token>,
}

impl<I: Arguments, O: ProgramOutput, S, W, F> Run<I, O, S, W, F> {
    fn start(
        definition: &Definition<I, O, S, W, F>,
        example: &Example<I, O, S, W, F>,
        seed: u64,
    ) -> Result<Self, Box<Failure>> {
        let refused = |error| Box::new(Failure::Session(error));
        let device = Device::flex();
        let home = example.device(definition).map_err(refused)?;
        let mut described = Parts::new(device.settings());
        (example.describe)(&home, &mut Inputs::new(&mut described, &device));
        if !described.errors.is_empty() {
            let cause = RecordCause::Specs(described.errors);
            return Err(refused(RecordError::new(definition.meta, cause)));
        }
        // What the example draws, such as initial weights, is the same in every run.
        device.seed(seed);
        let session = definition
            .clone()
            .session_with(
                EngineChoice::Auto,
                &device,
                (example.state)(&home),
                (example.weights)(&home),
                (example.frozen)(&home),
            )
            .map_err(refused)?;
        let is_input = |token: &&Token| !matches!(token, Token::Live(_));
        Ok(Self {
            // The same parameters with the same identifiers, by which optimizers know them.
            state: session.state(),
            weights: session.weights(),
            frozen: (example.frozen)(&home),
            eager: match session.trains() {
                true => device.autodiff(),
                false => device,
            },
            structure: described.tokens.iter().filter(is_input).cloned().collect(),
            session,
            definition: definition.clone(),
            described,
        })
    }

    /// Runs one step both ways and compares.
    fn step(
        &mut self,
        example: &Example<I, O, S, W, F>,
        step: usize,
        seed: u64,
    ) -> Result<(), Box<Failure>> {
        let mut numbers = Numbers::of(seed, step);
        let data = draw(&self.described, &mut numbers);
        let draws = numbers.next();
        let device = self.session.device().clone();

        device.seed(draws);
        let arguments = self.arguments(example, &data, &self.eager);
        let (state, weights) = (&mut self.state, &self.weights);
        let eager = (example.eager)(arguments, state, weights, &self.frozen, &self.eager);
        let after_eager = next_random(&device);

        device.seed(draws);
        let arguments = self.arguments(example, &data, &device);
        let replayed = self.session.run(arguments, false).map_err(|error| {
            let error = Box::new(error);
            Box::new(Failure::Replay { step, seed, error })
        })?;
        let generator = next_random(&device) != after_eager;

        let program = self.definition.meta.name;
        let differs = |result, difference| {
            Box::new(Failure::Differs {
                program,
                step,
                seed,
                result,
                difference,
                generator,
            })
        };
        let settings = device.settings();
        let of_result = |output| value::of_result(output, settings);
        if let Some(difference) = difference::first(&of_result(eager), &of_result(replayed)) {
            return Err(differs(true, difference));
        }
        let of_state = |state: &S| value::of_state(&self.definition.state, state);
        let replayed = of_state(&self.session.state());
        if let Some(difference) = difference::first(&of_state(&self.state), &replayed) {
            return Err(differs(false, difference));
        }
        Ok(())
    }

    /// The arguments of one call, on `device`.
    fn arguments(
        &self,
        example: &Example<I, O, S, W, F>,
        data: &[TensorData],
        device: &Device,
    ) -> I {
        let mut drawn = Drawn::new(&self.described, &self.structure, data, device);
        (example.arguments)(&mut drawn)
    }
}

/// What the device's generator draws next: it shows how far it was used.
fn next_random(device: &Device) -> TensorData {
    Tensor::<1>::random([4], Distribution::Default, device).into_data()
}
