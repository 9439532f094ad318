//! Sessions that go on from a file.

use crate::common::{Mlp, Numbers, assert_same_module, flex, row};
use crate::programs::{optim, train};
use burn::prelude::*;
use capture_runtime::prelude::*;
use capture_runtime::{ArchiveCause, Change};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder, and a file in it with what a session of `train` has after three steps.
fn trained() -> (TempDir, PathBuf, Mlp) {
    let device = flex();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("train.capture");
    let mut session = train::on(&device, Mlp::new(&device), optim(), 0.5).unwrap();
    for seed in 0..3 {
        let (x, y) = batch(seed);
        session.replay(x, y, 0.01).unwrap();
    }
    session.save(&path).unwrap();
    let (model, _) = session.into_state();
    (folder, path, model)
}

fn batch(seed: u64) -> (Tensor<2>, Tensor<2>) {
    let mut numbers = Numbers::new(seed);
    (
        numbers.tensor([4, 5], &flex()),
        numbers.tensor([4, 3], &flex()),
    )
}

#[test]
fn a_session_goes_on_where_one_was_saved() {
    let device = flex();
    let (_folder, path, model) = trained();
    let mut resumed = train::load_archive(&path, &device, Mlp::new(&device), optim(), 0.5).unwrap();
    assert_same_module(&resumed.state().0, &model, "the state of the file");
    // A session that was never interrupted.
    let mut replayer = Archive::load(&path).unwrap().on(&device).unwrap();
    for seed in 3..6 {
        let (x, y) = batch(seed);
        let lr = replayer.number("lr", 0.01f64).unwrap();
        let inputs = [("x", x.to_data()), ("y", y.to_data()), ("lr", lr)];
        let results = replayer.replay(&inputs).unwrap();
        let loss = resumed.replay(x, y, 0.01).unwrap();
        assert_eq!(loss.into_data().as_bytes(), results[0].1.as_bytes());
    }
    let report = resumed.report();
    assert_eq!(
        (report.captures, report.replays, report.programs),
        (0, 3, 1)
    );
    // Another signature is captured from the function.
    let (x, y) = (
        Tensor::zeros([2, 5], &device),
        Tensor::zeros([2, 3], &device),
    );
    resumed.replay(x, y, 0.01).unwrap();
    assert_eq!(resumed.report().captures, 1);
}

/// Weights, and results in a structure.
#[capture_program]
fn scales(w: &Tensor<1>, x: Tensor<1>, more: Vec<Tensor<1>>) -> (Tensor<1>, Vec<Tensor<1>>) {
    (x * w.clone(), more)
}

#[test]
fn what_the_file_has_not_is_what_was_given() {
    let device = flex();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scales.capture");
    let spec = || TensorSpec::float([2]);
    let program = scales::capture(&row([1.0, 1.0]), spec(), vec![spec(), spec()]).unwrap();
    program.save(&path).unwrap();
    let mut session = scales::load_archive(&path, &device, row([2.0, 3.0])).unwrap();
    let (scaled, more) = session
        .replay(row([1.0, 1.0]), vec![row([5.0, 6.0]), row([7.0, 8.0])])
        .unwrap();
    assert_eq!(scaled.into_data(), row([2.0, 3.0]).into_data());
    assert_eq!(more.len(), 2);
    assert_eq!(session.report().captures, 0);
}

/// Has a method that is a program.
#[derive(ProgramState, Clone)]
struct Net {
    w: Tensor<1>,
}

impl Net {
    #[capture_program]
    #[allow(deprecated)]
    fn scale(&self, x: Tensor<1>, #[frozen] by: i32) -> Tensor<1> {
        x * self.w.clone() * by
    }
}

/// The changes that an error lists.
fn changes(error: &ArchiveError) -> &[Change] {
    assert_eq!(error.code(), "CR0307", "{error}");
    assert!(error.path().is_some());
    match error.cause() {
        ArchiveCause::Mismatch { changes, .. } => changes,
        other => panic!("{other:?}"),
    }
}

