//! Measures replay against eager Burn and prints the table of the README.
//!
//! ```text
//! cargo run --release -p benches
//! ```

#![forbid(unsafe_code)]

use benches::chain::{argument, captured, chain};
use benches::measure::{Times, interleaved, quantile};
use benches::training::Start;
use burn::prelude::*;
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

type Result<T> = core::result::Result<T, Box<dyn core::error::Error>>;

const ROUNDS: usize = 41;
const CHAIN: usize = 200;

fn main() -> Result<()> {
    if cfg!(debug_assertions) {
        eprintln!("warning: this is a debug build; the targets are for --release");
    }
    println!("{}\n", machine());
    println!("| measured | eager | replayed | replayed / eager | target | |");
    println!("|---|---:|---:|---:|---:|---|");
    training();
    chains();
    memory()?;
    println!("\n| operations | capture | per operation | target | |");
    println!("|---:|---:|---:|---:|---|");
    captures();
    println!(
        "\nTimes are medians of {ROUNDS} alternating rounds, with the quartiles in parentheses; a ratio is the median of the rounds' ratios."
    );
    Ok(())
}

/// Row (a): the quickstart's step.
fn training() {
    let device = Device::flex();
    let start = Start::new(&device);
    let (mut eager, mut burn, mut replayed) = (
        start.eager(&device),
        start.eager_burn(&device),
        start.replayed(&device),
    );
    let times = interleaved(
        ROUNDS,
        Duration::from_millis(60),
        &mut [
            ("eager", &mut || _ = black_box(eager.step())),
            ("burn", &mut || _ = black_box(burn.step())),
            ("replayed", &mut || _ = black_box(replayed.step())),
        ],
    );
    row(
        "training step of the quickstart",
        &times[0],
        &times[2],
        Some(0.95),
    );
    row(
        "the same beside Burn's own AdamW",
        &times[1],
        &times[2],
        Some(0.95),
    );
}

/// Row (b): a chain of element-wise operations.
fn chains() {
    let device = Device::flex();
    let mut session = captured(CHAIN, &device);
    let x = argument(&device);
    let times = interleaved(
        ROUNDS,
        Duration::from_millis(30),
        &mut [
            ("eager", &mut || drop(chain(x.clone(), CHAIN))),
            ("replayed", &mut || drop(session.replay(x.clone()))),
        ],
    );
    row(
        &format!("{CHAIN} element-wise operations on 8 numbers"),
        &times[0],
        &times[1],
        Some(0.70),
    );
    let each: Vec<_> = times.iter().map(|times| per(times, CHAIN)).collect();
    row("one of them", &each[0], &each[1], None);
}

fn per(times: &Times, operations: usize) -> Times {
    let rounds = times
        .rounds
        .iter()
        .map(|time| time / operations as f64)
        .collect();
    Times {
        name: times.name.clone(),
        rounds,
    }
}

fn row(what: &str, eager: &Times, replayed: &Times, target: Option<f64>) {
    let ratio = replayed.relative_to(eager);
    let (low, high) = ratio.quartiles();
    let verdict = target.map(|target| (format!("≤ {target:.2}"), met(ratio.median() <= target)));
    let (target, met) = verdict.unwrap_or_default();
    println!(
        "| {what} | {} | {} | {:.2} ({low:.2} to {high:.2}) | {target} | {met} |",
        spread(eager),
        spread(replayed),
        ratio.median(),
    );
}

fn spread(times: &Times) -> String {
    let (low, high) = times.quartiles();
    let (scale, unit) = match times.median() {
        median if median >= 1e6 => (1e-6, "ms"),
        median if median >= 1e3 => (1e-3, "µs"),
        _ => (1.0, "ns"),
    };
    format!(
        "{:.1} {unit} ({:.1} to {:.1})",
        times.median() * scale,
        low * scale,
        high * scale
    )
}

fn met(met: bool) -> &'static str {
    if met { "met" } else { "missed" }
}

/// Peak memory, measured by a process that counts allocations.
fn memory() -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let profile: &[&str] = if cfg!(debug_assertions) {
        &[]
    } else {
        &["--release"]
    };
    let output = Command::new(cargo)
        .args(["run", "--quiet", "-p", "benches", "--bin", "memory"])
        .args(profile)
        .output()?;
    if !output.status.success() {
        return Err(format!(
            "the measurement of memory failed: {}",
            String::from_utf8_lossy(&output.stderr)
        )
        .into());
    }
    let text = String::from_utf8(output.stdout)?;
    let of = |name: &str| -> Result<[f64; 2]> {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let numbers = line.ok_or("a form is missing")?.split(' ').map(str::parse);
        let numbers: Vec<f64> = numbers.collect::<core::result::Result<_, _>>()?;
        numbers
            .try_into()
            .map_err(|_| "two numbers are expected".into())
    };
    let (eager, replayed) = (of("eager")?, of("replayed")?);
    for (i, what) in [
        "peak memory of a step, above what is held between steps",
        "peak memory of ten steps, with model, optimizer, capture and session",
    ]
    .iter()
    .enumerate()
    {
        let ratio = replayed[i] / eager[i];
        let (target, met) = if i == 0 {
            ("≤ 1.00", met(ratio <= 1.0))
        } else {
            ("", "")
        };
        println!(
            "| {what} | {:.1} KiB | {:.1} KiB | {ratio:.2} | {target} | {met} |",
            eager[i] / 1024.0,
            replayed[i] / 1024.0
        );
    }
    Ok(())
}

/// Capture time against the number of operations.
fn captures() {
    let device = Device::flex();
    let mut previous: Option<f64> = None;
    for (length, rounds) in [(100, 41), (1_000, 21), (10_000, 7)] {
        let rounds: Vec<_> = (0..rounds)
            .map(|_| {
                let started = Instant::now();
                drop(captured(length, &device));
                started.elapsed().as_nanos() as f64
            })
            .collect();
        let each = quantile(&rounds, 0.5) / length as f64;
        let times = Times {
            name: length.to_string(),
            rounds,
        };
        let (target, verdict) = match (length, previous) {
            (1_000, _) => ("< 50 ms".to_owned(), met(times.median() < 50e6)),
            (10_000, Some(before)) => (
                "per operation ≤ 1.5 times that of 1,000".to_owned(),
                met(each <= 1.5 * before),
            ),
            _ => (String::new(), ""),
        };
        println!(
            "| {length} | {} | {:.1} µs | {target} | {verdict} |",
            spread(&times),
            each * 1e-3
        );
        previous = Some(each);
    }
}

/// The machine, the date and the versions.
fn machine() -> String {
    let said = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let cpu = std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        });
    let unknown = || "unknown".to_owned();
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    format!(
        "{}, {cores} cores; {}; burn {} on Flex; {}; {} build",
        cpu.unwrap_or_else(unknown),
        said("date", &["-u", "+%F"]).unwrap_or_else(unknown),
        locked("burn").unwrap_or_else(unknown),
        said("rustc", &["--version"]).unwrap_or_else(unknown),
        if cfg!(debug_assertions) {
            "debug"
        } else {
            "release"
        },
    )
}

/// The version of a package that this build is locked to.
fn locked(package: &str) -> Option<String> {
    let lock = include_str!("../../../Cargo.lock");
    let mut lines = lock
        .lines()
        .skip_while(|line| *line != format!("name = \"{package}\""));
    let version = lines.nth(1)?.strip_prefix("version = ")?;
    Some(version.trim_matches('"').to_owned())
}
