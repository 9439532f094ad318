//! What a `tracing` subscriber sees: spans with the program's name, and events inside of them.

#![forbid(unsafe_code)]

mod collect;

use burn::prelude::*;
use capture_runtime::prelude::*;
use collect::seen;

/// Three operations, one of which is there twice and one for nothing.
#[capture_program]
fn shared(x: Tensor<1>) -> Tensor<1> {
    let unused = x.clone().sin();
    let _ = unused;
    x.clone().exp() + x.exp()
}

#[capture_program(recapture = "warn")]
fn again(x: Tensor<1>) -> Tensor<1> {
    x * 2.0
}

fn hidden(x: Tensor<1>) -> f32 {
    x.into_scalar()
}

#[capture_program]
fn refused(x: Tensor<1>) -> Tensor<1> {
    let by = hidden(x.clone());
    x * by
}

fn ones(length: usize) -> Tensor<1> {
    Tensor::ones([length], &Device::flex())
}

#[test]
fn a_capture_without_a_device_shows_its_recordings_and_passes() {
    let seen = seen(|| {
        shared::capture(TensorSpec::float([4])).unwrap();
    });
    assert_eq!(
        seen,
        [
            "INFO span capture program=shared",
            "DEBUG capture: recorded operations=4",
            "DEBUG capture: recorded operations=4",
            "DEBUG span passes program=shared",
            "DEBUG passes: pass=\"share\" before=4 after=3",
            "DEBUG passes: pass=\"dead\" before=3 after=2",
        ]
    );
}

#[test]
fn the_first_replay_captures_and_the_next_does_not() {
    let mut session = shared::on(&Device::flex()).unwrap();
    let first = seen(|| drop(session.replay(ones(4)).unwrap()));
    assert_eq!(first[0], "DEBUG span replay program=shared");
    assert_eq!(first[1], "INFO span capture program=shared");
    assert!(first.contains(&"INFO replay: captured program=shared operations=2".to_owned()));
    let second = seen(|| drop(session.replay(ones(4)).unwrap()));
    assert_eq!(second, ["DEBUG span replay program=shared"]);
}

#[test]
fn what_is_captured_again_is_a_warning_with_the_argument() {
    let mut session = again::on(&Device::flex()).unwrap();
    session.replay(ones(2)).unwrap();
    let seen = seen(|| drop(session.replay(ones(3)).unwrap()));
    let warning = seen.iter().find(|line| line.starts_with("WARN")).unwrap();
    assert!(warning.starts_with("WARN replay: captured again program=again change="));
    assert!(
        warning.contains("`x` was captured as f32[2], given f32[3]"),
        "{warning}"
    );
}

#[test]
fn a_file_that_is_loaded_and_replayed_is_named() {
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/traced.capture");
    let program = shared::capture(TensorSpec::float([4])).unwrap();
    program.save(path).unwrap();
    let loading = seen(|| drop(Archive::load(path).unwrap()));
    assert!(
        loading[0].starts_with("INFO span load path="),
        "{loading:?}"
    );
    let loaded = "INFO load: loaded program=shared operations=2 bytes=";
    assert!(loading[1].starts_with(loaded), "{loading:?}");
    let mut session = Archive::load(path).unwrap().on(&Device::flex()).unwrap();
    let x = ones(4).into_data();
    let replaying = seen(|| drop(session.replay(&[("x", x)]).unwrap()));
    assert_eq!(replaying, ["DEBUG span replay program=shared"]);
}

#[test]
fn a_refused_capture_says_which_code() {
    let seen = seen(|| {
        refused::capture(TensorSpec::float([1])).unwrap_err();
    });
    assert_eq!(seen[0], "INFO span capture program=refused");
    let last = seen.last().unwrap();
    assert!(
        last.starts_with("DEBUG capture: refused code=\"CR"),
        "{last}"
    );
}
