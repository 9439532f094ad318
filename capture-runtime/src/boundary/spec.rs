//! The shape and element type of an input, given where there is no tensor yet.

use crate::tensor::Kind;
use burn::tensor::{DType, DeviceSettings, Shape, Tensor, kind::Basic};

/// The shape, the kind and, optionally, the element type of one input tensor.
///
/// ```
/// use capture_runtime::TensorSpec;
///
/// let features = TensorSpec::float([64, 11]);
/// assert_eq!(features.shape().as_slice(), [64, 11]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorSpec {
    kind: Kind,
    shape: Shape,
    dtype: Option<DType>,
}

impl TensorSpec {
    /// A float tensor in the device's default float type.
    pub fn float(shape: impl Into<Shape>) -> Self {
        Self::of(Kind::Float, shape)
    }

    /// An int tensor in the device's default int type.
    pub fn int(shape: impl Into<Shape>) -> Self {
        Self::of(Kind::Int, shape)
    }

    /// A bool tensor in the device's default bool type.
    pub fn bool(shape: impl Into<Shape>) -> Self {
        Self::of(Kind::Bool, shape)
    }

    /// A tensor of exactly this element type.
    ///
    /// # Panics
    ///
    /// When `dtype` is quantized: quantized tensors cannot be captured.
    pub fn with_dtype(shape: impl Into<Shape>, dtype: DType) -> Self {
        let kind = Kind::of(dtype).expect("quantized tensors cannot be captured");
        Self {
            dtype: Some(dtype),
            ..Self::of(kind, shape)
        }
    }

    fn of(kind: Kind, shape: impl Into<Shape>) -> Self {
        Self {
            kind,
            shape: shape.into(),
            dtype: None,
        }
    }

    /// Float, int or bool.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The extent of every dimension.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The element type, with the device's default where none was given.
    pub(crate) fn resolve(&self, defaults: &DeviceSettings) -> DType {
        self.dtype.unwrap_or_else(|| match self.kind {
            Kind::Float => defaults.float_dtype.into(),
            Kind::Int => defaults.int_dtype.into(),
            Kind::Bool => defaults.bool_dtype.into(),
        })
    }
}

impl<const D: usize, K: Basic> From<&Tensor<D, K>> for TensorSpec {
    /// The spec that an example tensor meets; its values are not looked at.
    fn from(tensor: &Tensor<D, K>) -> Self {
        Self::with_dtype(tensor.shape(), tensor.dtype())
    }
}

impl<const D: usize, K: Basic> From<Tensor<D, K>> for TensorSpec {
    fn from(tensor: Tensor<D, K>) -> Self {
        Self::from(&tensor)
    }
}
