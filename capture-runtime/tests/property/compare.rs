//! Results and states as bits.

use burn::tensor::kind::Basic;
use burn::tensor::{DType, Tensor, TensorData};
use capture_runtime::{RecordCause, ReplayError};
use proptest::test_runner::TestCaseError;

/// The data of one tensor, by name.
pub(crate) type Bits = Vec<(String, TensorData)>;

/// The data of some tensors of one kind.
pub(crate) fn bits<const D: usize, K: Basic>(name: &str, tensors: &[Tensor<D, K>]) -> Bits {
    tensors
        .iter()
        .enumerate()
        .map(|(i, tensor)| (format!("{name}[{i}]"), tensor.to_data()))
        .collect()
}

/// The bits of `data`, every NaN as the same one: which of two NaN an addition returns is the compiler's choice, and Rust leaves
/// their signs and payloads open.
fn canonical(data: &TensorData) -> Vec<u64> {
    match data.dtype() {
        DType::F32 => data
            .iter::<f32>()
            .map(|value| u64::from(if value.is_nan() { f32::NAN } else { value }.to_bits()))
            .collect(),
        DType::F64 => data
            .iter::<f64>()
            .map(|value| if value.is_nan() { f64::NAN } else { value }.to_bits())
            .collect(),
        _ => data
            .as_bytes()
            .iter()
            .map(|byte| u64::from(*byte))
            .collect(),
    }
}

/// Fails unless shapes, element types and bits agree.
pub(crate) fn equal(step: u64, eager: &Bits, replayed: &Bits) -> Result<(), TestCaseError> {
    if eager.len() != replayed.len() {
        return Err(TestCaseError::fail("another number of tensors"));
    }
    for ((name, eager), (_, replayed)) in eager.iter().zip(replayed) {
        let same = eager.shape() == replayed.shape()
            && eager.dtype() == replayed.dtype()
            && canonical(eager) == canonical(replayed);
        if !same {
            return Err(TestCaseError::fail(format!(
                "step {step}, {name}: called\n{:?} {eager}\n{:x?}\nreplayed\n{:?} {replayed}\n{:x?}",
                eager.dtype(),
                eager.as_bytes(),
                replayed.dtype(),
                replayed.as_bytes(),
            )));
        }
    }
    Ok(())
}

/// How many of the float elements are finite, and how many there are.
pub(crate) fn finite(bits: &Bits) -> (usize, usize) {
    let floats = bits
        .iter()
        .filter(|(_, data)| matches!(data.dtype(), DType::F32 | DType::F64));
    floats.fold((0, 0), |(finite, all), (_, data)| {
        let values = data.iter::<f64>();
        (
            finite + values.filter(|value| value.is_finite()).count(),
            all + data.num_elements(),
        )
    })
}

/// A replay that was refused. A random program may cut a tensor into single elements and use none of them, which is what
/// displaying it looks like; such a program is no case. Every other refusal is a failure.
pub(crate) fn refused(error: &ReplayError) -> TestCaseError {
    match error {
        ReplayError::Record(record) if *record.cause() == RecordCause::Display => {
            TestCaseError::reject("every element of a tensor is cut out and unused")
        }
        error => TestCaseError::fail(error.to_string()),
    }
}
