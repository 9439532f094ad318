//! Tuples, arrays, `Vec` and `Option` as inputs and results.

use super::{Parts, ProgramInput, ProgramOutput, Reader};

impl<T: ProgramInput> ProgramInput for Vec<T> {
    type Spec = Vec<T::Spec>;

    fn describe(spec: &Self::Spec, out: &mut Parts) {
        out.len(spec.len());
        for (i, spec) in spec.iter().enumerate() {
            out.index(i, |out| T::describe(spec, out));
        }
    }

    fn disassemble(self, out: &mut Parts) {
        out.len(self.len());
        for (i, value) in self.into_iter().enumerate() {
            out.index(i, |out| value.disassemble(out));
        }
    }

    fn assemble(from: &mut Reader<'_>) -> Self {
        (0..from.len()).map(|_| T::assemble(from)).collect()
    }
}

impl<T: ProgramInput> ProgramInput for Option<T> {
    type Spec = Option<T::Spec>;

    fn describe(spec: &Self::Spec, out: &mut Parts) {
        out.present(spec.is_some());
        if let Some(spec) = spec {
            T::describe(spec, out);
        }
    }

    fn disassemble(self, out: &mut Parts) {
        out.present(self.is_some());
        if let Some(value) = self {
            value.disassemble(out);
        }
    }

    fn assemble(from: &mut Reader<'_>) -> Self {
        from.present().then(|| T::assemble(from))
    }
}

impl<T: ProgramInput, const N: usize> ProgramInput for [T; N] {
    type Spec = [T::Spec; N];

    fn describe(spec: &Self::Spec, out: &mut Parts) {
        for (i, spec) in spec.iter().enumerate() {
            out.index(i, |out| T::describe(spec, out));
        }
    }

    fn disassemble(self, out: &mut Parts) {
        for (i, value) in self.into_iter().enumerate() {
            out.index(i, |out| value.disassemble(out));
        }
    }

    fn assemble(from: &mut Reader<'_>) -> Self {
        core::array::from_fn(|_| T::assemble(from))
    }
}

impl<T: ProgramOutput> ProgramOutput for Vec<T> {
    fn disassemble(self, out: &mut Parts) {
        out.len(self.len());
        for (i, value) in self.into_iter().enumerate() {
            out.index(i, |out| value.disassemble(out));
        }
    }

    fn assemble(from: &mut Reader<'_>) -> Self {
        (0..from.len()).map(|_| T::assemble(from)).collect()
    }
}

impl<T: ProgramOutput> ProgramOutput for Option<T> {
    fn disassemble(self, out: &mut Parts) {
        out.present(self.is_some());
        if let Some(value) = self {
            value.disassemble(out);
        }
    }

    fn assemble(from: &mut Reader<'_>) -> Self {
        from.present().then(|| T::assemble(from))
    }
}

impl<T: ProgramOutput, const N: usize> ProgramOutput for [T; N] {
    fn disassemble(self, out: &mut Parts) {
        for (i, value) in self.into_iter().enumerate() {
            out.index(i, |out| value.disassemble(out));
        }
    }

    fn assemble(from: &mut Reader<'_>) -> Self {
        core::array::from_fn(|_| T::assemble(from))
    }
}

macro_rules! tuples {
    ($(($($T:ident $i:tt),*))*) => {$(
        impl<$($T: ProgramInput),*> ProgramInput for ($($T,)*) {
            type Spec = ($($T::Spec,)*);

            #[allow(unused_variables)]
            fn describe(spec: &Self::Spec, out: &mut Parts) {
                $(out.field(stringify!($i), |out| $T::describe(&spec.$i, out));)*
            }

            #[allow(unused_variables)]
            fn disassemble(self, out: &mut Parts) {
                $(out.field(stringify!($i), |out| self.$i.disassemble(out));)*
            }

            #[allow(unused_variables, clippy::unused_unit)]
            fn assemble(from: &mut Reader<'_>) -> Self {
                ($($T::assemble(from),)*)
            }
        }

        impl<$($T: ProgramOutput),*> ProgramOutput for ($($T,)*) {
            #[allow(unused_variables)]
            fn disassemble(self, out: &mut Parts) {
                $(out.field(stringify!($i), |out| self.$i.disassemble(out));)*
            }

            #[allow(unused_variables, clippy::unused_unit)]
            fn assemble(from: &mut Reader<'_>) -> Self {
                ($($T::assemble(from),)*)
            }
        }
    )*};
}

tuples! {
    ()
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}
