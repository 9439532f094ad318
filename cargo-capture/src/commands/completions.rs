//! `completions`: a script for a shell.

use crate::answer::Answer;
use crate::cli::Options;
use clap::CommandFactory;
use clap_complete::Shell;
use serde::Serialize;

/// What `--json` prints.
#[derive(Serialize)]
struct Script {
    shell: String,
    script: String,
}

pub(crate) fn run(shell: Shell) -> Answer {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut Options::command(), "cargo-capture", &mut bytes);
    let script = String::from_utf8_lossy(&bytes).into_owned();
    let shell = shell.to_string();
    Answer::new(script.clone(), &Script { shell, script })
}
