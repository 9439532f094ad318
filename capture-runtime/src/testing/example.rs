//! How a program is captured for its generated tests, as the option `example(..)` says it.

use super::draw::Drawn;
use crate::boundary::{Arguments, ProgramOutput};
use crate::definition::Definition;
use crate::error::RecordError;
use crate::graph::Program;
use crate::session::Inputs;
use burn::tensor::Device;

/// What generated code says of one program: the user's expressions, each once, and the user's function.
pub struct Example<I: Arguments, O, S, W, F> {
    /// The state before the first step.
    pub state: fn(&Device) -> S,
    /// The weights.
    pub weights: fn(&Device) -> W,
    /// The frozen values.
    pub frozen: fn(&Device) -> F,
    /// Describes the inputs and the live numbers.
    pub describe: fn(&Device, &mut Inputs<'_>),
    /// Puts the arguments together out of drawn data.
    pub arguments: fn(&mut Drawn<'_>) -> I,
    /// Calls the user's function.
    pub eager: fn(I, &mut S, &W, &F, &Device) -> O,
}

impl<I: Arguments, O: ProgramOutput, S, W, F> Example<I, O, S, W, F> {
    /// The program, captured without a device, with the example's values made on `device`; and whether it computes gradients.
    fn program(
        &self,
        definition: &Definition<I, O, S, W, F>,
        device: &Device,
    ) -> Result<(Program, bool), RecordError> {
        let state = definition.state.detach(&(self.state)(device));
        let weights = definition.weights.detach(&(self.weights)(device));
        let frozen = (self.frozen)(device);
        let describe = |inputs: &mut Inputs<'_>| (self.describe)(device, inputs);
        let definition = definition.clone();
        definition.program_and_training(state, weights, frozen, describe)
    }

    /// The device that the example's values are made on: Flex, with autodiff where the program trains.
    ///
    /// Eager code has to have the autodiff device from the start. Where the attribute sees no `backward`, a helper may compute
    /// gradients, which a capture finds out.
    pub(super) fn device(
        &self,
        definition: &Definition<I, O, S, W, F>,
    ) -> Result<Device, RecordError> {
        let device = Device::flex();
        let trains = definition.meta.trains || self.program(definition, &device)?.1;
        Ok(if trains { device.autodiff() } else { device })
    }
}

/// The program, captured as the example says, without a device.
///
/// # Panics
///
/// When it cannot be captured: the test that asks for it fails with the error.
#[track_caller]
pub fn captured<I: Arguments, O: ProgramOutput, S, W, F>(
    definition: &Definition<I, O, S, W, F>,
    example: &Example<I, O, S, W, F>,
) -> Program {
    let device = example.device(definition);
    let captured = device.and_then(|device| example.program(definition, &device));
    match captured {
        Ok((program, _)) => program,
        Err(error) => panic!("{error}"),
    }
}
