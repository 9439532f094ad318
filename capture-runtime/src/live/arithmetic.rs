//! Arithmetic of live numbers with numbers and with each other.

use super::number::Known;
use super::{Live, LiveNumber};
use burn::tensor::Tensor;
use core::ops::{
    Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign,
};

/// The kind of tensor that carries a number.
type Kind<T> = <T as LiveNumber>::Kind;

macro_rules! binary {
    ($ty:ty, $($op:ident $method:ident $assign:ident $in_place:ident $with_scalar:ident $swapped:expr;)*) => {$(
        impl $op<Live<$ty>> for Live<$ty> {
            type Output = Live<$ty>;
            fn $method(self, other: Live<$ty>) -> Live<$ty> {
                match (self.known(), other.known()) {
                    (Known::Host(a), Known::Host(b)) => Live::from($op::$method(a, b)),
                    (Known::Host(a), Known::Device(_)) => $op::$method(a, other),
                    (Known::Device(a), Known::Host(b)) => Live::from_tensor(a.$with_scalar(b)),
                    (Known::Device(a), Known::Device(b)) => Live::from_tensor($op::$method(a, b)),
                }
            }
        }
        impl $op<$ty> for Live<$ty> {
            type Output = Live<$ty>;
            fn $method(self, other: $ty) -> Live<$ty> {
                self.map(|number| $op::$method(number, other), |live| live.$with_scalar(other))
            }
        }
        impl $op<Live<$ty>> for $ty {
            type Output = Live<$ty>;
            fn $method(self, other: Live<$ty>) -> Live<$ty> {
                let swapped: fn($ty, Tensor<1, Kind<$ty>>) -> Tensor<1, Kind<$ty>> = $swapped;
                other.map(|other| $op::$method(self, other), |other| swapped(self, other))
            }
        }
        impl $op<&Live<$ty>> for Live<$ty> {
            type Output = Live<$ty>;
            fn $method(self, other: &Live<$ty>) -> Live<$ty> {
                $op::$method(self, *other)
            }
        }
        impl $op<$ty> for &Live<$ty> {
            type Output = Live<$ty>;
            fn $method(self, other: $ty) -> Live<$ty> {
                $op::$method(*self, other)
            }
        }
        impl $assign<Live<$ty>> for Live<$ty> {
            fn $in_place(&mut self, other: Live<$ty>) {
                *self = $op::$method(*self, other);
            }
        }
        impl $assign<$ty> for Live<$ty> {
            fn $in_place(&mut self, other: $ty) {
                *self = $op::$method(*self, other);
            }
        }
    )*};
}

