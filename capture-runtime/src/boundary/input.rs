//! The types that can be inputs and results.

use super::{Parts, Reader, TensorSpec};
use burn::tensor::{Tensor, kind::Basic};

/// A type that can be an input of a program: tensors, tuples, arrays, `Vec`, `Option` of them, and structs that derive this.
///
/// An input is an argument of every replay. While capturing it is made of placeholders without values.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an input of a captured program",
    label = "not a `ProgramInput`",
    note = "tensors, and tuples, arrays, `Vec`s and `Option`s of them, and structs with `#[derive(ProgramInput)]` can be inputs",
    note = "a host value is marked `#[live]` (a number that changes between replays) or `#[frozen]` (a value that is part of the program)"
)]
pub trait ProgramInput: Sized {
    /// What describes an input where there is no value yet: [`TensorSpec`] for a tensor, the same container of specs for a container.
    type Spec: Clone;

    /// Adds the structure that `spec` describes.
    fn describe(spec: &Self::Spec, out: &mut Parts);
    /// Takes the value apart.
    fn disassemble(self, out: &mut Parts);
    /// Puts a value together, in the order in which [`disassemble`](Self::disassemble) took it apart.
    fn assemble(from: &mut Reader<'_>) -> Self;
}

/// A type that can be the result of a program: tensors, `()`, tuples, arrays, `Vec`, `Option` of them, and structs that derive this.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a result of a captured program",
    label = "not a `ProgramOutput`",
    note = "tensors, `()`, and tuples, arrays, `Vec`s and `Option`s of them, and structs with `#[derive(ProgramOutput)]` can be results",
    note = "a number of the host has the value that it had while capturing; return the tensor and read it after `replay()`"
)]
pub trait ProgramOutput: Sized {
    /// Takes the value apart.
    fn disassemble(self, out: &mut Parts);
    /// Puts a value together, in the order in which [`disassemble`](Self::disassemble) took it apart.
    fn assemble(from: &mut Reader<'_>) -> Self;
}

impl<const D: usize, K: Basic> ProgramInput for Tensor<D, K> {
    type Spec = TensorSpec;

    fn describe(spec: &TensorSpec, out: &mut Parts) {
        out.spec::<D, K>(spec);
    }

    fn disassemble(self, out: &mut Parts) {
        out.tensor(self);
    }

    fn assemble(from: &mut Reader<'_>) -> Self {
        from.tensor()
    }
}

impl<const D: usize, K: Basic> ProgramOutput for Tensor<D, K> {
    fn disassemble(self, out: &mut Parts) {
        out.tensor(self);
    }

    fn assemble(from: &mut Reader<'_>) -> Self {
        from.tensor()
    }
}
