//! Damaged files: cut off, and with one wrong bit.

use crate::common::{flex, row};
use crate::files::File;
use crate::fuzz::{Outcome, exercise};
use burn::prelude::*;
use capture_runtime::prelude::*;
use capture_runtime::{ArchiveCause, Limits};

/// A small program with a constant.
#[capture_program]
fn small(w: &Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    let shift = Tensor::<1>::from_floats([1.0, 2.0], &x.device());
    x * w.clone() + shift
}

/// A small file with a graph, a constant and a weight.
pub(crate) fn file() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.capture");
    let mut session = small::on(&flex(), row([3.0, 4.0])).unwrap();
    session.warm_up(row([0.0, 0.0])).unwrap();
    session.save(&path).unwrap();
    std::fs::read(path).unwrap()
}

#[test]
fn the_small_file_replays() {
    assert_eq!(exercise(&file()), Outcome::Replayed);
}

#[test]
fn a_file_that_is_cut_off_anywhere_is_refused() {
    let whole = file();
    for length in 0..whole.len() {
        let error = Archive::from_bytes(&whole[..length], &Limits::default()).unwrap_err();
        assert!(
            matches!(error.cause(), ArchiveCause::NotAnArchive { .. }),
            "{length}: {error}"
        );
    }
    let longer = [whole, vec![0]].concat();
    assert!(Archive::from_bytes(&longer, &Limits::default()).is_err());
}

#[test]
fn one_wrong_bit_anywhere_is_refused() {
    let whole = file();
    for place in 0..whole.len() * 8 {
        let mut flipped = whole.clone();
        flipped[place / 8] ^= 1 << (place % 8);
        let loaded = Archive::from_bytes(&flipped, &Limits::default());
        assert!(
            loaded.is_err(),
            "bit {place} of {}: {:?}",
            whole.len() * 8,
            String::from_utf8_lossy(&whole[8..400])
        );
    }
}

#[test]
fn bytes_of_the_graph_may_be_anything() {
    let file = File::open(&file());
    let (_, _, graph) = file.tensors["program"].clone();
    for length in 0..graph.len() {
        let cut = file.clone().with_program(graph[..length].to_vec()).sealed();
        assert_eq!(exercise(&cut), Outcome::Refused, "{length}");
    }
    for place in 0..graph.len() * 8 {
        let mut flipped = graph.clone();
        flipped[place / 8] ^= 1 << (place % 8);
        exercise(&file.clone().with_program(flipped).sealed());
    }
}