macro_rules! arithmetic {
    ($($ty:ty),*) => {$(
        binary! {
            $ty,
            Add add AddAssign add_assign add_scalar |number, live| live.add_scalar(number);
            Mul mul MulAssign mul_assign mul_scalar |number, live| live.mul_scalar(number);
            Sub sub SubAssign sub_assign sub_scalar |number, live| live.full_like(number) - live;
            Div div DivAssign div_assign div_scalar |number, live| live.full_like(number) / live;
        }

        impl Rem<$ty> for Live<$ty> {
            type Output = Live<$ty>;
            /// The remainder with the sign of the dividend, as Rust's `%` has it.
            fn rem(self, other: $ty) -> Live<$ty> {
                self.map(|number| number % other, |live| {
                    // Burn's remainder has the sign of the divisor: of absolute values it is Rust's, which is exact.
                    let size = live.clone().abs().remainder_scalar(other.abs());
                    let negative = live.lower_scalar(0 as $ty);
                    size.clone().mask_where(negative, size.neg())
                })
            }
        }

        impl RemAssign<$ty> for Live<$ty> {
            fn rem_assign(&mut self, other: $ty) {
                *self = *self % other;
            }
        }

        impl Neg for Live<$ty> {
            type Output = Live<$ty>;
            fn neg(self) -> Live<$ty> {
                self.map(|number| -number, Tensor::neg)
            }
        }

        impl Live<$ty> {
            /// The larger of two numbers, either of them live.
            pub fn max(self, other: impl Into<Self>) -> Self {
                match (self.known(), other.into().known()) {
                    (Known::Host(a), Known::Host(b)) => Live::from(<$ty>::max(a, b)),
                    (Known::Host(number), Known::Device(live)) | (Known::Device(live), Known::Host(number)) => {
                        Live::from_tensor(live.clamp_min(number))
                    }
                    (Known::Device(a), Known::Device(b)) => Live::from_tensor(a.max_pair(b)),
                }
            }

            /// The smaller of two numbers, either of them live.
            pub fn min(self, other: impl Into<Self>) -> Self {
                match (self.known(), other.into().known()) {
                    (Known::Host(a), Known::Host(b)) => Live::from(<$ty>::min(a, b)),
                    (Known::Host(number), Known::Device(live)) | (Known::Device(live), Known::Host(number)) => {
                        Live::from_tensor(live.clamp_max(number))
                    }
                    (Known::Device(a), Known::Device(b)) => Live::from_tensor(a.min_pair(b)),
                }
            }

            /// The number held between two frozen bounds.
            pub fn clamp(self, min: $ty, max: $ty) -> Self {
                self.map(|number| number.clamp(min, max), |live| live.clamp(min, max))
            }

            /// The absolute value.
            pub fn abs(self) -> Self {
                self.map(<$ty>::abs, Tensor::abs)
            }
        }
    )*};
}

arithmetic!(f32, f64, i32, i64);

macro_rules! float_functions {
    ($($ty:ty),*) => {$(
        impl Live<$ty> {
            /// Raises to a whole power, by the squarings and products by which Rust's `powi` does.
            pub fn powi(self, exponent: i32) -> Self {
                self.map(|number| number.powi(exponent), |live| whole_power(live, exponent))
            }
            /// Raises to a power.
            pub fn powf(self, exponent: $ty) -> Self {
                self.map(|number| number.powf(exponent), |live| live.powf_scalar(exponent))
            }
            /// The largest whole number that is not larger.
            pub fn floor(self) -> Self {
                self.map(<$ty>::floor, Tensor::floor)
            }
            /// The smallest whole number that is not smaller.
            pub fn ceil(self) -> Self {
                self.map(<$ty>::ceil, Tensor::ceil)
            }
            /// The whole part.
            pub fn trunc(self) -> Self {
                self.map(<$ty>::trunc, Tensor::trunc)
            }
            /// The square root.
            pub fn sqrt(self) -> Self {
                self.map(<$ty>::sqrt, Tensor::sqrt)
            }
            /// *e* to this power.
            pub fn exp(self) -> Self {
                self.map(<$ty>::exp, Tensor::exp)
            }
            /// The natural logarithm.
            pub fn ln(self) -> Self {
                self.map(<$ty>::ln, Tensor::log)
            }
            /// The sine of an angle in radians.
            pub fn sin(self) -> Self {
                self.map(<$ty>::sin, Tensor::sin)
            }
            /// The cosine of an angle in radians.
            pub fn cos(self) -> Self {
                self.map(<$ty>::cos, Tensor::cos)
            }
            /// The hyperbolic tangent.
            pub fn tanh(self) -> Self {
                self.map(<$ty>::tanh, Tensor::tanh)
            }
            /// One divided by the number.
            pub fn recip(self) -> Self {
                self.map(<$ty>::recip, Tensor::recip)
            }
        }
    )*};
}

float_functions!(f32, f64);

/// `live` to a whole power, by the squarings and products by which Rust's `powi` does.
fn whole_power(live: Tensor<1>, exponent: i32) -> Tensor<1> {
    let mut square = live;
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
    if exponent < 0 { power.recip() } else { power }
}
