//! DIAGNOSTICS.md, written from the catalogue and compared with the file.

use super::{Code, Explained, GROUPS, explained, is_hidden};
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
    let shown = lines.iter().filter(|line| !is_hidden(line));
    for (index, line) in shown.enumerate() {
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

/// The same programs for `cargo test --doc`, complete: the right ones run, the others do not compile.
fn doctests() -> String {
    let mut text = String::from(
        "The programs of DIAGNOSTICS.md, generated with it. What is wrong must not compile; what is right is captured.\n",
    );
    for explained in explained() {
        let fences = [
            ("wrong", "```rust,compile_fail", ""),
            (
                "suspect",
                "```rust,compile_fail",
                "# #![deny(deprecated)]\n",
            ),
            ("right", "```rust", ""),
        ];
        for (fence, opening, levels) in fences {
            let program = explained.fenced(fence);
            if program.is_empty() {
                continue;
            }
            let _ = write!(
                text,
                "\n{}, {fence}:\n\n{opening}\n{levels}# use burn::prelude::*;\n# use capture_runtime::prelude::*;\n",
                explained.code.id()
            );
            for line in program {
                let _ = writeln!(text, "{}", line.strip_prefix(' ').unwrap_or(line));
            }
            text.push_str("```\n");
        }
    }
    text
}

/// Compares a generated file with what it should be, or writes it.
#[track_caller]
fn generated(path: &str, wanted: &str) {
    let file = root().join(path);
    if std::env::var_os("CAPTURE_BLESS").is_some() {
        std::fs::write(&file, wanted).expect("generated files are writable");
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        found == wanted,
        "{path} is out of date: run `CAPTURE_BLESS=1 cargo test -p capture-macros`"
    );
}

#[test]
fn document_is_generated() {
    generated("DIAGNOSTICS.md", &document());
}

#[test]
fn doctests_are_generated() {
    generated("ui-tests/src/diagnostics.md", &doctests());
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
    let found = text_below("ui-tests/tests/ui", "rs");
    for code in Code::ALL {
        let marked = found.contains(&format!("[{}]", code.id()));
        assert!(marked, "no file in ui-tests expects {}", code.id());
    }
}

/// Documents, tests and snapshots name no code that does not exist.
#[test]
fn codes_named_elsewhere_exist() {
    let mut text = text_below("ui-tests/tests/ui", "stderr");
    for (folder, extension) in [
        ("ui-tests/tests", "rs"),
        ("capture-macros/src", "rs"),
        ("capture-runtime", "rs"),
        ("examples", "rs"),
    ] {
        text.push_str(&text_below(folder, extension));
    }
    for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        text.push_str(&std::fs::read_to_string(root().join(document)).unwrap_or_default());
    }
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let named = words.filter(|word| {
        let digits = word.strip_prefix("CP").unwrap_or_default();
        digits.len() == 4 && digits.chars().all(|digit| digit.is_ascii_digit())
    });
    for name in named {
        assert!(
            Code::ALL.iter().any(|code| code.id() == name),
            "there is no {name}"
        );
    }
}

/// The text of every file below `folder` whose name ends in `extension`.
fn text_below(folder: &str, extension: &str) -> String {
    let mut text = String::new();
    collect(&root().join(folder), extension, &mut text);
    text
}

fn collect(folder: &Path, extension: &str, text: &mut String) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, extension, text);
        } else if path.extension().is_some_and(|found| found == extension) {
            text.push_str(&std::fs::read_to_string(&path).unwrap_or_default());
        }
    }
}
