//! The arguments of a program that is captured without a device: specs in the place of tensors.

use crate::boundary::{Parts, ProgramInput};
use crate::live::{LiveNumber, carried};

/// Takes one spec after the other, in parameter order.
pub struct Inputs<'a> {
    pub(super) parts: &'a mut Parts,
    pub(super) device: &'a burn::tensor::Device,
}

impl Inputs<'_> {
    /// The spec of an input.
    pub fn argument<T: ProgramInput>(&mut self, name: &'static str, spec: T::Spec) {
        self.parts
            .parameter(name, |parts| T::describe(&spec, parts));
    }

    /// A live number.
    pub fn live<T: LiveNumber>(&mut self, name: &'static str) {
        let dtype = carried(T::DTYPE, self.device);
        self.parts.parameter(name, |parts| parts.live(dtype, None));
    }
}
