//! Trains a wine classifier eagerly and by replaying the captured step, and shows that both are the same run.
//!
//! ```text
//! cargo run --release -p examples --bin quickstart               # a network that learns, under a minute
//! cargo run -p examples --bin quickstart                         # a debug build takes smaller settings: a few seconds
//! cargo run --release -p examples --bin quickstart -- --listing  # every operation of the program
//! ```

#![forbid(unsafe_code)]

use burn::prelude::*;
use capture_runtime::Program;
use examples::data::{self, Split};
use examples::model::Mlp;
use examples::train::{self, Run, Settings};
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// What the compiler says of `refused/logging.rs`, a step that prints its loss; `tests/refusal.rs` keeps it true.
const REFUSAL: &str = include_str!("../../refused/logging.stderr");

type Result<T> = core::result::Result<T, Box<dyn core::error::Error>>;

fn main() -> Result<()> {
    let options: Vec<String> = std::env::args().skip(1).collect();
    let given = |option: &str| options.iter().any(|given| given == option);
    if let Some(unknown) = options
        .iter()
        .find(|option| !["--quick", "--full", "--listing"].contains(&option.as_str()))
    {
        return Err(
            format!("unknown option `{unknown}`: there are --quick, --full and --listing").into(),
        );
    }
    let settings = match given("--quick") || cfg!(debug_assertions) && !given("--full") {
        true => Settings::quick(),
        false => Settings::full(),
    };
    compare(&settings, given("--listing"))
}

/// Trains three times from one seed and prints the comparison.
fn compare(settings: &Settings, listing: bool) -> Result<()> {
    let device = Device::flex();
    let split = data::load(settings.seed);
    device.seed(settings.seed);
    let model = Mlp::new(settings.hidden, &device);
    let steps = settings.steps(&split);
    println!(
        "red wines: {} to learn from, {} held out; {} steps of {} wines, {} hidden units, AdamW, dropout\n",
        split.train.len(),
        split.held_out.len(),
        steps,
        settings.batch,
        settings.hidden,
    );

    let bar = progress("eager, Burn's AdamW", steps);
    let burn = train::with_burn_optimizer(settings, &split, model.clone(), &device, || bar.inc(1))?;
    bar.finish_and_clear();
    let bar = progress("eager", steps);
    let eager = train::eager(settings, &split, model.clone(), &device, || bar.inc(1))?;
    bar.finish_and_clear();
    let bar = progress("replayed", steps);
    let (replayed, report, program) =
        train::replayed(settings, &split, model, &device, || bar.inc(1))?;
    bar.finish_and_clear();

    println!(
        "{:24} {:>12} {:>12} {:>14} {:>12}",
        "", "first loss", "last loss", "held-out score", "time a step"
    );
    for (name, run) in [
        ("eager, Burn's AdamW", &burn),
        ("eager", &eager),
        ("replayed", &replayed),
    ] {
        row(name, run, &split, &device)?;
    }
    println!(
        "{:24} {:>12} {:>12} {:>13.1} %\n",
        "most frequent grade",
        "",
        "",
        100.0 * data::baseline(&split)
    );

    println!(
        "losses and parameters of the eager and the replayed run: {}",
        verdict(&eager, &replayed)
    );
    println!(
        "losses and parameters with Burn's AdamW and replayed:    {}\n",
        verdict(&burn, &replayed)
    );
    println!("{report}\n");
    print_listing(&program, listing);
    println!(
        "\na step that reads its loss is not captured, it is refused while it compiles:\n\n{REFUSAL}"
    );
    if !eager.equals(&replayed) {
        return Err("the replayed run differs from the eager one".into());
    }
    Ok(())
}

fn row(name: &str, run: &Run, split: &Split, device: &Device) -> Result<()> {
    let score = train::accuracy(&run.model, &split.held_out, device)?;
    println!(
        "{name:24} {:>12.6} {:>12.6} {:>13.1} % {:>12}",
        run.losses.first().copied().unwrap_or(f32::NAN),
        run.losses.last().copied().unwrap_or(f32::NAN),
        100.0 * score,
        micros(run.median()),
    );
    Ok(())
}

fn micros(time: Duration) -> String {
    format!("{:.0} µs", time.as_secs_f64() * 1e6)
}

fn verdict(one: &Run, other: &Run) -> String {
    if one.equals(other) {
        return format!(
            "the same bits, {} of {} steps",
            other.losses.len(),
            one.losses.len()
        );
    }
    let differs = |(a, b): (&f32, &f32)| a.to_bits() != b.to_bits();
    match one.losses.iter().zip(&other.losses).position(differs) {
        Some(step) => format!("different from step {step} on"),
        None => "the losses agree, the parameters do not".to_owned(),
    }
}

fn progress(name: &'static str, steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:24} {bar:40} {pos}/{len} {eta}");
    ProgressBar::new(steps as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_message(name)
}

/// The program: all of it, or its beginning and its end.
fn print_listing(program: &Program, all: bool) {
    let text = program.to_string();
    let lines: Vec<_> = text.lines().collect();
    const SHOWN: usize = 24;
    if all || lines.len() <= 2 * SHOWN {
        return println!("{text}");
    }
    println!("{}", lines[..SHOWN].join("\n"));
    println!(
        "  ... {} lines more, with --listing ...",
        lines.len() - 2 * SHOWN
    );
    println!("{}", lines[lines.len() - SHOWN..].join("\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eager_and_replayed_are_the_same_bits() {
        compare(
            &Settings {
                epochs: 1,
                ..Settings::quick()
            },
            false,
        )
        .unwrap();
    }
}
