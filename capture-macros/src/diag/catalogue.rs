//! DIAGNOSTICS.md, written from the catalogue and compared with the file.

use super::{Code, Explained, GROUPS, explained};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What stands above the warnings.
const SILENCE: &str = "\n\
    What is legal but suspect. A warning is shown as the use of a deprecated constant with the code's name, since a macro has\n\
    no other way to warn. `#[allow(deprecated)]` silences it in place: on the parameter, on the statement or a block around\n\
    it, or on the function. (The compiler itself takes no lint levels on a statement that is a macro call: put it into a\n\
    block.) `#![deny(deprecated)]` makes errors of them.\n";

/// The whole of DIAGNOSTICS.md.
fn document() -> String {
    let mut text = String::from(
        "# Diagnostics\n\n\
         What the `capture_program` attribute refuses, and what it warns of: one section for each code.\n\
         This file is generated from `capture-macros/src/diag/code/`; \
         `CAPTURE_BLESS=1 cargo test -p capture-macros` writes it anew.\n",
    );
    for (group, codes) in GROUPS {
        let _ = write!(text, "\n## {}\n", group.trim());
        if codes.iter().all(Explained::warns) {
            text.push_str(SILENCE);
        }
        for explained in *codes {
            text.push_str(&section(explained));
        }
    }
    text
}

/// One section: the title, what it means, and the two programs.
fn section(Explained { code, lines }: &Explained) -> String {
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        let line = line.strip_prefix(' ').unwrap_or(line);
        let _ = match (index, line) {
            (0, title) => write!(
                text,
                "\n### {}: {}\n",
                code.id(),
                title.trim_end_matches('.')
            ),
            (_, "```wrong") => write!(text, "Wrong:\n\n```rust\n"),
            (_, "```suspect") => write!(text, "Suspect:\n\n```rust\n"),
            (_, "```right") => write!(text, "\nRight:\n\n```rust\n"),
            (_, line) => writeln!(text, "{line}"),
        };
    }
    text
}

#[test]
fn document_is_generated() {
    let path = root().join("DIAGNOSTICS.md");
    let wanted = document();
    if std::env::var_os("CAPTURE_BLESS").is_some() {
        std::fs::write(&path, &wanted).expect("DIAGNOSTICS.md is writable");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == wanted,
        "DIAGNOSTICS.md is out of date: run `CAPTURE_BLESS=1 cargo test -p capture-macros`"
    );
}

#[test]
fn every_code_is_explained() {
    for explained in explained() {
        let id = explained.code.id();
        let prose = explained
            .lines
            .iter()
            .take_while(|line| !line.contains("```"));
        let prose = prose.filter(|line| !line.trim().is_empty()).count();
        assert!(prose > 1, "{id} has no explanation");
        assert!(!explained.wrong().is_empty(), "{id} shows no wrong program");
        assert!(!explained.right().is_empty(), "{id} shows no right program");
        assert_eq!(
            explained.warns(),
            id.starts_with("CP09"),
            "{id} is in the wrong group"
        );
    }
}

#[test]
fn every_code_stands_in_its_group() {
    let explained: Vec<Code> = explained().map(|explained| explained.code).collect();
    assert_eq!(explained, Code::ALL);
}

#[test]
fn codes_are_sorted_and_unique() {
    assert!(Code::ALL.is_sorted_by(|a, b| a.id() < b.id()));
}

#[test]
fn every_code_has_a_ui_test() {
    let mut found = String::new();
    collect(&root().join("ui-tests/tests/ui"), &mut found);
    for code in Code::ALL {
        let marked = found.contains(&format!("[{}]", code.id()));
        assert!(marked, "no file in ui-tests expects {}", code.id());
    }
}

/// Appends every `.rs` file below `folder`.
fn collect(folder: &Path, text: &mut String) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, text);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text.push_str(&std::fs::read_to_string(&path).unwrap_or_default());
        }
    }
}
