//! Compares the page of a program with the one that is checked in, or writes it.

use crate::archive::atomically;
use crate::graph::Program;
use similar::TextDiff;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Compares the page of `program` with `<manifest>/<folder>/<name>.md`, where `manifest` is the folder of the crate. With
/// `CAPTURE_BLESS=1` in the environment the page is written, its picture beside it, and the program as an archive, which
/// `cargo capture` reads.
///
/// Lines and columns of the source are not compared: an edit above the function changes no program. Nor is the picture, which
/// shows nothing that the page does not say.
///
/// # Panics
///
/// When the page differs, is missing, or cannot be read or written: the test that calls this fails with the message.
#[track_caller]
pub fn documented(program: &Program, manifest: &str, folder: &str) {
    let bless = std::env::var_os("CAPTURE_BLESS").is_some_and(|value| value == "1");
    let stem = program.file_stem();
    let at = |kind: &str| {
        Path::new(manifest)
            .join(folder)
            .join(format!("{stem}.{kind}"))
    };
    let file = |kind: &str, text: String| Page {
        program: program.name(),
        shown: format!("{folder}/{stem}.{kind}"),
        path: at(kind),
        text,
    };
    let archived = || {
        program
            .save(at("capture"))
            .map_err(|error| error.to_string())
    };
    let page = file("md", program.to_markdown());
    let checked = match bless {
        true => page
            .write()
            .and_then(|()| file("svg", program.to_svg()).write())
            .and_then(|()| archived()),
        false => page.compare(),
    };
    if let Err(message) = checked {
        panic!("{message}");
    }
}

/// A page, and where it is checked in.
struct Page<'a> {
    program: &'a str,
    /// The path as people read it, from the crate's folder.
    shown: String,
    path: PathBuf,
    text: String,
}

impl Page<'_> {
    /// Says how the page differs from the one that is checked in.
    fn compare(&self) -> Result<(), String> {
        let Self { program, shown, .. } = self;
        let old = match fs::read_to_string(&self.path) {
            Ok(old) => old,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(format!(
                    "the page `{shown}` of `{program}` does not exist: run with CAPTURE_BLESS=1 to write it"
                ));
            }
            Err(error) => return Err(self.failed("read", &error)),
        };
        let names = [&format!("{shown}, checked in"), "captured now"];
        match difference(&old, &self.text, names) {
            None => Ok(()),
            Some(unified) => Err(format!(
                "`{program}` is another program than its page `{shown}` shows\n{unified}if the change is meant, run with CAPTURE_BLESS=1 to write it, and read what changed"
            )),
        }
    }

    /// Writes the page, all of it or nothing.
    fn write(&self) -> Result<(), String> {
        if fs::read_to_string(&self.path).is_ok_and(|old| old == self.text) {
            return Ok(());
        }
        let folder = self.path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = folder.and_then(|()| atomically(&self.path, self.text.as_bytes()));
        written.map_err(|error| self.failed("written", &error))
    }

    fn failed(&self, done: &str, error: &io::Error) -> String {
        let path = self.path.display();
        format!(
            "the page `{path}` of `{}` cannot be {done}: {error}",
            self.program
        )
    }
}

/// The difference of two pages, under these names; `None` where they show the same program.
pub(super) fn difference(old: &str, new: &str, [from, to]: [&str; 2]) -> Option<String> {
    let (old, new) = (without_places(old), without_places(new));
    let difference = || {
        let lines = TextDiff::from_lines(&old, &new);
        lines.unified_diff().header(from, to).to_string()
    };
    (old != new).then(difference)
}

/// The text without the lines and columns of the source, and with one kind of line ends: `src/step.rs:14:13 h` is `src/step.rs h`.
/// In tables, which are as wide as their longest line number, every gap is one space.
fn without_places(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for line in text.lines() {
        let row;
        let mut rest = line;
        if line.starts_with('|') {
            let rule = line.bytes().all(|byte| b"|-:".contains(&byte));
            row = match rule {
                true => line.replace('-', ""),
                false => line.split_whitespace().collect::<Vec<_>>().join(" "),
            };
            rest = &row;
        }
        while let Some(at) = rest.find(".rs:") {
            let (before, after) = rest.split_at(at + ".rs".len());
            plain.push_str(before);
            rest = without_number(without_number(after));
            if rest.len() == after.len() {
                plain.push(':');
                rest = &after[1..];
            }
        }
        plain.push_str(rest);
        plain.push('\n');
    }
    plain
}

/// What follows `:14`, or the text itself where it starts otherwise.
fn without_number(text: &str) -> &str {
    let Some(number) = text.strip_prefix(':') else {
        return text;
    };
    let rest = number.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() == number.len() {
        text
    } else {
        rest
    }
}

#[cfg(test)]
#[path = "tests/check.rs"]
mod tests;
