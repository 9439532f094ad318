//! `cargo capture`: see the crate's README.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    cargo_capture::main(std::env::args_os())
}
