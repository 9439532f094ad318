//! The type behind a `#[live]` parameter.

use crate::capture::supports_dtype;
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

    /// The number that data of one element holds; zero where there is none.
    #[doc(hidden)]
    fn read(data: &TensorData) -> Self;
}

macro_rules! live_number {
    ($($ty:ty, $kind:ty, $dtype:expr;)*) => {$(
        impl LiveNumber for $ty {
            type Kind = $kind;
            const DTYPE: DType = $dtype;

            fn data(self) -> TensorData {
                TensorData::new(vec![self], [1])
            }

            fn read(data: &TensorData) -> Self {
                data.iter::<$ty>().next().unwrap_or_default()
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
/// A number of the host becomes one with `from`: a constant of the program, or, in a helper that runs eagerly, the caller's
/// number, which then takes part in ordinary host arithmetic.
///
/// There is deliberately no way to get the number back, to compare it into a host `bool`, or to print it.
///
/// A function that takes a number of the host refuses one ("expected `f64`, found `Live<f64>`"): mark the function `#[capture_fn]`
/// and its parameter `#[live]`, make it generic over what it does with the number, or make the program's parameter `#[frozen]`.
#[derive(Clone, Copy)]
pub struct Live<T: LiveNumber> {
    held: Held<T>,
    /// A handle means nothing on another thread, so it cannot be sent there.
    local: PhantomData<*const ()>,
}

/// Where the number is.
#[derive(Clone, Copy)]
enum Held<T> {
    /// On the host: it does not change between replays.
    Host(T),
    /// On the device.
    Device {
        /// Where this thread keeps the tensor.
        slot: usize,
        /// Which tensor: a slot is used again after a capture.
        id: u64,
    },
}

/// A live number, looked at.
#[allow(clippy::large_enum_variant)] // It lives as long as one match.
pub(crate) enum Known<T: LiveNumber> {
    /// It is on the host after all.
    Host(T),
    /// It is on the device, as a tensor of shape `[1]`.
    Device(Tensor<1, T::Kind>),
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

impl<T: LiveNumber> From<T> for Live<T> {
    fn from(number: T) -> Self {
        Self {
            held: Held::Host(number),
            local: PhantomData,
        }
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
        let id = NEXT.with(|next| next.replace(next.get() + 1));
        let slot = TENSORS.with(|tensors| {
            let mut tensors = tensors.borrow_mut();
            tensors.push((id, tensor::erase(tensor)));
            tensors.len() - 1
        });
        Self {
            held: Held::Device { slot, id },
            local: PhantomData,
        }
    }

    /// A live number on `device` outside of a program, for tests; it is kept until the thread ends.
    #[doc(hidden)]
    pub fn new(value: T, device: &Device) -> Self {
        Self::from_tensor(live_tensor(value, device))
    }

    /// The number as a tensor of shape `[1]`, in the element type that carries it; one of the host goes to `device`.
    ///
    /// # Panics
    ///
    /// When the program that the number belongs to is not being captured any more.
    pub fn to_tensor(self, device: &Device) -> Tensor<1, T::Kind> {
        match self.known() {
            Known::Host(number) => live_tensor(number, device),
            Known::Device(tensor) => tensor,
        }
    }

    /// The number, if it is on the host.
    pub(super) fn host(self) -> Option<T> {
        match self.held {
            Held::Host(number) => Some(number),
            Held::Device { .. } => None,
        }
    }

    /// Looks where the number is. See [`to_tensor`](Self::to_tensor) for panics.
    pub(crate) fn known(self) -> Known<T> {
        let (slot, id) = match self.held {
            Held::Host(number) => return Known::Host(number),
            Held::Device { slot, id } => (slot, id),
        };
        let kept = TENSORS.with(|tensors| tensors.borrow().get(slot).cloned());
        match kept {
            Some((kept, tensor)) if kept == id => Known::Device(tensor::restore(tensor)),
            _ => panic!("a live number is used after the capture of its program"),
        }
    }

    /// Applies a function of numbers, by its form for the host or for the device.
    pub(super) fn map<U: LiveNumber>(
        self,
        host: impl FnOnce(T) -> U,
        device: impl FnOnce(Tensor<1, T::Kind>) -> Tensor<1, U::Kind>,
    ) -> Live<U> {
        match self.known() {
            Known::Host(number) => host(number).into(),
            Known::Device(tensor) => Live::from_tensor(device(tensor)),
        }
    }
}

/// `value` as data of one element, in the widest of the number's own type and what `device` supports.
pub(crate) fn live_data<T: LiveNumber>(value: T, device: &Device) -> TensorData {
    value.data().convert_dtype(carried(T::DTYPE, device))
}

/// `value` as a tensor of shape `[1]` on `device`, in the widest of the number's own type and what the device supports.
pub(crate) fn live_tensor<T: LiveNumber>(value: T, device: &Device) -> Tensor<1, T::Kind> {
    let device = device.clone().without_autodiff();
    Tensor::from_data(value.data(), (&device, carried(T::DTYPE, &device)))
}

/// The element type that carries `dtype` on `device`.
pub(crate) fn carried(dtype: DType, device: &Device) -> DType {
    match dtype {
        DType::F64 if !supports_dtype(device, DType::F64) => DType::F32,
        DType::I64 if !supports_dtype(device, DType::I64) => DType::I32,
        DType::Bool(_) => device.settings().bool_dtype.into(),
        other => other,
    }
}
