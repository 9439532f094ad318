//! Arithmetic of live numbers with tensors: the number is converted to the tensor's element type and broadcast.

use super::number::Known;
use super::{Live, LiveNumber};
use burn::tensor::{Int, Tensor};
use core::ops::{Add, Div, Mul, Sub};

/// A number beside a float tensor of rank `D`.
pub(crate) fn beside<const D: usize>(number: Tensor<1>, tensor: &Tensor<D>) -> Tensor<D> {
    number.cast(tensor.dtype()).reshape([1; D])
}

/// A number beside an int tensor of rank `D`.
pub(crate) fn beside_int<const D: usize>(
    number: Tensor<1, Int>,
    tensor: &Tensor<D, Int>,
) -> Tensor<D, Int> {
    number.cast(tensor.dtype()).reshape([1; D])
}

/// Operators between a tensor and a live number. The last part of each says what Burn computes for `number op tensor`, which
/// is not always the operator itself: `1.0 / t` is `t.recip() * 1.0`.
macro_rules! with_tensor {
    ($beside:ident, $kind:ty, [$($ty:ty),*], $ops:tt) => {
        $(with_tensor!(@ops $beside, $kind, $ty, $ops);)*
    };
    (@ops $beside:ident, $kind:ty, $ty:ty, {$($op:ident $method:ident |$live:ident, $tensor:ident| $swapped:expr;)*}) => {$(
        impl<const D: usize> $op<Live<$ty>> for Tensor<D, $kind> {
            type Output = Tensor<D, $kind>;
            fn $method(self, live: Live<$ty>) -> Self::Output {
                match live.known() {
                    Known::Host(number) => $op::$method(self, number),
                    Known::Device(live) => {
                        let live = $beside(live, &self);
                        $op::$method(self, live)
                    }
                }
            }
        }
        #[allow(clippy::suspicious_arithmetic_impl)] // Burn computes `number op tensor` so.
        impl<const D: usize> $op<Tensor<D, $kind>> for Live<$ty> {
            type Output = Tensor<D, $kind>;
            fn $method(self, $tensor: Tensor<D, $kind>) -> Self::Output {
                match self.known() {
                    Known::Host(number) => $op::$method(number, $tensor),
                    Known::Device(live) => {
                        let $live = $beside(live, &$tensor);
                        $swapped
                    }
                }
            }
        }
    )*};
}

with_tensor!(beside, burn::tensor::Float, [f32, f64], {
    Add add |live, tensor| tensor + live;
    Sub sub |live, tensor| tensor.neg().add(live);
    Mul mul |live, tensor| tensor * live;
    Div div |live, tensor| tensor.recip().mul(live);
});
with_tensor!(beside_int, Int, [i32, i64], {
    Add add |live, tensor| tensor + live;
    Sub sub |live, tensor| tensor.neg().add(live);
    Mul mul |live, tensor| tensor * live;
});

impl<const D: usize, T> Div<Live<T>> for Tensor<D, Int>
where
    T: LiveNumber<Kind = Int> + burn::tensor::ElementConversion,
{
    type Output = Tensor<D, Int>;
    fn div(self, live: Live<T>) -> Self::Output {
        match live.known() {
            Known::Host(number) => self.div_scalar(number),
            Known::Device(live) => {
                let live = beside_int(live, &self);
                self.div(live)
            }
        }
    }
}
