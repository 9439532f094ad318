//! `bless`: writes the pages and archives of a crate again, through the tests that compare them.

use super::diff::{Named, Report, in_commit};
use crate::answer::Answer;
use crate::cli::Bless;
use crate::files;
use crate::git;
use crate::trouble::Trouble;
use capture_runtime::Archive;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What `--json` prints.
#[derive(Serialize)]
struct Blessed {
    /// Whether the tests passed, and so wrote everything.
    passed: bool,
    /// What the archives are compared with: `HEAD`, or `before` where there is no commit.
    since: &'static str,
    difference: Report,
}

pub(crate) fn run(options: &Bless) -> Result<Answer, Trouble> {
    let folder = options.folder.clone().unwrap_or_else(|| PathBuf::from("."));
    let (since, old) = match git::commit(&folder, "HEAD") {
        Ok(commit) => ("HEAD", in_commit(&folder, &commit, &[])?),
        Err(_) => ("before", readable(&folder)?),
    };
    let passed = tests(&folder, &options.cargo)?;
    let new = readable(&folder)?;
    let difference = Report::new(&old, &new, false);
    let mut text = match difference.equal() {
        true => format!("no program is different from {}\n", said(since)),
        false => difference.text(),
    };
    if !passed {
        text += "some tests failed, and may not have written their pages: see above\n";
    }
    let blessed = Blessed {
        passed,
        since,
        difference,
    };
    Ok(Answer::new(text, &blessed).exits(u8::from(!passed)))
}

fn said(since: &str) -> &str {
    match since {
        "before" => "what it was before",
        commit => commit,
    }
}

/// The programs of a folder; archives that cannot be read are about to be written again, or are none of the tests'.
fn readable(folder: &Path) -> Result<Vec<Named>, Trouble> {
    let paths = files::below(folder)?.into_iter();
    let loaded = paths.filter_map(|path| {
        let archive = Archive::load(&path).ok()?;
        let file = path.strip_prefix(folder).unwrap_or(&path).to_owned();
        Some(Named {
            file,
            program: archive.program().clone(),
        })
    });
    Ok(loaded.collect())
}

/// Runs the tests that write pages. What cargo prints goes to standard error: the answer is the only thing on standard output.
fn tests(folder: &Path, arguments: &[String]) -> Result<bool, Trouble> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(&cargo)
        .current_dir(folder)
        .args(["test", "page_is_current"])
        .args(arguments)
        .env("CAPTURE_BLESS", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::from(std::io::stderr()))
        .status();
    let status = status.map_err(|source| Trouble::Cargo {
        command: format!("{} test", cargo.to_string_lossy()),
        source,
    })?;
    Ok(status.success())
}
