//! Sizes, computed so that no number of a file can overflow them.

use super::Refusal;
use crate::archive::file::storable;
use crate::archive::limits::Limits;
use burn::tensor::DType;
use burn_ir::OperationIr;
use serde_json::Value;

/// The largest extent of a tensor, and the largest number in an operation that is not an element: products of two fit 64 bits.
const LARGEST: u64 = 1 << 31;
/// The most dimensions of a tensor.
const RANK: usize = 16;

/// The size of a tensor in bytes.
pub(super) type Size = u64;

/// The size of a tensor, where the limits admit it. Extents of zero count as one: strides are computed from the others.
pub(super) fn sized(shape: &[usize], dtype: DType, limits: &Limits) -> Result<Size, Refusal> {
    if !storable(dtype) {
        return Err("a quantized tensor cannot be part of a program"
            .to_owned()
            .into());
    }
    if shape.len() > RANK {
        return Err(format!("a tensor has {} dimensions, more than {RANK}", shape.len()).into());
    }
    let mut bytes = dtype.size() as u64;
    for extent in shape {
        let extent = *extent as u64;
        bytes = match extent <= LARGEST {
            true => bytes.saturating_mul(extent.max(1)),
            false => u64::MAX,
        };
    }
    match bytes <= limits.tensor_bytes {
        true => Ok(if shape.contains(&0) { 0 } else { bytes }),
        false => Err(Refusal::Large {
            bytes,
            most: limits.tensor_bytes,
        }),
    }
}

/// Refuses an operation with a dimension, an extent, a stride or the like that is out of all proportion.
///
/// It walks over the operation's serialized form, so that it sees every number of every operation, also of those that Burn adds.
/// Numbers that are elements may be anything.
pub(super) fn bounded(ir: &OperationIr) -> Result<(), Refusal> {
    let value = serde_json::to_value(ir).map_err(|error| error.to_string())?;
    match within(&value) {
        true => Ok(()),
        false => Err(format!("a number in it is larger than {LARGEST}").into()),
    }
}

fn within(value: &Value) -> bool {
    match value {
        // A float is an element, a probability or an epsilon.
        Value::Number(number) if number.is_f64() => true,
        Value::Number(number) => {
            let size = number
                .as_i64()
                .map(i64::unsigned_abs)
                .or_else(|| number.as_u64());
            size.is_some_and(|size| size <= LARGEST)
        }
        Value::Array(values) => values.iter().all(within),
        // `ScalarIr` writes itself as `{"Int": 5}`. An operation that is called `Int` has no bare number there.
        Value::Object(fields) => fields.iter().all(|(name, value)| {
            let element = matches!(name.as_str(), "Int" | "UInt") && value.is_number();
            element || within(value)
        }),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use burn::tensor::Shape;
    use burn_ir::{BaseOperationIr, NumericOperationIr, RepeatDimOpIr, ScalarIr, ScalarOpIr};
    use burn_ir::{TensorId, TensorIr};

    fn tensor(id: u64) -> TensorIr {
        TensorIr::uninit(TensorId::new(id), Shape::from(vec![2]), DType::I64)
    }

    #[test]
    fn numbers_are_bounded_and_elements_are_not() {
        let repeat = |times| {
            OperationIr::BaseInt(BaseOperationIr::RepeatDim(RepeatDimOpIr {
                tensor: tensor(0),
                dim: 0,
                times,
                out: tensor(1),
            }))
        };
        assert!(bounded(&repeat(3)).is_ok());
        assert!(bounded(&repeat(usize::MAX)).is_err());
        let add = OperationIr::NumericInt(
            DType::I64,
            NumericOperationIr::AddScalar(ScalarOpIr {
                lhs: tensor(0),
                rhs: ScalarIr::Int(i64::MIN),
                out: tensor(1),
            }),
        );
        assert!(bounded(&add).is_ok());
    }

    #[test]
    fn sizes_do_not_overflow() {
        let limits = Limits::default();
        assert!(matches!(sized(&[3, 4], DType::F32, &limits), Ok(48)));
        assert!(matches!(sized(&[3, 0], DType::F32, &limits), Ok(0)));
        for shape in [
            vec![usize::MAX],
            vec![1 << 31; 15],
            vec![0, 1 << 31, 1 << 31],
            vec![1; 17],
        ] {
            assert!(sized(&shape, DType::F32, &limits).is_err(), "{shape:?}");
        }
    }
}
