//! The type behind a `#[live]` parameter.

use burn::tensor::{Bool, DType, Device, Float, Int, Tensor, TensorData, kind::Basic};
use core::marker::PhantomData;

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
    impl Sealed for i32 {}
    impl Sealed for i64 {}
    impl Sealed for bool {}
}

/// A number that can be `#[live]`: `f32`, `f64`, `i32`, `i64` or `bool`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a live number",
    label = "not a live number",
    note = "a live number is `f32`, `f64`, `i32`, `i64`, or `bool`; pass anything else as `#[frozen]` or as a tensor"
)]
pub trait LiveNumber: sealed::Sealed + Copy + core::fmt::Debug + Send + Sync + 'static {
    /// The kind of tensor that carries the number on the device.
    type Kind: Basic;
    /// The element type that carries the number on a device that supports it.
    const DTYPE: DType;

    /// The number as data of one element.
    #[doc(hidden)]
    fn data(self) -> TensorData;
}

macro_rules! live_number {
    ($($ty:ty, $kind:ty, $dtype:expr;)*) => {$(
        impl LiveNumber for $ty {
            type Kind = $kind;
            const DTYPE: DType = $dtype;

            fn data(self) -> TensorData {
                TensorData::new(vec![self], [1])
            }
        }
    )*};
}

live_number! {
    f32, Float, DType::F32;
    f64, Float, DType::F64;
    i32, Int, DType::I32;
    i64, Int, DType::I64;
    bool, Bool, DType::Bool(burn::tensor::BoolStore::Native);
}

/// A number of the program that changes between replays.
///
/// While a program is captured, a `#[live] lr: f64` parameter is a `Live<f64>`: it has no value on the host, and takes
/// part in arithmetic with numbers, with other live numbers and with tensors. It lives on the device as a tensor
/// of one element, computed in the precision of `T` where the device supports it.
///
/// There is deliberately no way to get the number back, to compare it into a host `bool`, or to print it.
pub struct Live<T: LiveNumber> {
    tensor: Tensor<1, T::Kind>,
    number: PhantomData<T>,
}

impl<T: LiveNumber> Clone for Live<T> {
    fn clone(&self) -> Self {
        Self::from_tensor(self.tensor.clone())
    }
}

impl<T: LiveNumber> core::fmt::Debug for Live<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Live<{}>", core::any::type_name::<T>())
    }
}

impl<T: LiveNumber> Live<T> {
    /// The number that `tensor`, of one element, carries on its device.
    pub(crate) fn from_tensor(tensor: Tensor<1, T::Kind>) -> Self {
        Self {
            tensor,
            number: PhantomData,
        }
    }

    /// A host number on `device`, for code that is the same in eager and captured runs.
    pub fn new(value: T, device: &Device) -> Self {
        Self::from_tensor(live_tensor(value, device))
    }

    /// The number as a tensor of shape `[1]`, in the element type that carries it.
    pub fn to_tensor(&self) -> Tensor<1, T::Kind> {
        self.tensor.clone()
    }

    /// The tensor of shape `[1]` that carries the number.
    pub fn into_tensor(self) -> Tensor<1, T::Kind> {
        self.tensor
    }
}

/// `value` as a tensor of shape `[1]` on `device`, in the widest of the number's own type and what the device supports.
pub(crate) fn live_tensor<T: LiveNumber>(value: T, device: &Device) -> Tensor<1, T::Kind> {
    let device = device.clone().without_autodiff();
    Tensor::from_data(value.data(), (&device, carried(T::DTYPE, &device)))
}

/// The element type that carries `dtype` on `device`.
pub(crate) fn carried(dtype: DType, device: &Device) -> DType {
    match dtype {
        DType::F64 if !device.supports_dtype(DType::F64) => DType::F32,
        DType::I64 if !device.supports_dtype(DType::I64) => DType::I32,
        DType::Bool(_) => device.settings().bool_dtype.into(),
        other => other,
    }
}
