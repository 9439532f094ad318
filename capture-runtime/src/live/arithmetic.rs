//! Arithmetic of live numbers with numbers and with each other.

use super::Live;
use core::ops::{Add, Div, Mul, Neg, Rem, Sub};

macro_rules! binary {
    ($ty:ty, $($op:ident $method:ident $with_scalar:ident $swapped:expr;)*) => {$(
        impl $op<Live<$ty>> for Live<$ty> {
            type Output = Live<$ty>;
            fn $method(self, other: Live<$ty>) -> Live<$ty> {
                Live::from_tensor($op::$method(self.into_tensor(), other.into_tensor()))
            }
        }
        impl $op<$ty> for Live<$ty> {
            type Output = Live<$ty>;
            fn $method(self, other: $ty) -> Live<$ty> {
                Live::from_tensor(self.into_tensor().$with_scalar(other))
            }
        }
        impl $op<Live<$ty>> for $ty {
            type Output = Live<$ty>;
            fn $method(self, other: Live<$ty>) -> Live<$ty> {
                let swapped: fn($ty, Live<$ty>) -> Live<$ty> = $swapped;
                swapped(self, other)
            }
        }
        impl $op<&Live<$ty>> for Live<$ty> {
            type Output = Live<$ty>;
            fn $method(self, other: &Live<$ty>) -> Live<$ty> {
                $op::$method(self, other.clone())
            }
        }
        impl $op<$ty> for &Live<$ty> {
            type Output = Live<$ty>;
            fn $method(self, other: $ty) -> Live<$ty> {
                $op::$method(self.clone(), other)
            }
        }
    )*};
}

/// `number` as a live number beside `other`: same device, same element type.
macro_rules! constant {
    ($number:expr, $other:expr) => {
        Live::from_tensor($other.to_tensor().full_like($number))
    };
}

macro_rules! arithmetic {
    ($($ty:ty),*) => {$(
        binary! {
            $ty,
            Add add add_scalar |number, live| live + number;
            Mul mul mul_scalar |number, live| live * number;
            Sub sub sub_scalar |number, live| { let number: Live<$ty> = constant!(number, live); number - live };
            Div div div_scalar |number, live| { let number: Live<$ty> = constant!(number, live); number / live };
        }

        impl Rem<$ty> for Live<$ty> {
            type Output = Live<$ty>;
            /// The remainder with the sign of the dividend, as Rust's `%` has it.
            fn rem(self, other: $ty) -> Live<$ty> {
                // Burn's remainder has the sign of the divisor: of absolute values it is Rust's, which is exact.
                let size = self.to_tensor().abs().remainder_scalar(other.abs());
                let negative = self.into_tensor().lower_scalar(0 as $ty);
                Live::from_tensor(size.clone().mask_where(negative, size.neg()))
            }
        }

        impl Neg for Live<$ty> {
            type Output = Live<$ty>;
            fn neg(self) -> Live<$ty> {
                Live::from_tensor(self.into_tensor().neg())
            }
        }

        impl Live<$ty> {
            /// The larger of two numbers, either of them live.
            pub fn max(self, other: impl Into<LiveOr<$ty>>) -> Self {
                match other.into() {
                    LiveOr::Live(other) => Live::from_tensor(self.into_tensor().max_pair(other.into_tensor())),
                    LiveOr::Number(other) => Live::from_tensor(self.into_tensor().clamp_min(other)),
                }
            }

            /// The smaller of two numbers, either of them live.
            pub fn min(self, other: impl Into<LiveOr<$ty>>) -> Self {
                match other.into() {
                    LiveOr::Live(other) => Live::from_tensor(self.into_tensor().min_pair(other.into_tensor())),
                    LiveOr::Number(other) => Live::from_tensor(self.into_tensor().clamp_max(other)),
                }
            }

            /// The number held between two frozen bounds.
            pub fn clamp(self, min: $ty, max: $ty) -> Self {
                Live::from_tensor(self.into_tensor().clamp(min, max))
            }

            /// The absolute value.
            pub fn abs(self) -> Self {
                Live::from_tensor(self.into_tensor().abs())
            }
        }

        impl From<$ty> for LiveOr<$ty> {
            fn from(number: $ty) -> Self {
                Self::Number(number)
            }
        }
    )*};
}

arithmetic!(f32, f64, i32, i64);

/// A live number, or a number of the host that is part of the program.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)] // An argument: it lives as long as one call.
pub enum LiveOr<T: super::LiveNumber> {
    /// Changes between replays.
    Live(Live<T>),
    /// Frozen into the program.
    Number(T),
}

impl<T: super::LiveNumber> From<Live<T>> for LiveOr<T> {
    fn from(live: Live<T>) -> Self {
        Self::Live(live)
    }
}

macro_rules! float_functions {
    ($($ty:ty),*) => {$(
        impl Live<$ty> {
            /// Raises to a whole power, by the squarings and products by which Rust's `powi` does.
            pub fn powi(self, exponent: i32) -> Self {
                let mut square = self.into_tensor();
                let mut power = None;
                let mut left = exponent.unsigned_abs();
                while left > 0 {
                    if left % 2 == 1 {
                        power = Some(match power {
                            Some(power) => power * square.clone(),
                            None => square.clone(),
                        });
                    }
                    left /= 2;
                    if left > 0 {
                        square = square.clone() * square;
                    }
                }
                let power = power.unwrap_or_else(|| square.ones_like());
                Live::from_tensor(if exponent < 0 { power.recip() } else { power })
            }
            /// Raises to a power.
            pub fn powf(self, exponent: $ty) -> Self {
                Live::from_tensor(self.into_tensor().powf_scalar(exponent))
            }
            /// The largest whole number that is not larger.
            pub fn floor(self) -> Self {
                Live::from_tensor(self.into_tensor().floor())
            }
            /// The smallest whole number that is not smaller.
            pub fn ceil(self) -> Self {
                Live::from_tensor(self.into_tensor().ceil())
            }
            /// The whole part.
            pub fn trunc(self) -> Self {
                Live::from_tensor(self.into_tensor().trunc())
            }
            /// The square root.
            pub fn sqrt(self) -> Self {
                Live::from_tensor(self.into_tensor().sqrt())
            }
            /// *e* to this power.
            pub fn exp(self) -> Self {
                Live::from_tensor(self.into_tensor().exp())
            }
            /// The natural logarithm.
            pub fn ln(self) -> Self {
                Live::from_tensor(self.into_tensor().log())
            }
            /// The sine of an angle in radians.
            pub fn sin(self) -> Self {
                Live::from_tensor(self.into_tensor().sin())
            }
            /// The cosine of an angle in radians.
            pub fn cos(self) -> Self {
                Live::from_tensor(self.into_tensor().cos())
            }
            /// The hyperbolic tangent.
            pub fn tanh(self) -> Self {
                Live::from_tensor(self.into_tensor().tanh())
            }
            /// One divided by the number.
            pub fn recip(self) -> Self {
                Live::from_tensor(self.into_tensor().recip())
            }
        }
    )*};
}

float_functions!(f32, f64);
