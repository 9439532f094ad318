//! The data of tensors as safetensors holds it.

use crate::error::ArchiveCause;
use burn::tensor::{BoolStore, DType, TensorData};
use safetensors::tensor::{Dtype, TensorView, View};
use std::borrow::Cow;

/// Data of Burn, as safetensors writes it.
pub struct Stored<'a> {
    data: &'a TensorData,
    dtype: Dtype,
}

impl<'a> Stored<'a> {
    /// `data`, where safetensors has a type for its elements.
    pub fn new(data: &'a TensorData) -> Option<Self> {
        let dtype = stored(data.dtype())?;
        Some(Self { data, dtype })
    }
}

impl View for Stored<'_> {
    fn dtype(&self) -> Dtype {
        self.dtype
    }

    fn shape(&self) -> &[usize] {
        self.data.shape().as_slice()
    }

    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(self.data.as_bytes())
    }

    fn data_len(&self) -> usize {
        self.data.as_bytes().len()
    }
}

/// The type under which safetensors holds elements of `dtype`: of the same size, and the same type where it has that.
///
/// `flex32` is computed in halves by some devices and stored as `f32`; Burn's bools of one byte or four are stored as they lie in memory.
pub(super) fn stored(dtype: DType) -> Option<Dtype> {
    Some(match dtype {
        DType::F64 => Dtype::F64,
        DType::F32 | DType::Flex32 => Dtype::F32,
        DType::F16 => Dtype::F16,
        DType::BF16 => Dtype::BF16,
        DType::I64 => Dtype::I64,
        DType::I32 => Dtype::I32,
        DType::I16 => Dtype::I16,
        DType::I8 => Dtype::I8,
        DType::U64 => Dtype::U64,
        DType::U32 | DType::Bool(BoolStore::U32) => Dtype::U32,
        DType::U16 => Dtype::U16,
        DType::U8 | DType::Bool(BoolStore::U8) => Dtype::U8,
        DType::Bool(BoolStore::Native) => Dtype::BOOL,
        DType::QFloat(_) => return None,
    })
}

/// The tensor `name` of a file, which is to be `dtype` of extents `shape`.
pub fn read(
    name: &str,
    view: &TensorView<'_>,
    shape: &[usize],
    dtype: DType,
) -> Result<TensorData, ArchiveCause> {
    let refuse = |reason: String| {
        Err(ArchiveCause::invalid(
            format!("the tensor `{name}`"),
            reason,
        ))
    };
    if Some(view.dtype()) != stored(dtype) {
        let found = view.dtype();
        return refuse(format!(
            "it is stored as {found:?}, the program has {}",
            dtype.name()
        ));
    }
    if view.shape() != shape {
        let found = view.shape();
        return refuse(format!(
            "it has the shape {found:?}, the program has {shape:?}"
        ));
    }
    // A `bool` of Rust is 0 or 1; any other byte would be undefined behaviour where Burn reads it.
    let bits = |bytes: &[u8]| bytes.iter().all(|byte| *byte < 2);
    let words = |bytes: &[u8]| bytes.chunks(4).all(|word| matches!(word, [0 | 1, 0, 0, 0]));
    let valid = match dtype {
        DType::Bool(BoolStore::Native | BoolStore::U8) => bits(view.data()),
        DType::Bool(BoolStore::U32) => words(view.data()),
        _ => true,
    };
    if !valid {
        return refuse("a bool in it is neither 0 nor 1".to_owned());
    }
    TensorData::try_from_bytes_vec(view.data().to_vec(), shape.to_vec(), dtype)
        .or_else(|error| refuse(error.to_string()))
}
