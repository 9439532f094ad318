//! What Burn's `*_scalar` methods take, widened to live numbers, and conversions between live numbers.

use super::number::Known;
use super::tensor_ops::{beside, beside_int};
use super::{Live, LiveNumber};
use burn::tensor::{
    Bool, ElementConversion, Float, FloatDType, Int, IntDType, Tensor,
    kind::{Basic, Numeric, Ordered},
};

/// A second operand that is a number of the host or a live number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be combined with a tensor of this kind",
    note = "a live `f32` or `f64` goes with a float tensor, a live `i32` or `i64` with an int tensor; convert with `as`"
)]
pub trait ScalarOperand<const D: usize, K: Basic> {
    /// The operand as a tensor that broadcasts against `tensor`, or the host number itself.
    #[doc(hidden)]
    type Host: ElementConversion;
    /// Splits the two cases.
    #[doc(hidden)]
    fn resolve(self, tensor: &Tensor<D, K>) -> Resolved<D, K, Self::Host>;
}

/// An operand, resolved beside its tensor.
#[doc(hidden)]
#[allow(clippy::large_enum_variant)] // It lives between two calls.
pub enum Resolved<const D: usize, K: Basic, E> {
    /// A number of the host: Burn's own method takes it.
    Host(E),
    /// A live number, as a tensor of one element in the tensor's rank and element type.
    Live(Tensor<D, K>),
}

impl<const D: usize, K: Basic, E: ElementConversion> ScalarOperand<D, K> for E {
    type Host = E;
    fn resolve(self, _tensor: &Tensor<D, K>) -> Resolved<D, K, E> {
        Resolved::Host(self)
    }
}

macro_rules! live_operand {
    ($beside:ident, $kind:ty, $($ty:ty),*) => {$(
        impl<const D: usize> ScalarOperand<D, $kind> for Live<$ty> {
            type Host = $ty;
            fn resolve(self, tensor: &Tensor<D, $kind>) -> Resolved<D, $kind, $ty> {
                match self.known() {
                    Known::Host(number) => Resolved::Host(number),
                    Known::Device(live) => Resolved::Live($beside(live, tensor)),
                }
            }
        }
    )*};
}

live_operand!(beside, Float, f32, f64);
live_operand!(beside_int, Int, i32, i64);

/// The `as` of live numbers.
pub trait LiveCast<U> {
    /// The result of the cast.
    type Output;
    /// Converts on the device, as `as` does on the host.
    fn live_cast(self) -> Self::Output;
}

macro_rules! live_cast {
    ($($from:ty => $to:ty, |$tensor:ident, $dtype:ident| $cast:expr;)*) => {$(
        impl LiveCast<$to> for Live<$from> {
            type Output = Live<$to>;
            fn live_cast(self) -> Live<$to> {
                self.map(|number| number as $to, |$tensor| {
                    let $dtype = super::number::carried(<$to as LiveNumber>::DTYPE, &$tensor.device());
                    $cast
                })
            }
        }
    )*};
}

live_cast! {
    f32 => f32, |tensor, dtype| tensor.cast(dtype);
    f32 => f64, |tensor, dtype| tensor.cast(dtype);
    f64 => f32, |tensor, dtype| tensor.cast(dtype);
    f64 => f64, |tensor, dtype| tensor.cast(dtype);
    i32 => i32, |tensor, dtype| tensor.cast(dtype);
    i32 => i64, |tensor, dtype| tensor.cast(dtype);
    i64 => i32, |tensor, dtype| tensor.cast(dtype);
    i64 => i64, |tensor, dtype| tensor.cast(dtype);
    i32 => f32, |tensor, dtype| tensor.cast(FloatDType::from(dtype));
    i32 => f64, |tensor, dtype| tensor.cast(FloatDType::from(dtype));
    i64 => f32, |tensor, dtype| tensor.cast(FloatDType::from(dtype));
    i64 => f64, |tensor, dtype| tensor.cast(FloatDType::from(dtype));
    f32 => i32, |tensor, dtype| tensor.cast(IntDType::from(dtype));
    f32 => i64, |tensor, dtype| tensor.cast(IntDType::from(dtype));
    f64 => i32, |tensor, dtype| tensor.cast(IntDType::from(dtype));
    f64 => i64, |tensor, dtype| tensor.cast(IntDType::from(dtype));
}

