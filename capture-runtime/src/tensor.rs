//! Tensors without a rank in their type: what crosses a program's boundary.
//!
//! A [`DispatchTensor`] is Burn's own rank-erased tensor. Everything here asks or changes where one
//! stands: on a real device, on the capture device, with autodiff or without.

use burn::tensor::{DType, Device, Shape, Tensor, kind::Basic};
use burn_backend::{AutodiffBackend, TensorMetadata};
use burn_dispatch::backends::{Autodiff, Capture};
use burn_dispatch::{
    BackendTensor, Dispatch, DispatchAutodiffContext, DispatchDevice, DispatchTensor,
    DispatchTensorKind, GradientCheckpointingStrategy,
};
use burn_ir::TensorId;

/// The capture backend with autodiff on top: what a training program is recorded on.
pub(crate) type Ad = Autodiff<Capture>;

/// The kind that a dtype belongs to, in the words of Burn's API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// `Tensor<D>`
    Float,
    /// `Tensor<D, Int>`
    Int,
    /// `Tensor<D, Bool>`
    Bool,
}

impl Kind {
    /// The kind that holds elements of `dtype`; `None` for quantized tensors.
    pub fn of(dtype: DType) -> Option<Self> {
        if matches!(dtype, DType::QFloat(_)) {
            None
        } else if dtype.is_float() {
            Some(Self::Float)
        } else if dtype.is_bool() {
            Some(Self::Bool)
        } else {
            Some(Self::Int)
        }
    }
}

impl core::fmt::Display for Kind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Float => "float",
            Self::Int => "int",
            Self::Bool => "bool",
        })
    }
}

/// Where a tensor stands, seen from a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// On a capture device: a placeholder or a constant of a program.
    Capture,
    /// On a device that computes.
    Device,
}

/// Where `tensor` stands.
pub(crate) fn place(tensor: &DispatchTensor) -> Place {
    let kind = match &tensor.kind {
        DispatchTensorKind::Autodiff(inner) => inner,
        other => other,
    };
    match kind {
        DispatchTensorKind::Capture(_) => Place::Capture,
        _ => Place::Device,
    }
}

/// The device of `tensor`, without its autodiff association.
pub(crate) fn device(tensor: &DispatchTensor) -> Device {
    Device::new(TensorMetadata::device(&tensor.kind)).without_autodiff()
}

/// The shape of `tensor`.
pub(crate) fn shape(tensor: &DispatchTensor) -> Shape {
    TensorMetadata::shape(&tensor.kind)
}

/// The element type of `tensor`.
pub(crate) fn dtype(tensor: &DispatchTensor) -> DType {
    TensorMetadata::dtype(&tensor.kind)
}

/// The tensor without autodiff: its value with no graph behind it. Works on the capture device,
/// where Burn's own `without_autodiff` refuses.
pub(crate) fn plain(tensor: DispatchTensor) -> DispatchTensor {
    match tensor.kind {
        DispatchTensorKind::Autodiff(inner) => match *inner {
            DispatchTensorKind::Capture(tensor) => {
                from_capture(BackendTensor::Float(Ad::inner(tensor.autodiff())))
            }
            other => Dispatch::inner(DispatchTensor {
                kind: DispatchTensorKind::Autodiff(Box::new(other)),
                autodiff: tensor.autodiff,
            }),
        },
        kind => DispatchTensor {
            kind,
            autodiff: DispatchAutodiffContext::Disabled,
        },
    }
}

/// The tensor with autodiff, as a constant of the graph. Works on the capture device.
pub(crate) fn lifted(tensor: DispatchTensor) -> DispatchTensor {
    match tensor.kind {
        DispatchTensorKind::Capture(BackendTensor::Float(tensor)) => {
            from_autodiff(Ad::from_inner(tensor))
        }
        DispatchTensorKind::Capture(tensor) => DispatchTensor {
            kind: DispatchTensorKind::Capture(tensor),
            autodiff: DispatchAutodiffContext::Enabled(GradientCheckpointingStrategy::Disabled),
        },
        kind => DispatchTensor {
            kind,
            autodiff: tensor.autodiff,
        },
    }
}

/// Wraps a primitive of the capture backend.
pub(crate) fn from_capture(tensor: BackendTensor<Capture>) -> DispatchTensor {
    DispatchTensor {
        kind: DispatchTensorKind::Capture(tensor),
        autodiff: DispatchAutodiffContext::Disabled,
    }
}

/// Wraps an autodiff primitive of the capture backend.
pub(crate) fn from_autodiff(
    tensor: <Ad as burn_backend::BackendTypes>::FloatTensorPrimitive,
) -> DispatchTensor {
    DispatchTensor {
        kind: DispatchTensorKind::Autodiff(Box::new(DispatchTensorKind::Capture(
            BackendTensor::Autodiff(tensor),
        ))),
        autodiff: DispatchAutodiffContext::Enabled(GradientCheckpointingStrategy::Disabled),
    }
}

/// The autodiff primitive of a float tensor on the capture device, `None` elsewhere.
pub(crate) fn as_autodiff(
    tensor: &DispatchTensor,
) -> Option<<Ad as burn_backend::BackendTypes>::FloatTensorPrimitive> {
    match &tensor.kind {
        DispatchTensorKind::Autodiff(inner) => match &**inner {
            DispatchTensorKind::Capture(tensor) => Some(tensor.as_autodiff().clone()),
            _ => None,
        },
        _ => None,
    }
}

