//! What the attribute adds to a build: the time to expand a function of a hundred lines, as the compiler runs it.
//!
//! `cargo run -p benches --bin expansion` checks `examples/hundred_lines` again and again, and reads what `CAPTURE_TIME_MACRO` prints. Macros are
//! compiled as the profile has them, without optimisation if nothing else is said.

use benches::measure::quantile;
use std::error::Error;
use std::fs::File;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

const ROUNDS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/hundred_lines/main.rs");
    // The first check builds what the example needs.
    check(&example)?;
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        times.extend(check(&example)?);
    }
    println!("a function of 100 lines, {} expansions", times.len());
    tell("the attribute", times.iter().map(|(took, _)| *took));
    tell(
        "one that changes nothing",
        times.iter().map(|(_, unchanged)| *unchanged),
    );
    tell(
        "added",
        times.iter().map(|(took, unchanged)| took - unchanged),
    );
    Ok(())
}

fn tell(what: &str, times: impl Iterator<Item = f64>) {
    let times: Vec<_> = times.collect();
    let [low, median, high] = [0.25, 0.5, 0.75].map(|at| quantile(&times, at));
    println!("{what:>24}: {median:.2} ms (quartiles {low:.2} to {high:.2})");
}

/// Compiles the example, and returns how long each expansion took, and how long an attribute takes that changes nothing, in milliseconds.
fn check(example: &Path) -> Result<Vec<(f64, f64)>, Box<dyn Error>> {
    File::options()
        .append(true)
        .open(example)?
        .set_modified(SystemTime::now())?;
    let output = Command::new(env!("CARGO"))
        .args(["check", "--workspace", "--example", "hundred_lines"])
        .env("CAPTURE_TIME_MACRO", "1")
        .output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    let times: Vec<_> = said
        .lines()
        .filter_map(|line| {
            let times = line.strip_prefix("expanded `hundred_lines` in ")?;
            let (took, unchanged) = times
                .strip_suffix(" ms")?
                .split_once(" ms, unchanged in ")?;
            Some((took.parse().ok()?, unchanged.parse().ok()?))
        })
        .collect();
    if times.is_empty() {
        return Err(format!("nothing was expanded:\n{said}").into());
    }
    Ok(times)
}
