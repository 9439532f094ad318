//! The arguments of a replay: inputs and live numbers, in parameter order.

use super::{Parts, ProgramInput, Reader};
use crate::live::{Live, live_data};
use burn::tensor::Device;

/// One argument of a replay: a [`ProgramInput`], or a number for a `#[live]` parameter.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a captured program",
    label = "neither a `ProgramInput` nor a live number",
    note = "tensors, and tuples, arrays, `Vec`s and `Option`s of them, and structs with `#[derive(ProgramInput)]` can be inputs",
    note = "a host value is marked `#[live]` (a number that changes between replays) or `#[frozen]` (a value that is part of the program)"
)]
pub trait Argument: Sized {
    /// What the parameter is while capturing.
    type Captured;

    /// Takes the argument apart; a live number takes the element type that carries it on `device`.
    fn disassemble(self, device: &Device, out: &mut Parts);
    /// Puts the captured form together.
    fn assemble(from: &mut Reader<'_>) -> Self::Captured;
}

impl<T: ProgramInput> Argument for T {
    type Captured = T;

    fn disassemble(self, _device: &Device, out: &mut Parts) {
        ProgramInput::disassemble(self, out);
    }

    fn assemble(from: &mut Reader<'_>) -> T {
        T::assemble(from)
    }
}

macro_rules! live_argument {
    ($($ty:ty),*) => {$(
        impl Argument for $ty {
            type Captured = Live<$ty>;

            fn disassemble(self, device: &Device, out: &mut Parts) {
                let number = live_data(self, device);
                out.live(number.dtype(), Some(number));
            }

            fn assemble(from: &mut Reader<'_>) -> Live<$ty> {
                Live::from_tensor(from.tensor())
            }
        }
    )*};
}

live_argument!(f32, f64, i32, i64, bool);

/// All arguments of a replay, as a tuple.
pub trait Arguments: Sized {
    /// What the parameters are while capturing, as a tuple.
    type Captured;

    /// Takes all arguments apart; `names` are the parameters' names.
    fn disassemble(self, names: &[&'static str], device: &Device, out: &mut Parts);
    /// Puts the captured form together.
    fn assemble(from: &mut Reader<'_>) -> Self::Captured;
}

macro_rules! arguments {
    ($(($($T:ident $i:tt),*))*) => {$(
        impl<$($T: Argument),*> Arguments for ($($T,)*) {
            type Captured = ($($T::Captured,)*);

            #[allow(unused_variables)]
            fn disassemble(self, names: &[&'static str], device: &Device, out: &mut Parts) {
                $(out.parameter(names.get($i).copied().unwrap_or("?"), |out| self.$i.disassemble(device, out));)*
            }

            #[allow(unused_variables, clippy::unused_unit)]
            fn assemble(from: &mut Reader<'_>) -> Self::Captured {
                ($($T::assemble(from),)*)
            }
        }
    )*};
}

arguments! {
    ()
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11)
}
