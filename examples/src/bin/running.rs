//! Recurrent state: a running mean and deviation of a stream, advanced on the device by every replay, saved and resumed.
//!
//! ```text
//! cargo run --release -p examples --bin running
//! ```

#![forbid(unsafe_code)]

use burn::prelude::*;
use capture_runtime::prelude::*;
use examples::data;
use std::io::Write;

/// What is known of a stream of rows so far.
#[derive(ProgramState, Clone)]
struct Running {
    /// How many rows there were.
    count: Tensor<1>,
    mean: Tensor<1>,
    /// The sum of the squared distances to the mean.
    squares: Tensor<1>,
}

impl Running {
    fn new(width: usize, device: &Device) -> Self {
        Self {
            count: Tensor::zeros([1], device),
            mean: Tensor::zeros([width], device),
            squares: Tensor::zeros([width], device),
        }
    }
}

/// Takes a batch of rows into the statistics, and gives the rows standardized by what is known then.
///
/// Chan, Golub and LeVeque, [Algorithms for Computing the Sample Variance](https://doi.org/10.1080/00031305.1983.10483115).
#[capture_program(
    test,
    document = "programs",
    example(
        stats = Running::new(11, device),
        rows = TensorSpec::float([64, 11]),
    )
)]
fn observe(stats: &mut Running, rows: Tensor<2>) -> Tensor<2> {
    let [n, width] = rows.dims();
    let batch_mean = rows.clone().mean_dim(0);
    let batch_squares = (rows.clone() - batch_mean.clone()).square().sum_dim(0);
    let delta = batch_mean.reshape([width]) - stats.mean.clone();

    let before = stats.count.clone();
    let count = before.clone() + n as f32;
    stats.mean = stats.mean.clone() + delta.clone() * (n as f32 / count.clone());
    let between = delta.square() * (before * n as f32 / count.clone());
    stats.squares = stats.squares.clone() + batch_squares.reshape([width]) + between;
    stats.count = count.clone();

    let deviation = (stats.squares.clone() / count).sqrt() + 1e-6;
    (rows - stats.mean.clone().unsqueeze()) / deviation.unsqueeze()
}

fn main() -> Result<(), Box<dyn core::error::Error>> {
    run(&Device::flex(), &mut std::io::stdout())
}

/// The example on `device`, which says what it finds to `out`.
pub(crate) fn run(device: &Device, out: &mut dyn Write) -> Result<(), Box<dyn core::error::Error>> {
    let wines = data::load(1).train;
    let mut session = observe::on(device, Running::new(data::FEATURES, device))?;
    for wines in wines.chunks_exact(100) {
        session.replay(data::batch(wines, device).0)?;
    }
    let stats = session.state();
    let deviation = (stats.squares / stats.count.clone()).sqrt();
    writeln!(out, "after {} wines", stats.count.into_scalar::<f32>())?;
    writeln!(
        out,
        "mean      {:.2?}",
        stats.mean.into_data().try_to_vec::<f32>()?
    )?;
    writeln!(
        out,
        "deviation {:.2?}",
        deviation.into_data().try_to_vec::<f32>()?
    )?;
    writeln!(out, "\n{}", session.report())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(stats: Running) -> [TensorData; 3] {
        [
            stats.count.into_data(),
            stats.mean.into_data(),
            stats.squares.into_data(),
        ]
    }

    #[test]
    fn state_and_results_equal_the_eager_ones() {
        let device = Device::flex();
        let wines = data::load(1).train;
        let mut eager = Running::new(data::FEATURES, &device);
        let mut session = observe::on(&device, eager.clone()).unwrap();
        for wines in wines.chunks_exact(100) {
            let (rows, _) = data::batch(wines, &device);
            let expected = observe(&mut eager, rows.clone()).into_data();
            assert_eq!(session.replay(rows).unwrap().into_data(), expected);
        }
        assert_eq!(bits(session.into_state()), bits(eager));
    }

    #[test]
    fn a_stream_is_resumed_where_it_was_left() {
        let device = Device::flex();
        let wines = data::load(1).train;
        let rows = |i: usize| data::batch(&wines[i * 50..(i + 1) * 50], &device).0;
        let start = Running::new(data::FEATURES, &device);
        let mut whole = observe::on(&device, start.clone()).unwrap();
        let mut first = observe::on(&device, start).unwrap();
        for i in 0..4 {
            whole.replay(rows(i)).unwrap();
            if i < 2 {
                first.replay(rows(i)).unwrap();
            }
        }
        let mut second = observe::on(&device, first.into_state()).unwrap();
        for i in 2..4 {
            second.replay(rows(i)).unwrap();
        }
        assert_eq!(bits(second.into_state()), bits(whole.into_state()));
    }
}
