//! Programs that must not compile, with the messages that they must give.
//!
//! Only failing cases stand here, so that all of them are checked by one run of `cargo check`. Bless with
//! `TRYBUILD=overwrite cargo test -p ui-tests`, and read the diff.

use std::path::{Path, PathBuf};

#[test]
fn ui() {
    trybuild::TestCases::new().compile_fail("tests/ui/*/*.rs");
}

/// Every case below `folder`.
fn cases(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(cases(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The `//~ ERROR text` marks of a case: the line, and the text without the code at its end.
fn marks(source: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (index, line) in source.lines().enumerate() {
        for mark in line.split("//~ ERROR ").skip(1) {
            found.push((index + 1, mark.trim()));
        }
    }
    found
}

/// The errors of a blessed file: the title, and where it stands.
fn errors(messages: &str) -> Vec<(&str, &str)> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    for line in messages.lines() {
        if line.starts_with("error: ") || line.starts_with("error[E") {
            found.push((line, ""));
        } else if let (Some(place), Some((_, at @ ""))) =
            (line.trim_start().strip_prefix("--> "), found.last_mut())
        {
            *at = place;
        }
    }
    found
}

/// A blessed message that nobody read is caught here: the marks say the same in other words.
#[test]
fn marks_and_messages_agree() {
    for case in cases(Path::new("tests/ui")) {
        let name = case
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let source = std::fs::read_to_string(&case).unwrap_or_default();
        let blessed = case.with_extension("stderr");
        let Ok(messages) = std::fs::read_to_string(&blessed) else {
            panic!("{} is not blessed", case.display());
        };
        let marks = marks(&source);
        let mut errors = errors(&messages);
        assert!(!marks.is_empty(), "{name} has no mark");
        assert_eq!(
            errors.len(),
            marks.len(),
            "{name}: one mark for each message"
        );
        for (line, mark) in marks {
            let (title, code) = mark.rsplit_once(" [").unwrap_or((mark, ""));
            let code = code.trim_end_matches(']');
            let place = format!("{name}:{line}:");
            let said = errors.iter().position(|(text, at)| {
                text.contains(title) && text.contains(code) && at.contains(&place)
            });
            let Some(said) = said else {
                panic!("{name}:{line}: no message says `{mark}` here: {errors:#?}");
            };
            errors.remove(said);
        }
    }
}

/// Messages are under the user's tokens, and say nothing of the macro's inside.
#[test]
fn messages_are_the_users() {
    for case in cases(Path::new("tests/ui")) {
        let messages = std::fs::read_to_string(case.with_extension("stderr")).unwrap_or_default();
        for inside in [
            "this error originates in",
            "proc-macro panicked",
            "__private",
            "__capture",
        ] {
            assert!(!messages.contains(inside), "{}: {inside}", case.display());
        }
    }
}
