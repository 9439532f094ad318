//! Inference: the weights stay in the session, and new weights of the same shapes need no new capture.
//!
//! ```text
//! cargo run --release -p examples --bin inference
//! ```

#![forbid(unsafe_code)]

use burn::prelude::*;
use burn::tensor::activation::softmax;
use capture_runtime::prelude::*;
use examples::data;
use examples::model::Mlp;
use std::io::Write;

/// The probability of every grade.
#[capture_program(
    test,
    document = "programs",
    example(model = Mlp::new(32, device), features = TensorSpec::float([64, 11]))
)]
fn grades(model: &Mlp, features: Tensor<2>) -> Tensor<2> {
    softmax(model.forward(features), 1)
}

/// What the demonstration found.
struct Outcome {
    /// Whether every replay equals the eager call, with the first weights and with the second.
    equal: bool,
    /// How often the session captured.
    captures: u64,
    /// How many replays there were.
    replays: u64,
}

fn serve(device: &Device) -> Result<Outcome, Box<dyn core::error::Error>> {
    let wines = data::load(1).held_out;
    let (first, second) = (Mlp::new(32, device), Mlp::new(32, device));
    let mut session = grades::on(device, first.clone())?;
    let mut equal = true;
    for model in [first, second] {
        session.set_weights(model.clone())?;
        for wines in wines.chunks_exact(64) {
            let (features, _) = data::batch(wines, device);
            let replayed = session.replay(features.clone())?;
            equal &= replayed.into_data() == grades(&model, features).into_data();
        }
    }
    let report = session.report();
    Ok(Outcome {
        equal,
        captures: report.captures,
        replays: report.replays,
    })
}

fn main() -> Result<(), Box<dyn core::error::Error>> {
    run(&Device::flex(), &mut std::io::stdout())
}

/// The example on `device`, which says what it finds to `out`.
pub(crate) fn run(device: &Device, out: &mut dyn Write) -> Result<(), Box<dyn core::error::Error>> {
    let program = grades::capture(
        &Mlp::new(32, device),
        TensorSpec::float([64, data::FEATURES]),
    )?;
    writeln!(out, "{program}\n")?;
    let Outcome {
        equal,
        captures,
        replays,
    } = serve(device)?;
    writeln!(
        out,
        "{replays} replays with two sets of weights, {captures} capture"
    )?;
    writeln!(out, "equal to eager calls: {equal}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_capture_serves_both_weights() {
        let outcome = serve(&Device::flex()).unwrap();
        assert!(outcome.equal);
        assert_eq!((outcome.captures, outcome.replays), (1, 10));
    }

    #[test]
    fn the_program_has_the_shapes_of_its_specs() {
        let model = Mlp::new(8, &Device::flex());
        let program = grades::capture(&model, TensorSpec::float([5, data::FEATURES])).unwrap();
        assert_eq!(program.results()[0].shape.as_slice(), [5, data::GRADES]);
    }
}
