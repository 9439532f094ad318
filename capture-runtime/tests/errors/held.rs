//! Programs whose held values are the error: a parameter held twice, a number that changes.

use crate::common::flex;
use burn::nn::{Linear, LinearConfig};
use burn::prelude::*;
use capture_runtime::prelude::*;

/// Where these programs stand.
pub(crate) const FILE: &str = file!();

pub(crate) fn linear() -> Linear {
    LinearConfig::new(3, 2).init(&flex())
}

#[capture_program]
pub(crate) fn distils(student: &mut Linear, teacher: &Linear, x: Tensor<2>) -> Tensor<1> {
    let loss = (student.forward(x.clone()) - teacher.forward(x))
        .square()
        .mean();
    let gradients = loss.backward();
    if let Some(gradient) = student.weight.grad(&gradients) {
        student.weight = student.weight.clone().map(|w| w - gradient.detach());
    }
    loss
}

#[derive(Module, Debug)]
pub(crate) struct Counted {
    pub(crate) layer: Linear,
    pub(crate) steps: usize,
}

mod counting {
    pub(super) fn advance(counted: &mut super::Counted) {
        counted.steps += 1;
    }
}

#[capture_program]
#[allow(deprecated)] // That the state never changes is what the test is about.
pub(crate) fn counts_steps(counted: &mut Counted, x: Tensor<2>) -> Tensor<2> {
    counting::advance(counted);
    counted.layer.forward(x)
}
