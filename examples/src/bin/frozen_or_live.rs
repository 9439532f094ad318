//! Frozen or live: the same number, once part of the program and once an argument of every replay.
//!
//! ```text
//! cargo run --release -p examples --bin frozen_or_live
//! ```

#![forbid(unsafe_code)]

use burn::prelude::*;
use capture_runtime::prelude::*;
use std::io::Write;

/// `rounds` steps of Newton's method for the square root, damped by `damping`.
///
/// `rounds` is a count of the host's: the loop is unrolled, so it is frozen. `damping` only takes part in arithmetic: it is live.
#[capture_program(
    test,
    document = "programs",
    example(x = TensorSpec::float([3]).within(1.0..100.0), rounds = 3)
)]
fn root(x: Tensor<1>, #[live] damping: f32, #[frozen] rounds: usize) -> Tensor<1> {
    let mut guess = x.clone();
    for _ in 0..rounds {
        let next = (guess.clone() + x.clone() / guess.clone()) * 0.5;
        guess = guess.clone() + (next - guess) * damping;
    }
    guess
}

/// The same with the damping frozen: a new value is a new program.
#[capture_program(
    test,
    document = "programs",
    example(
        x = TensorSpec::float([3]).within(1.0..100.0),
        damping = 0.5,
        rounds = 3,
    )
)]
fn root_frozen(x: Tensor<1>, #[frozen] damping: f32, #[frozen] rounds: usize) -> Tensor<1> {
    root(x, damping, rounds)
}

/// How often each form is captured for five values of the damping.
struct Captures {
    live: u64,
    frozen: u64,
}

fn compare(device: &Device, rounds: usize) -> Result<Captures, Box<dyn core::error::Error>> {
    let x = Tensor::from_floats([2.0, 9.0, 100.0], device);
    let dampings = [0.5, 0.7, 0.9, 1.0, 1.1];
    let mut live = root::on(device, rounds)?;
    let mut frozen = root_frozen::on(device, dampings[0], rounds)?;
    for damping in dampings {
        frozen.set_frozen((damping, rounds));
        let one = live.replay(x.clone(), damping)?.into_data();
        let other = frozen.replay(x.clone())?.into_data();
        if one != other {
            return Err(format!("{one} is not {other}").into());
        }
    }
    Ok(Captures {
        live: live.report().captures,
        frozen: frozen.report().captures,
    })
}

fn main() -> Result<(), Box<dyn core::error::Error>> {
    run(&Device::flex(), &mut std::io::stdout())
}

/// The example on `device`, which says what it finds to `out`.
pub(crate) fn run(device: &Device, out: &mut dyn Write) -> Result<(), Box<dyn core::error::Error>> {
    for rounds in [1, 2] {
        writeln!(out, "{}\n", root::capture(TensorSpec::float([3]), rounds)?)?;
    }
    let Captures { live, frozen } = compare(device, 8)?;
    writeln!(
        out,
        "five values of `damping`: {live} capture where it is live, {frozen} where it is frozen; the results are the same"
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_live_number_is_captured_once_and_a_frozen_one_each_time() {
        let captures = compare(&Device::flex(), 8).unwrap();
        assert_eq!((captures.live, captures.frozen), (1, 5));
    }

    #[test]
    fn a_frozen_count_unrolls_its_loop() {
        let operations = |rounds| {
            let program = root::capture(TensorSpec::float([3]), rounds).unwrap();
            program.operations().len()
        };
        let one = operations(2) - operations(1);
        assert_eq!(operations(5) - operations(4), one);
    }

    #[test]
    fn replay_equals_the_eager_call() {
        let device = Device::flex();
        let x = Tensor::from_floats([2.0, 9.0], &device);
        let mut session = root::on(&device, 20).unwrap();
        let replayed = session.replay(x.clone(), 1.0).unwrap().into_data();
        assert_eq!(replayed, root(x, 1.0, 20).into_data());
    }
}
