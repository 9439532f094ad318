//! The operations of random programs, by what they take.

mod floats;
mod ints;
mod layers;
mod shapes;

pub(crate) use floats::{Binary, Compare, LiveKind, Make, Reduce, Ternary, Unary};
pub(crate) use ints::{Convert, IntBinary, IntUnary, Logic};
pub(crate) use layers::{Assign, Index, Layer};
pub(crate) use shapes::Reshape;

/// An enumeration of operations, the list of all of them, and what each does.
macro_rules! operations {
    (
        $(#[$doc:meta])*
        $name:ident($($arg:ident: $ty:ty),*) -> $out:ty { $($kind:ident => $body:expr,)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum $name { $($kind,)* }

        impl $name {
            /// Every kind of operation.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$kind,)*];

            /// Runs the operation.
            #[allow(unused_variables)]
            pub(crate) fn apply(self, $($arg: $ty),*) -> $out {
                match self { $(Self::$kind => $body,)* }
            }
        }
    };
}

use operations;

/// A small number out of an instruction's.
fn number(n: i8) -> f64 {
    f64::from(n) / 32.0
}

/// A dimension out of an instruction's number.
fn dim(n: i8) -> usize {
    usize::from(n & 1 == 1)
}
