//! Several inputs and results: a struct of tensors, an optional mask, and a struct that comes back.
//!
//! ```text
//! cargo run --release -p examples --bin attention
//! ```

#![forbid(unsafe_code)]

use burn::prelude::*;
use burn::tensor::Distribution;
use burn::tensor::activation::softmax;
use capture_runtime::prelude::*;
use std::io::Write;

/// What attends to what: each of shape `[rows, width]`.
#[derive(ProgramInput, Clone)]
struct Attention {
    queries: Tensor<2>,
    keys: Tensor<2>,
    values: Tensor<2>,
}

/// What attention gives.
#[derive(ProgramOutput)]
struct Attended {
    /// The mixed values.
    mixed: Tensor<2>,
    /// How much each query took of each value.
    weights: Tensor<2>,
    /// How spread out the weights of each query are.
    entropy: Tensor<1>,
}

/// Scaled dot-product attention. Where `mask` is true, a query does not see a key.
///
/// Whether there is a mask is part of the signature: the two cases are two programs, and each has only its own operations.
#[capture_program(
    test,
    document = "programs",
    example(
        inputs = AttentionSpec {
            queries: TensorSpec::float([6, 8]),
            keys: TensorSpec::float([6, 8]),
            values: TensorSpec::float([6, 8]),
        },
        mask = Some(TensorSpec::bool([6, 6])),
        temperature = 0.7,
    )
)]
fn attend(inputs: Attention, mask: Option<Tensor<2, Bool>>, #[live] temperature: f32) -> Attended {
    let [queries, width] = inputs.queries.dims();
    let scores = inputs.queries.matmul(inputs.keys.transpose()) / (width as f64).sqrt();
    let scores = scores / temperature;
    let scores = match mask {
        Some(mask) => scores.mask_fill(mask, -1e9),
        None => scores,
    };
    let weights = softmax(scores, 1);
    let surprise = weights.clone().clamp_min(1e-9).log().neg();
    let entropy = (weights.clone() * surprise).sum_dim(1).reshape([queries]);
    Attended {
        mixed: weights.clone().matmul(inputs.values),
        weights,
        entropy,
    }
}

fn inputs(rows: usize, width: usize, device: &Device) -> Attention {
    let random = || Tensor::random([rows, width], Distribution::Default, device);
    Attention {
        queries: random(),
        keys: random(),
        values: random(),
    }
}

/// A mask that hides what comes later.
fn causal(rows: usize, device: &Device) -> Tensor<2, Bool> {
    Tensor::<2, Bool>::tril_mask([rows, rows], 0, device)
}

fn main() -> Result<(), Box<dyn core::error::Error>> {
    run(&Device::flex(), &mut std::io::stdout())
}

/// The example on `device`, which says what it finds to `out`.
pub(crate) fn run(device: &Device, out: &mut dyn Write) -> Result<(), Box<dyn core::error::Error>> {
    let mut session = attend::on(device)?;
    let inputs = inputs(6, 8, device);
    for temperature in [0.1, 1.0, 10.0] {
        let free = session.replay(inputs.clone(), None, temperature)?;
        let causal = session.replay(inputs.clone(), Some(causal(6, device)), temperature)?;
        let mean = |entropy: Tensor<1>| entropy.mean().into_scalar::<f32>();
        writeln!(
            out,
            "temperature {temperature:>4}: mean entropy {:.3} without a mask, {:.3} with a causal one",
            mean(free.entropy),
            mean(causal.entropy),
        )?;
    }
    if let Some(program) = session.program() {
        writeln!(out, "\n{program}\n")?;
    }
    writeln!(out, "{}", session.report())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(attended: Attended) -> [TensorData; 3] {
        [
            attended.mixed.into_data(),
            attended.weights.into_data(),
            attended.entropy.into_data(),
        ]
    }

    #[test]
    fn every_result_equals_the_eager_one() {
        let device = Device::flex();
        let mut session = attend::on(&device).unwrap();
        let inputs = inputs(6, 8, &device);
        for temperature in [0.3, 2.0] {
            for mask in [None, Some(causal(6, &device))] {
                let eager = attend(inputs.clone(), mask.clone(), temperature);
                let replayed = session.replay(inputs.clone(), mask, temperature).unwrap();
                assert_eq!(data(replayed), data(eager));
            }
        }
        assert_eq!(session.report().captures, 2);
    }

    #[test]
    fn a_causal_mask_hides_what_comes_later() {
        let device = Device::flex();
        let mut session = attend::on(&device).unwrap();
        let attended = session
            .replay(inputs(4, 8, &device), Some(causal(4, &device)), 1.0)
            .unwrap();
        let weights = attended.weights.into_data().try_to_vec::<f32>().unwrap();
        assert_eq!(weights[..4], [1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn it_is_captured_without_a_device() {
        let spec = AttentionSpec {
            queries: TensorSpec::float([4, 8]),
            keys: TensorSpec::float([4, 8]),
            values: TensorSpec::float([4, 8]),
        };
        let program = attend::capture(spec, None).unwrap();
        let names: Vec<_> = program
            .results()
            .iter()
            .map(|result| result.name.as_str())
            .collect();
        assert_eq!(names.len(), 3);
    }
}
