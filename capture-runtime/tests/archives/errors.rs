//! Every cause of an `ArchiveError`, with its code, its file and its remedy.

use crate::common::{flex, row};
use crate::files::{File, list};
use crate::hostile;
use burn::prelude::*;
use capture_runtime::prelude::*;
use capture_runtime::{ArchiveCause, Limits};
use std::collections::BTreeSet;

/// Reads a file of `bytes`.
fn load(bytes: &[u8]) -> ArchiveError {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hostile.capture");
    std::fs::write(&path, bytes).unwrap();
    let error = Archive::load(&path).unwrap_err();
    assert_eq!(error.path(), Some(path.as_path()));
    assert!(error.to_string().contains("hostile.capture"), "{error}");
    error
}

/// What a session that is used up in several ways says to `save`.
#[capture_program]
fn adds(s: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    *s = s.clone() + x.clone();
    x
}

/// A program whose constants cannot be computed with.
#[capture_program]
fn takes(x: Tensor<1>) -> Tensor<1> {
    let table = Tensor::<1>::from_floats([1.0, 2.0], &x.device());
    let index = Tensor::<1, Int>::from_ints([9], &x.device());
    x + table.select(0, index)
}

/// Panics where its argument is short.
#[capture_program]
fn refuses(x: Tensor<1>, #[frozen] least: usize) -> Tensor<1> {
    assert!(x.dims()[0] >= least, "too short");
    x
}

/// Fails after its state began to change.
#[capture_program]
fn breaks(s: &mut Tensor<1>, i: Tensor<1, Int>) -> Tensor<1> {
    *s = s.clone() + 1.0;
    s.clone().select(0, i)
}

fn each() -> Vec<ArchiveError> {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let file = File::open(&hostile::file());
    let missing = Archive::load(at("missing")).unwrap_err();
    let foreign = load(b"not a program");
    let mut later = file.clone();
    later.metadata.insert("version".to_owned(), "2".to_owned());
    let mut changed = file.clone();
    changed
        .metadata
        .insert("checksum".to_owned(), "00000000".to_owned());
    let hollow = file
        .clone()
        .changed("operations", |operations| list(operations).clear());
    std::fs::write(at("small"), hostile::file()).unwrap();
    let limits = Limits {
        tensor_bytes: 4,
        ..Limits::default()
    };
    let large = Archive::load_with(at("small"), &limits).unwrap_err();
    let other = adds::load_archive(at("small"), &flex(), row([1.0])).unwrap_err();
    let fresh = adds::on(&flex(), row([1.0]))
        .unwrap()
        .save(at("fresh"))
        .unwrap_err();
    assert!(!at("fresh").exists());
    let unready = takes::capture(TensorSpec::float([1]))
        .unwrap()
        .to_bytes()
        .unwrap();
    let unready = Archive::from_bytes(&unready, &Limits::default())
        .unwrap()
        .on(&flex())
        .unwrap_err();
    let short = refuses::capture(TensorSpec::float([2]), 1).unwrap();
    short.save(at("short")).unwrap();
    let capture = typed_panics(&at("short"));
    vec![
        missing,
        foreign,
        load(&later.sealed()),
        load(&changed.bytes()),
        load(&hollow.sealed()),
        large,
        other,
        fresh,
        unready,
        capture,
        lost(&at("lost")),
    ]
}

/// The function refuses the arguments that the file has.
fn typed_panics(path: &std::path::Path) -> ArchiveError {
    mod stricter {
        use burn::prelude::*;
        use capture_runtime::prelude::*;

        #[capture_program]
        pub(super) fn refuses(x: Tensor<1>, #[frozen] least: usize) -> Tensor<1> {
            assert!(x.dims()[0] > least + 10, "too short");
            x
        }
    }
    stricter::refuses::load_archive(path, &flex(), 1).unwrap_err()
}

fn lost(path: &std::path::Path) -> ArchiveError {
    let mut session = breaks::on(&flex(), row([1.0, 2.0])).unwrap();
    let error = session.replay(Tensor::from_ints([9], &flex())).unwrap_err();
    assert_eq!(error.code(), "CR0205", "{error}");
    session.save(path).unwrap_err()
}

#[test]
fn every_cause_is_produced_and_says_what_to_do() {
    let mut kinds = BTreeSet::new();
    for error in each() {
        let kind = match error.cause() {
            ArchiveCause::Io { .. } => "CR0301",
            ArchiveCause::NotAnArchive { .. } => "CR0302",
            ArchiveCause::Version { .. } => "CR0303",
            ArchiveCause::Checksum { .. } => "CR0304",
            ArchiveCause::Invalid { .. } => "CR0305",
            ArchiveCause::Limit { .. } => "CR0306",
            ArchiveCause::Mismatch { .. } => "CR0307",
            ArchiveCause::NothingToSave { .. } => "CR0308",
            ArchiveCause::Device { .. } => "CR0309",
            ArchiveCause::Record(error) => error.code(),
            ArchiveCause::Lost(error) => error.code(),
            other => panic!("{other:?}"),
        };
        assert_eq!(error.code(), kind);
        kinds.insert(kind);
        let text = error.to_string();
        assert!(text.contains("help: "), "{text}");
        assert!(text.contains("in ERRORS.md"), "{text}");
        assert!(
            text.lines().next().is_some_and(|title| !title.is_empty()),
            "{text}"
        );
        assert_eq!(format!("{error:?}"), text);
        assert!(error.render().contains(error.code()), "{}", error.render());
    }
    let codes: Vec<_> = kinds.iter().copied().collect();
    assert_eq!(codes.len(), 11, "{codes:?}");
    let document = include_str!("../../../ERRORS.md");
    let sections = document
        .lines()
        .filter_map(|line| line.strip_prefix("### CR03"));
    for section in sections {
        assert!(
            kinds.contains(format!("CR03{section}").as_str()),
            "CR03{section} is not produced"
        );
    }
}

#[test]
fn a_state_of_another_structure_is_not_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adds.capture");
    let mut session = adds::on(&flex(), row([1.0])).unwrap();
    session.warm_up(row([1.0])).unwrap();
    session.save(&path).unwrap();
    session.set_state(row([1.0, 2.0])).unwrap();
    let error = session.save(&path).unwrap_err();
    assert_eq!(error.code(), "CR0308", "{error}");
    assert!(
        Archive::load(&path).is_ok(),
        "the file from before is still there"
    );
}

#[test]
fn each_limit_names_what_is_too_large() {
    let bytes = hostile::file();
    let unlimited = Limits::default();
    let cases = [
        (
            Limits {
                file_bytes: 100,
                ..unlimited
            },
            "the file takes",
        ),
        (
            Limits {
                program_bytes: 100,
                ..unlimited
            },
            "the program takes",
        ),
        (
            Limits {
                tensor_bytes: 7,
                ..unlimited
            },
            "takes 8 bytes, the limit is 7",
        ),
        (
            Limits {
                live_bytes: 20,
                ..unlimited
            },
            "all tensors of a replay",
        ),
        (
            Limits {
                text_bytes: 10,
                ..unlimited
            },
            "the texts of the program",
        ),
    ];
    for (limits, words) in cases {
        let error = Archive::from_bytes(&bytes, &limits).unwrap_err();
        assert!(
            matches!(error.cause(), ArchiveCause::Limit { .. }),
            "{error}"
        );
        assert!(error.to_string().contains(words), "{words}: {error}");
    }
}
