//! ERRORS.md, written from the codes and compared with the file.

use super::{archive, device, record, replay};
use std::fmt::Write as _;
use std::path::Path;

type Section = (&'static str, &'static [&'static str]);

fn all() -> Vec<Section> {
    [
        record::RECORD,
        device::DEVICE,
        replay::REPLAY,
        archive::ARCHIVE,
    ]
    .concat()
}

/// The whole of ERRORS.md.
fn document() -> String {
    let mut text = String::from(
        "# Errors while capturing and at replay\n\n\
         What a `RecordError`, a `ReplayError` and an `ArchiveError` say, one section for each code. What the compiler says is in DIAGNOSTICS.md.\n\
         This file is generated from `capture-runtime/src/error/code/`; \
         `CAPTURE_BLESS=1 cargo test -p capture-runtime --lib` writes it anew.\n",
    );
    for (group, sections) in [
        ("While capturing: `RecordError`", record::RECORD),
        (
            "Before a program runs on a device: `RecordError`",
            device::DEVICE,
        ),
        ("At replay: `ReplayError`", replay::REPLAY),
        ("Of archives: `ArchiveError`", archive::ARCHIVE),
    ] {
        let _ = write!(text, "\n## {group}\n");
        for section in sections {
            text.push_str(&written(section));
        }
    }
    text
}

/// One section: the code, which is what a link can name, the title, what it means, and the two programs.
fn written((code, lines): &Section) -> String {
    let mut text = format!("\n### {code}\n");
    for (index, line) in lines.iter().enumerate() {
        let line = line.strip_prefix(' ').unwrap_or(line);
        let _ = match (index, line) {
            (0, title) => write!(text, "\n**{}**\n", title.trim_end_matches('.')),
            (_, "```wrong") => write!(text, "Wrong:\n\n```rust\n"),
            (_, "```right") => write!(text, "\nRight:\n\n```rust\n"),
            (_, line) => writeln!(text, "{line}"),
        };
    }
    text
}

#[test]
fn document_is_generated() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ERRORS.md");
    let wanted = document();
    if std::env::var_os("CAPTURE_BLESS").is_some() {
        std::fs::write(&path, &wanted).expect("ERRORS.md is writable");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == wanted,
        "ERRORS.md is out of date: run `CAPTURE_BLESS=1 cargo test -p capture-runtime --lib`"
    );
}

#[test]
fn every_code_is_explained() {
    for (code, lines) in all() {
        let has = |wanted: &str| lines.iter().any(|line| line.trim() == wanted);
        let starts = |wanted: &str| lines.iter().any(|line| line.trim().starts_with(wanted));
        let prose = lines.iter().filter(|line| !line.trim().is_empty()).count();
        assert!(prose > 6, "{code} has no explanation");
        assert!(starts("Why:"), "{code} does not say why");
        assert!(starts("What to do:"), "{code} does not say what to do");
        assert!(has("```wrong"), "{code} shows no wrong program");
        assert!(has("```right"), "{code} shows no right program");
    }
}

#[test]
fn codes_are_sorted_and_unique() {
    assert!(all().is_sorted_by(|(a, _), (b, _)| a < b));
}