/// The identifier of a tensor of the capture device, `None` elsewhere.
pub(crate) fn capture_id(tensor: &DispatchTensor) -> Option<TensorId> {
    let plain = plain(tensor.clone());
    match plain.kind {
        DispatchTensorKind::Capture(BackendTensor::Float(t)) => Some(t.id()),
        DispatchTensorKind::Capture(BackendTensor::Int(t)) => Some(t.id()),
        DispatchTensorKind::Capture(BackendTensor::Bool(t)) => Some(t.id()),
        _ => None,
    }
}

/// Moves `tensor` onto `target`, whatever backend it comes from; autodiff is left behind.
pub(crate) fn moved(tensor: DispatchTensor, target: &Device) -> DispatchTensor {
    use burn_backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
    let tensor = plain(tensor);
    let target = target.clone().without_autodiff();
    if device(&tensor) == target {
        return tensor;
    }
    match Kind::of(dtype(&tensor)) {
        Some(Kind::Bool) => Dispatch::bool_to_device(tensor, target.as_dispatch()),
        Some(Kind::Int) => Dispatch::int_to_device(tensor, target.as_dispatch()),
        _ => Dispatch::float_to_device(tensor, target.as_dispatch()),
    }
}

/// Moves each of `tensors` onto `target`.
pub(crate) fn all_moved(tensors: Vec<DispatchTensor>, target: &Device) -> Vec<DispatchTensor> {
    let each = tensors.into_iter();
    each.map(|tensor| moved(tensor, target)).collect()
}

/// A tensor without elements that stands in for a leaf of a module template. A quantized leaf, which is refused once its
/// name is known, gets a float one.
pub(crate) fn hollow(rank: usize, dtype: DType) -> DispatchTensor {
    let dtype = match Kind::of(dtype) {
        Some(_) => dtype,
        None => DType::F32,
    };
    empty(Shape::from(vec![0; rank]), dtype, &Device::flex())
}

/// A tensor without values on `device`. Its element type is not a quantized one.
pub(crate) fn empty(shape: Shape, dtype: DType, device: &Device) -> DispatchTensor {
    use burn_backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
    let device: &DispatchDevice = device.as_dispatch();
    match Kind::of(dtype) {
        Some(Kind::Bool) => Dispatch::bool_empty(shape, device, dtype.into()),
        Some(Kind::Int) => Dispatch::int_empty(shape, device, dtype.into()),
        _ => Dispatch::float_empty(shape, device, dtype.into()),
    }
}

/// A ranked tensor as a rank-erased one.
pub(crate) fn erase<const D: usize, K: Basic>(tensor: Tensor<D, K>) -> DispatchTensor {
    tensor.into_dispatch()
}

/// A rank-erased tensor as a ranked one.
///
/// # Panics
///
/// When the kind is not `K`: callers check kinds first.
pub(crate) fn restore<const D: usize, K: Basic>(tensor: DispatchTensor) -> Tensor<D, K> {
    Tensor::from_dispatch(tensor)
}

/// Whether `device` is a capture device, with autodiff or without.
pub(crate) fn is_capture(device: &Device) -> bool {
    matches!(
        device.clone().without_autodiff().as_dispatch(),
        DispatchDevice::Capture(_)
    )
}

/// Whether the value of `tensor` exists: on a device it does, on the capture device only a constant's does.
pub(crate) fn has_value(tensor: &DispatchTensor) -> bool {
    use burn_backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
    if place(tensor) == Place::Device {
        return true;
    }
    let plain = plain(tensor.clone());
    let data = match plain.kind {
        DispatchTensorKind::Capture(BackendTensor::Float(t)) => {
            burn_std::future::block_on(Capture::float_into_data(t))
        }
        DispatchTensorKind::Capture(BackendTensor::Int(t)) => {
            burn_std::future::block_on(Capture::int_into_data(t))
        }
        DispatchTensorKind::Capture(BackendTensor::Bool(t)) => {
            burn_std::future::block_on(Capture::bool_into_data(t))
        }
        _ => return false,
    };
    data.is_ok()
}

/// Whether a backward pass keeps the gradient of `tensor`.
pub(crate) fn requires_grad(tensor: &DispatchTensor) -> bool {
    use burn_backend::ops::FloatTensorOps;
    matches!(tensor.kind, DispatchTensorKind::Autodiff(_))
        && Dispatch::float_is_require_grad(tensor)
}

/// Whether `tensor` is associated with autodiff.
pub(crate) fn is_autodiff(tensor: &DispatchTensor) -> bool {
    tensor.autodiff != DispatchAutodiffContext::Disabled
}

/// A plain tensor of a real device with autodiff again, keeping its gradient when `active`.
pub(crate) fn tracked(tensor: DispatchTensor, active: bool) -> DispatchTensor {
    use burn_backend::ops::FloatTensorOps;
    match Kind::of(dtype(&tensor)) {
        Some(Kind::Float) => Dispatch::float_set_require_grad(Dispatch::from_inner(tensor), active),
        Some(Kind::Int) => Dispatch::int_from_inner(tensor),
        _ => Dispatch::bool_from_inner(tensor),
    }
}
