//! `cargo capture`: looks at captured programs from the command line.
//!
//! The binary is [`main`]; beside it the library has what other tools may want of it, the structural comparison of two programs:
//! [`diff::compare`].
//!
//! ```text
//! cli        what may be written on the command line
//! files      which archives that names: in folders, and in revisions of git
//! commands   one file a command: each gives an `Answer`
//! diff       two programs side by side
//! answer     an answer on the terminal or as JSON
//! trouble    what stops a command
//! ```

#![forbid(unsafe_code)]

mod answer;
mod cli;
mod commands;
pub mod diff;
mod files;
mod git;
mod progress;
mod table;
mod trouble;

use clap::Parser;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command line `arguments`, the name of the program first, and returns what the process exits with: 0 when all is well, 1
/// when the answer is no (programs differ, an archive does not hold), 2 when the command could not be carried out.
///
/// As a subcommand of cargo the program is given its own name a second time: that is left out.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments
        .get(1)
        .is_some_and(|argument| argument == "capture")
    {
        arguments.remove(1);
    }
    let options = match cli::Options::try_parse_from(arguments) {
        Ok(options) => options,
        Err(error) => {
            // Help goes to standard output and exits with 0. A reader that has closed it wants no more.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    match commands::run(&options) {
        Ok(answer) => answer.print(options.json),
        Err(trouble) => {
            trouble.print();
            ExitCode::from(2)
        }
    }
}
