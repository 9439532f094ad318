//! Everything that must hold on a device with graphs, on whatever GPU there is: a line per check, and a failure's exit code.
//!
//! ```text
//! cargo run --release -p benches --no-default-features --features cuda,vulkan --bin gpu-checks
//! gpu-checks --help
//! ```

#![forbid(unsafe_code)]

use benches::checks;
use burn::prelude::*;
use clap::Parser;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Instant;

/// Runs everything that must hold on a device with graphs.
#[derive(Parser)]
struct Options {
    /// Only this device: cuda, vulkan or wgpu, of those that the build has.
    #[arg(long)]
    device: Option<String>,
    /// Only checks whose name contains this.
    #[arg(long)]
    only: Option<String>,
    /// The replays of the soak; 0 leaves it out.
    #[arg(long, default_value_t = 10_000)]
    soak: usize,
    /// Instead of the checks, trains eagerly for so many steps: what a memory checker finds there is Burn's own.
    #[arg(long, value_name = "STEPS")]
    eager: Option<usize>,
}

impl Options {
    fn wants(&self, check: &str) -> bool {
        self.only
            .as_ref()
            .is_none_or(|only| check.contains(only.as_str()))
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    let wanted = |name: &str| options.device.as_ref().is_none_or(|wanted| wanted == name);
    let devices: Vec<_> = available()
        .into_iter()
        .filter(|(name, _)| wanted(name))
        .collect();
    if devices.is_empty() {
        eprintln!("this build has no such device: `--features cuda`, `vulkan` or `wgpu`");
        return ExitCode::from(2);
    }
    let mut failed = 0;
    for (name, device) in &devices {
        println!("{name}: {device:?}");
        failed += match options.eager {
            Some(steps) => {
                checks::soak::eager(device, steps);
                0
            }
            None => run(&options, name, device),
        };
    }
    println!("{failed} failed");
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Runs the checks that are wanted on one device: how many failed.
fn run(options: &Options, name: &str, device: &Device) -> usize {
    let mut failed = 0;
    for (check, run) in checks::CHECKS.iter().chain(checks::examples::EXAMPLES) {
        if options.wants(check) {
            failed += usize::from(!passes(check, || run(device)));
        }
    }
    if name == "cuda" && options.wants("out_of_memory") {
        let check = || checks::memory::out_of_memory(device);
        failed += usize::from(!passes("out_of_memory", check));
    }
    if options.soak > 0 && options.wants("soak") {
        let soak = || checks::soak::soak(device, options.soak, 20);
        failed += usize::from(!passes(&format!("soak of {} replays", options.soak), soak));
    }
    failed
}

/// Runs a check and prints its line.
fn passes(name: &str, check: impl FnOnce()) -> bool {
    let started = Instant::now();
    let passed = catch_unwind(AssertUnwindSafe(check)).is_ok();
    let word = if passed { "ok" } else { "FAILED" };
    println!("  {name:<50} {word:>6} {:>9.1?}", started.elapsed());
    passed
}

/// The devices of this build.
#[allow(clippy::vec_init_then_push)] // What is pushed depends on the features.
fn available() -> Vec<(&'static str, Device)> {
    let mut devices = Vec::new();
    #[cfg(feature = "cuda")]
    devices.push(("cuda", Device::cuda(0)));
    #[cfg(feature = "vulkan")]
    devices.push(("vulkan", Device::vulkan(Default::default())));
    #[cfg(feature = "wgpu")]
    devices.push(("wgpu", Device::wgpu(Default::default())));
    devices
}
