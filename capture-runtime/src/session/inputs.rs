//! The arguments of a program that is captured without a device: specs in the place of tensors.

use crate::boundary::{Parts, ProgramInput};
use crate::live::{LiveNumber, carried};

/// Takes one spec after the other, in parameter order.
pub struct Inputs<'a> {
    parts: &'a mut Parts,
    device: &'a burn::tensor::Device,
}

impl<'a> Inputs<'a> {
    /// Describes into `parts` what is to run on `device`.
    pub(crate) fn new(parts: &'a mut Parts, device: &'a burn::tensor::Device) -> Self {
        Self { parts, device }
    }

    /// The spec of an input.
    pub fn argument<T: ProgramInput>(&mut self, name: &'static str, spec: T::Spec) {
        self.parts
            .parameter(name, |parts| T::describe(&spec, parts));
    }

    /// A live number.
    pub fn live<T: LiveNumber>(&mut self, name: &'static str) {
        self.number::<T>(name, None);
    }

    /// A live number that generated data has this value of.
    pub fn given<T: LiveNumber>(&mut self, name: &'static str, value: T) {
        self.number::<T>(name, Some(value));
    }

    fn number<T: LiveNumber>(&mut self, name: &'static str, value: Option<T>) {
        let dtype = carried(T::DTYPE, self.device);
        self.parts.parameter(name, |parts| {
            parts.described_live(dtype, value.map(T::data));
        });
    }
}
