//! The type behind a `#[live]` parameter.

use crate::tensor;
use burn::tensor::{Bool, DType, Device, Float, Int, Tensor, TensorData, kind::Basic};
use burn_dispatch::DispatchTensor;
use core::marker::PhantomData;
use std::cell::{Cell, RefCell};

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
/// of one element, computed in the precision of `T` where the device supports it. It is `Copy`, as the number is in eager code.
///
/// There is deliberately no way to get the number back, to compare it into a host `bool`, or to print it.
pub struct Live<T: LiveNumber> {
    /// Where this thread keeps the tensor. A handle means nothing on another thread, so it cannot be sent there.
    slot: usize,
    /// Which tensor: a slot is used again after a capture.
    id: u64,
    number: PhantomData<(T, *const ())>,
}

thread_local! {
    /// The tensors of the live numbers of the captures under way on this thread.
    static TENSORS: RefCell<Vec<(u64, DispatchTensor)>> = const { RefCell::new(Vec::new()) };
    static NEXT: Cell<u64> = const { Cell::new(0) };
}

/// Keeps the live numbers of one capture; dropping it forgets those that were made since.
pub(crate) struct LiveScope {
    before: usize,
}

impl LiveScope {
    pub(crate) fn start() -> Self {
        let before = TENSORS.with(|tensors| tensors.borrow().len());
        Self { before }
    }
}

impl Drop for LiveScope {
    fn drop(&mut self) {
        let forgotten = TENSORS.with(|tensors| {
            let mut tensors = tensors.borrow_mut();
            let before = self.before.min(tensors.len());
            tensors.split_off(before)
        });
        drop(forgotten);
    }
}

impl<T: LiveNumber> Clone for Live<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: LiveNumber> Copy for Live<T> {}

impl<T: LiveNumber> core::fmt::Debug for Live<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Live<{}>", core::any::type_name::<T>())
    }
}

impl<T: LiveNumber> Live<T> {
    /// The number that `tensor`, of one element, carries on its device.
    pub(crate) fn from_tensor(tensor: Tensor<1, T::Kind>) -> Self {
        let id = NEXT.with(|next| next.replace(next.get() + 1));
        let slot = TENSORS.with(|tensors| {
            let mut tensors = tensors.borrow_mut();
            tensors.push((id, tensor::erase(tensor)));
            tensors.len() - 1
        });
        Self {
            slot,
            id,
            number: PhantomData,
        }
    }

    /// A live number on `device` outside of a program, for tests; it is kept until the thread ends.
    #[doc(hidden)]
    pub fn new(value: T, device: &Device) -> Self {
        Self::from_tensor(live_tensor(value, device))
    }

    /// The number as a tensor of shape `[1]`, in the element type that carries it.
    ///
    /// # Panics
    ///
    /// When the program that the number belongs to is not being captured any more.
    pub fn to_tensor(self) -> Tensor<1, T::Kind> {
        let kept = TENSORS.with(|tensors| tensors.borrow().get(self.slot).cloned());
        match kept {
            Some((id, tensor)) if id == self.id => tensor::restore(tensor),
            _ => panic!("a live number is used after the capture of its program"),
        }
    }

    /// The tensor of shape `[1]` that carries the number. See [`to_tensor`](Self::to_tensor) for panics.
    pub(crate) fn into_tensor(self) -> Tensor<1, T::Kind> {
        self.to_tensor()
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
