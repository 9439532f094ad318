//! One file a command.

mod bless;
mod completions;
mod costs;
mod diff;
mod doc;
mod list;
mod replay;
mod show;
mod verify;

use crate::answer::Answer;
use crate::cli::{Command, Options};
use crate::trouble::Trouble;

/// Carries out what was asked for.
pub(crate) fn run(options: &Options) -> Result<Answer, Trouble> {
    match &options.command {
        Command::List(programs) => list::run(programs),
        Command::Show(programs) => show::run(programs),
        Command::Costs(programs) => costs::run(programs),
        Command::Doc(doc) => doc::run(doc),
        Command::Diff(diff) => diff::run(diff),
        Command::Replay(replay) => replay::run(replay),
        Command::Verify(programs) => verify::run(programs),
        Command::Bless(bless) => bless::run(bless),
        Command::Completions { shell } => Ok(completions::run(*shell)),
    }
}
