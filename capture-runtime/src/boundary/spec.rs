//! The shape and element type of an input, given where there is no tensor yet.

use super::ValueRange;
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
    values: Option<ValueRange>,
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
            values: None,
        }
    }

    /// The same tensor, with generated values in this range.
    ///
    /// A generated test (`#[capture_program(test)]`) draws the data of inputs. Without a range floats are uniform from -1 up to 1,
    /// ints are 0 or 1, and bools either. The range is no part of a program's signature: arguments of a replay may have any
    /// values.
    ///
    /// ```
    /// use capture_runtime::TensorSpec;
    ///
    /// let labels = TensorSpec::int([64]).within(0..6);
    /// let pixels = TensorSpec::float([64, 784]).within(0.0..1.0);
    /// # let _ = (labels, pixels);
    /// ```
    ///
    /// # Errors
    ///
    /// Capturing with a spec whose range is empty, not finite, or not one of the tensor's kind is an error that names the input.
    pub fn within(self, values: impl Into<ValueRange>) -> Self {
        Self {
            values: Some(values.into()),
            ..self
        }
    }

    /// The range that generated values are asked to be in.
    pub(crate) fn values(&self) -> Option<ValueRange> {
        self.values
    }

    /// Why the range is none for elements of type `dtype`.
    pub(crate) fn unfit(&self, dtype: DType) -> Option<String> {
        let range = self.values?;
        match self.kind {
            Kind::Bool => Some("a bool tensor has no range of values".to_owned()),
            Kind::Int if range.is_of_floats() => {
                Some("the values of an int tensor are given as a range of floats".to_owned())
            }
            Kind::Int => match range.ints() {
                None => Some("the range of its values is empty".to_owned()),
                Some((least, greatest)) => {
                    let (lowest, highest) = int_bounds(dtype);
                    let fits = lowest <= least && greatest <= highest;
                    (!fits).then(|| {
                        format!("its values {least} to {greatest} are not all of type {dtype:?}")
                    })
                }
            },
            Kind::Float if range.floats().is_some() => None,
            Kind::Float => Some("the range of its values is empty or not finite".to_owned()),
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

/// The least and the greatest integer of a type, as far as an `i64` goes.
fn int_bounds(dtype: DType) -> (i128, i128) {
    macro_rules! of {
        ($ty:ty) => {
            (<$ty>::MIN as i128, <$ty>::MAX as i128)
        };
    }
    match dtype {
        DType::I8 => of!(i8),
        DType::I16 => of!(i16),
        DType::I32 => of!(i32),
        DType::U8 => of!(u8),
        DType::U16 => of!(u16),
        DType::U32 => of!(u32),
        DType::U64 => (0, i64::MAX as i128),
        _ => of!(i64),
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