/// Chooses between two tensors of one shape on the device: `on_true` where `condition` holds.
///
/// The device form of `if condition { on_true } else { on_false }` for a live or a host `bool`.
pub fn select<const D: usize>(
    condition: impl Condition,
    on_true: Tensor<D>,
    on_false: Tensor<D>,
) -> Tensor<D> {
    condition.choose(on_true, on_false)
}

/// A `bool` of the host or a live one.
pub trait Condition {
    /// `on_true` where the condition holds, `on_false` elsewhere.
    #[doc(hidden)]
    fn choose<const D: usize>(self, on_true: Tensor<D>, on_false: Tensor<D>) -> Tensor<D>;
}

impl Condition for bool {
    fn choose<const D: usize>(self, on_true: Tensor<D>, on_false: Tensor<D>) -> Tensor<D> {
        if self { on_true } else { on_false }
    }
}

impl Condition for Live<bool> {
    fn choose<const D: usize>(self, on_true: Tensor<D>, on_false: Tensor<D>) -> Tensor<D> {
        let condition = match self.known() {
            Known::Host(condition) => return condition.choose(on_true, on_false),
            Known::Device(condition) => condition,
        };
        let mask: Tensor<D, Bool> = condition.reshape([1; D]).expand(on_false.shape());
        on_false.mask_where(mask, on_true)
    }
}

/// The functions behind [`super::scalar`].
pub(super) mod functions {
    use super::*;
    use burn::tensor::{Element, Shape, TensorCreationOptions};

    macro_rules! same_kind {
        ($($bound:ident $name:ident $pair:ident;)*) => {$(
            #[doc = concat!("`tensor.", stringify!($name), "(operand)` for a host number or a live one.")]
            pub fn $name<const D: usize, K: $bound, S: ScalarOperand<D, K>>(tensor: Tensor<D, K>, operand: S) -> Tensor<D, K> {
                match operand.resolve(&tensor) {
                    Resolved::Host(number) => tensor.$name(number),
                    Resolved::Live(live) => tensor.$pair(live),
                }
            }
        )*};
    }

    same_kind! {
        Numeric add_scalar add;
        Numeric sub_scalar sub;
        Numeric mul_scalar mul;
        Numeric div_scalar div;
        Numeric remainder_scalar remainder;
        Ordered clamp_min max_pair_;
        Ordered clamp_max min_pair_;
    }

    macro_rules! to_bool {
        ($($bound:ident $name:ident $pair:ident;)*) => {$(
            #[doc = concat!("`tensor.", stringify!($name), "(operand)` for a host number or a live one.")]
            pub fn $name<const D: usize, K: $bound, S: ScalarOperand<D, K>>(tensor: Tensor<D, K>, operand: S) -> Tensor<D, Bool> {
                match operand.resolve(&tensor) {
                    Resolved::Host(number) => tensor.$name(number),
                    Resolved::Live(live) => tensor.$pair(live),
                }
            }
        )*};
    }

    to_bool! {
        Ordered greater_scalar greater;
        Ordered greater_equal_scalar greater_equal;
        Ordered lower_scalar lower;
        Ordered lower_equal_scalar lower_equal;
    }

    /// Clamping by a live number, with the bits of Burn's `clamp_min` and `clamp_max`: an element that equals the bound, but for
    /// the sign of zero, becomes the bound on a plain device, and stays with autodiff.
    trait PairOrder: Sized {
        fn max_pair_(self, other: Self) -> Self;
        fn min_pair_(self, other: Self) -> Self;
    }