fn lists(error: &ArchiveError, words: &str) {
    let listed = changes(error).iter().any(|change| {
        format!(
            "{}: {} / {}",
            change.parameter, change.captured, change.given
        )
        .contains(words)
    });
    assert!(listed, "{words}: {error}");
}

/// Functions that are `scales` but for one thing each.
mod others {
    use super::*;

    pub(super) mod parameter {
        use super::*;
        #[capture_program]
        pub(crate) fn scales(
            w: &Tensor<1>,
            x: Tensor<1>,
            rest: Vec<Tensor<1>>,
        ) -> (Tensor<1>, Vec<Tensor<1>>) {
            (x * w.clone(), rest)
        }
    }

    pub(super) mod role {
        use super::*;
        #[capture_program]
        #[allow(deprecated)]
        pub(crate) fn scales(
            w: &mut Tensor<1>,
            x: Tensor<1>,
            more: Vec<Tensor<1>>,
        ) -> (Tensor<1>, Vec<Tensor<1>>) {
            (x * w.clone(), more)
        }
    }

    pub(super) mod result {
        use super::*;
        #[capture_program]
        pub(crate) fn scales(
            w: &Tensor<1>,
            x: Tensor<1>,
            more: Vec<Tensor<1>>,
        ) -> (Tensor<1>, Vec<Tensor<1>>) {
            let first = more.into_iter().take(1).collect();
            (x * w.clone(), first)
        }
    }

    pub(super) mod name {
        use super::*;
        #[capture_program]
        pub(crate) fn stretches(
            w: &Tensor<1>,
            x: Tensor<1>,
            more: Vec<Tensor<1>>,
        ) -> (Tensor<1>, Vec<Tensor<1>>) {
            (x * w.clone(), more)
        }
    }
}

fn of_scales(folder: &Path) -> PathBuf {
    let path = folder.join("scales.capture");
    let spec = || TensorSpec::float([2]);
    let program = scales::capture(&row([1.0, 1.0]), spec(), vec![spec(), spec()]).unwrap();
    program.save(&path).unwrap();
    path
}

#[test]
fn another_function_is_told_from_the_one_that_was_saved() {
    let device = flex();
    let folder = tempfile::tempdir().unwrap();
    let path = of_scales(folder.path());
    let w = || row([1.0, 1.0]);
    let error = others::name::stretches::load_archive(&path, &device, w()).unwrap_err();
    lists(&error, "the name: scales / stretches");
    let error = others::parameter::scales::load_archive(&path, &device, w()).unwrap_err();
    lists(
        &error,
        "parameter 3: `more: Vec<Tensor<1>>`, input / `rest: Vec<Tensor<1>>`, input",
    );
    let error = others::role::scales::load_archive(&path, &device, w()).unwrap_err();
    lists(&error, "parameter 1");
    let error = others::result::scales::load_archive(&path, &device, w()).unwrap_err();
    lists(&error, "the results: 2 elements / 1 elements");
    let error = scales::load_archive(&path, &device, row([1.0])).unwrap_err();
    lists(&error, "weights `w`: f32[2] / f32[1]");
}

#[test]
fn frozen_values_and_state_are_those_of_the_file() {
    let device = flex();
    let (_folder, path, _) = trained();
    let error = train::load_archive(&path, &device, Mlp::new(&device), optim(), 0.25).unwrap_err();
    lists(&error, "frozen `decay`: 0.5 / 0.25");
    let decayless = AdamWConfig::new().init();
    assert!(train::load_archive(&path, &device, Mlp::new(&device), decayless, 0.5).is_ok());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("double.capture");
    let net = || Net { w: row([3.0]) };
    let program = Net::scale_capture(&net(), TensorSpec::float([1]), 2).unwrap();
    program.save(&path).unwrap();
    let mut session = Net::scale_load_archive(&path, &device, net(), 2).unwrap();
    let scaled = session.replay(row([4.0])).unwrap();
    assert_eq!(scaled.into_data(), row([24.0]).into_data());
    let error = Net::scale_load_archive(&path, &device, net(), 3).unwrap_err();
    lists(&error, "frozen `by`: 2 / 3");
}
