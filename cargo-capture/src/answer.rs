//! The answer of a command: text for people, JSON for programs, and whether it is a no.

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use serde_json::Value;
use std::io::Write;
use std::process::ExitCode;

/// What a command found out.
#[derive(Debug)]
pub(crate) struct Answer {
    /// For people, in colours.
    text: String,
    /// For programs.
    json: Value,
    /// What the process exits with.
    code: u8,
}

impl Answer {
    /// An answer; `json` are plain data of this crate, which always are JSON.
    pub(crate) fn new(text: String, json: &impl Serialize) -> Self {
        let json = serde_json::to_value(json).unwrap_or_default();
        let code = 0;
        Self { text, json, code }
    }

    /// The same answer with another exit code.
    pub(crate) fn exits(self, code: u8) -> Self {
        Self { code, ..self }
    }

    /// Prints the answer. A reader that closed the pipe has read enough; an output that cannot be written is trouble.
    pub(crate) fn print(self, json: bool) -> ExitCode {
        let text = match json {
            true => format!("{:#}\n", self.json),
            false => harmless(&self.text),
        };
        let mut out = anstream::stdout();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => ExitCode::from(self.code),
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                ExitCode::from(self.code)
            }
            Err(error) => {
                note(&format!("standard output cannot be written: {error}"));
                ExitCode::from(2)
            }
        }
    }
}

/// Says something beside the answer, on standard error.
pub(crate) fn note(text: &str) {
    // Where standard error is closed as well, nobody is left to be told.
    let _ = writeln!(anstream::stderr(), "{}", harmless(text));
}

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const GREEN: Style = AnsiColor::Green.on_default();
pub(crate) const RED: Style = AnsiColor::Red.on_default();
pub(crate) const YELLOW: Style = AnsiColor::Yellow.on_default();
pub(crate) const CYAN: Style = AnsiColor::Cyan.on_default();

/// `text` in a style. Colours are taken out again where they are not wanted.
pub(crate) fn styled(style: Style, text: impl core::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// The text without what moves a terminal's cursor or worse: archives and their names come from anywhere. Colours stay.
fn harmless(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|letter: char| letter.is_control() && !"\n\t".contains(letter)) {
        let (before, after) = rest.split_at(at);
        plain.push_str(before);
        let colour = after.strip_prefix("\u{1b}[").and_then(|after| {
            let end = after.find(|letter: char| !letter.is_ascii_digit() && letter != ';')?;
            after[end..]
                .starts_with('m')
                .then_some("\u{1b}[".len() + end + 1)
        });
        let length = match colour {
            Some(length) => {
                plain.push_str(&after[..length]);
                length
            }
            None => {
                plain.push(char::REPLACEMENT_CHARACTER);
                after.chars().next().map_or(1, char::len_utf8)
            }
        };
        rest = &after[length..];
    }
    plain + rest
}