    impl<const D: usize, K: Ordered> PairOrder for Tensor<D, K> {
        fn max_pair_(self, other: Self) -> Self {
            let other = other.expand(self.shape());
            let mask = match self.device().is_autodiff() {
                true => self.clone().lower(other.clone()),
                false => self.clone().lower_equal(other.clone()),
            };
            self.mask_where(mask, other)
        }
        fn min_pair_(self, other: Self) -> Self {
            let other = other.expand(self.shape());
            let mask = match self.device().is_autodiff() {
                true => self.clone().greater(other.clone()),
                false => self.clone().greater_equal(other.clone()),
            };
            self.mask_where(mask, other)
        }
    }

    /// `tensor.powf_scalar(exponent)` for a host number or a live one.
    pub fn powf_scalar<const D: usize, S: ScalarOperand<D, Float>>(
        tensor: Tensor<D>,
        exponent: S,
    ) -> Tensor<D> {
        match exponent.resolve(&tensor) {
            Resolved::Host(number) => tensor.powf_scalar(number),
            Resolved::Live(live) => {
                let live = live.expand(tensor.shape());
                // To the power of zero everything is one, with a derivative of zero; Burn knows this of numbers, not of tensors.
                let tensor = match tensor.device().is_autodiff() {
                    true => tensor.mask_fill(live.clone().equal_scalar(0), 1),
                    false => tensor,
                };
                tensor.powf(live)
            }
        }
    }

    /// `tensor.powi_scalar(exponent)` for a host number or a live one.
    pub fn powi_scalar<const D: usize, K: Numeric, S: ScalarOperand<D, K>>(
        tensor: Tensor<D, K>,
        exponent: S,
    ) -> Tensor<D, K> {
        match exponent.resolve(&tensor) {
            Resolved::Host(number) => tensor.powi_scalar(number),
            Resolved::Live(live) => {
                let shape = tensor.shape();
                tensor.powi(live.expand(shape))
            }
        }
    }

    /// `tensor.equal_scalar(operand)` for a host number or a live one.
    pub fn equal_scalar<const D: usize, K: Basic, S: ScalarOperand<D, K>>(
        tensor: Tensor<D, K>,
        operand: S,
    ) -> Tensor<D, Bool>
    where
        S::Host: Element,
    {
        match operand.resolve(&tensor) {
            Resolved::Host(number) => tensor.equal_scalar(number),
            Resolved::Live(live) => tensor.equal(live),
        }
    }

    /// `tensor.not_equal_scalar(operand)` for a host number or a live one.
    pub fn not_equal_scalar<const D: usize, K: Basic, S: ScalarOperand<D, K>>(
        tensor: Tensor<D, K>,
        operand: S,
    ) -> Tensor<D, Bool>
    where
        S::Host: Element,
    {
        match operand.resolve(&tensor) {
            Resolved::Host(number) => tensor.not_equal_scalar(number),
            Resolved::Live(live) => tensor.not_equal(live),
        }
    }

    /// The value, whose type is written.
    pub fn typed<T>(value: T) -> T {
        value
    }

    /// `Tensor::full(shape, value, options)` for a host number or a live one.
    pub fn full<const D: usize, K: Basic, S: ScalarOperand<D, K>>(
        shape: impl Into<Shape>,
        value: S,
        options: impl Into<TensorCreationOptions>,
    ) -> Tensor<D, K> {
        let options = options.into();
        // A tensor without elements says which element type the result has.
        match value.resolve(&Tensor::empty([0; D], options.clone())) {
            Resolved::Host(number) => Tensor::full(shape, number, options),
            Resolved::Live(live) => live.expand(shape.into()),
        }
    }

    /// `tensor.mask_fill(mask, value)` for a host number or a live one.
    pub fn mask_fill<const D: usize, K: Numeric, S: ScalarOperand<D, K>>(
        tensor: Tensor<D, K>,
        mask: Tensor<D, Bool>,
        value: S,
    ) -> Tensor<D, K> {
        match value.resolve(&tensor) {
            Resolved::Host(number) => tensor.mask_fill(mask, number),
            Resolved::Live(live) => {
                let shape = tensor.shape();
                tensor.mask_where(mask, live.expand(shape))
            }
        }
    }
}
