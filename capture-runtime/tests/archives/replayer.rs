//! Replay without the function: named inputs, the same bits.

use crate::common::{Mlp, Numbers, flex, row};
use crate::programs::{self, optim, train, train_inputs};
use burn::prelude::*;
use burn::tensor::TensorData;
use capture_runtime::prelude::*;
use capture_runtime::{ArchiveCause, Engine, Limits, Role};

fn archive(bytes: &[u8]) -> Archive {
    Archive::from_bytes(bytes, &Limits::default()).unwrap()
}

#[test]
fn a_training_run_goes_on_with_the_same_bits() {
    let device = flex();
    let mut session = train::on(&device, Mlp::new(&device), optim(), 0.5).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("train.capture");
    let mut numbers = Numbers::new(11);
    let mut step = || {
        (
            numbers.tensor::<2>([4, 5], &device),
            numbers.tensor::<2>([4, 3], &device),
        )
    };
    for _ in 0..3 {
        let (x, y) = step();
        session.replay(x, y, 0.01).unwrap();
    }
    session.save(&path).unwrap();
    let mut replayer = Archive::load(&path).unwrap().on(&device).unwrap();
    assert_eq!(replayer.engine(), Engine::Interpreter);
    for _ in 0..5 {
        let (x, y) = step();
        let lr = replayer.number("lr", 0.02f64).unwrap();
        let inputs = [("lr", lr), ("y", y.to_data()), ("x", x.to_data())];
        let results = replayer.replay(&inputs).unwrap();
        let loss = session.replay(x, y, 0.02).unwrap();
        assert_eq!(results.len(), 1);
        assert_eq!(results[0].1.as_bytes(), loss.into_data().as_bytes());
    }
    let again = folder.path().join("again.capture");
    session.save(&again).unwrap();
    let expected = Archive::load(&again).unwrap();
    let state = replayer.state().unwrap();
    assert!(state.len() > 4, "{state:?}");
    assert!(
        expected
            .state()
            .eq(state.iter().map(|(name, data)| (name.as_str(), data)))
    );
    // The replayer saves what the session does, to the byte.
    let third = folder.path().join("third.capture");
    replayer.save(&third).unwrap();
    assert!(std::fs::read(third).unwrap() == std::fs::read(again).unwrap());
}

#[test]
fn nothing_is_saved_without_weights_and_state() {
    let program = archive(&programs::training().bytes)
        .program()
        .to_bytes()
        .unwrap();
    let replayer = archive(&program).on(&flex()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.capture");
    let error = replayer.save(&path).unwrap_err();
    assert_eq!(error.code(), "CR0209");
    assert!(!path.exists());
}

#[test]
fn an_operation_displays_as_its_line_of_the_listing() {
    for sample in programs::all() {
        let archive = archive(&sample.bytes);
        let listing = archive.program().to_string();
        for operation in archive.program().operations() {
            let line = format!("\n  {operation}");
            assert!(listing.contains(&line), "{line}: {listing}");
        }
    }
}

#[test]
fn every_program_replays() {
    for sample in programs::all() {
        let mut replayer = archive(&sample.bytes).on(&flex()).unwrap();
        let first = replayer.replay(&sample.inputs).unwrap();
        assert!(!first.is_empty(), "{}", sample.name);
        for (name, data) in &first {
            let result = replayer
                .program()
                .results()
                .iter()
                .find(|result| result.name == *name);
            let result = result.unwrap_or_else(|| panic!("{name}"));
            assert_eq!(
                (data.shape(), data.dtype()),
                (&result.shape, result.dtype),
                "{name}"
            );
        }
        replayer.replay(&sample.inputs).unwrap();
    }
}

#[test]
fn arguments_are_checked_by_name() {
    let sample = programs::training();
    let mut replayer = archive(&sample.bytes).on(&flex()).unwrap();
    let before = replayer.state().unwrap();
    let [x, y, lr] = train_inputs().try_into().unwrap();
    let mut refused = |inputs: &[(&str, TensorData)], words: &[&str]| {
        let error = replayer.replay(inputs).unwrap_err();
        assert_eq!(error.code(), "CR0208");
        for word in words {
            assert!(error.to_string().contains(word), "{word}: {error}");
        }
    };
    refused(
        &[x.clone(), y.clone()],
        &["`lr` was captured as live f64, given absent"],
    );
    let short = ("x", TensorData::zeros::<f32, _>([3, 5]));
    refused(
        &[short, y.clone(), lr.clone()],
        &["`x` was captured as f32[4, 5], given f32[3, 5]"],
    );
    let int = ("x", TensorData::zeros::<i32, _>([4, 5]));
    refused(&[int, y.clone(), lr.clone()], &["given i32[4, 5]"]);
    let unknown = ("z", TensorData::from([1.0f32]));
    refused(
        &[x.clone(), y.clone(), lr.clone(), unknown],
        &["`z` was captured as absent, given f32[1]"],
    );
    refused(
        &[x.clone(), x.clone(), y.clone(), lr.clone()],
        &["given twice"],
    );
    refused(&[], &["`x`", "`y`", "`lr`"]);
    let error = replayer.number("lr", 1i64).unwrap_err();
    assert!(error.to_string().contains("given live i64"), "{error}");
    assert_eq!(replayer.state().unwrap(), before);
    replayer.replay(&[x, y, lr]).unwrap();
}

#[test]
fn a_program_without_its_weights_and_state_asks_for_them() {
    let (one, two) = (row([1.0, 2.0]), row([3.0, 4.0]));
    let program = keeps::capture(&one, &two, TensorSpec::float([2])).unwrap();
    let mut replayer = archive(&program.to_bytes().unwrap()).on(&flex()).unwrap();
    let x = [("x", TensorData::from([10.0f32, 100.0]))];
    let error = replayer.replay(&x).unwrap_err();
    let ReplayError::Unset {
        role, ref names, ..
    } = error
    else {
        panic!("{error}")
    };
    assert_eq!(
        (role, names.as_slice(), error.code()),
        (Role::Weights, &["w".to_owned()][..], "CR0209")
    );
    assert!(error.to_string().contains("set_weights"), "{error}");
    replayer.set_weights(&[("w", one.to_data())]).unwrap();
    let error = replayer.replay(&x).unwrap_err();
    assert!(
        error.to_string().contains("set_state") && error.to_string().contains("`s`"),
        "{error}"
    );
    assert_eq!(replayer.state().unwrap_err(), error);
    let wrong = replayer
        .set_state(&[("s", TensorData::from([1.0f32]))])
        .unwrap_err();
    assert_eq!(wrong.code(), "CR0208");
    replayer.set_state(&[("s", two.to_data())]).unwrap();
    let results = replayer.replay(&x).unwrap();
    assert_eq!(
        results,
        [("result".to_owned(), TensorData::from([13.0f32, 204.0]))]
    );
    assert_eq!(
        replayer.state().unwrap(),
        [("s".to_owned(), TensorData::from([4.0f32, 5.0]))]
    );
    replayer.set_weights(&[("w", two.to_data())]).unwrap();
    let results = replayer.replay(&x).unwrap();
    assert_eq!(results[0].1, TensorData::from([34.0f32, 405.0]));
}

/// Weights, state and an input.
#[capture_program]
fn keeps(w: &Tensor<1>, s: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    let result = x * w.clone() + s.clone();
    *s = s.clone() + 1.0;
    result
}

/// Takes rows by an index that the device finds out of range.
#[capture_program]
fn takes(s: &mut Tensor<1>, i: Tensor<1, Int>) -> Tensor<1> {
    let taken = s.clone().select(0, i);
    *s = s.clone() + 1.0;
    taken
}

#[test]
fn an_operation_that_fails_leaves_the_state() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("takes.capture");
    let mut session = takes::on(&flex(), row([1.0, 2.0])).unwrap();
    session.warm_up(Tensor::from_ints([0], &flex())).unwrap();
    session.save(&path).unwrap();
    let mut replayer = Archive::load(&path).unwrap().on(&flex()).unwrap();
    let index = |i: i32| [("i", TensorData::from([i]))];
    let good = replayer.replay(&index(1)).unwrap();
    assert_eq!(good[0].1, TensorData::from([2.0f32]));
    let error = replayer.replay(&index(7)).unwrap_err();
    assert_eq!(error.code(), "CR0204", "{error}");
    assert!(error.to_string().contains("replayer.rs"), "{error}");
    assert_eq!(
        replayer.state().unwrap()[0].1,
        TensorData::from([2.0f32, 3.0])
    );
    assert_eq!(
        replayer.replay(&index(0)).unwrap()[0].1,
        TensorData::from([2.0f32])
    );
}

/// A state that grows with every step.
#[capture_program]
fn grows(s: &mut Tensor<1>, x: Tensor<1>) {
    *s = Tensor::cat(vec![s.clone(), x], 0);
}

#[test]
fn a_program_that_serves_one_replay_is_refused() {
    let program = grows::capture(&row([1.0]), TensorSpec::float([1])).unwrap();
    let error = archive(&program.to_bytes().unwrap())
        .on(&flex())
        .unwrap_err();
    assert!(
        matches!(error.cause(), ArchiveCause::Device { .. }),
        "{error}"
    );
    assert!(error.to_string().contains("serves one replay"), "{error}");
}

#[test]
fn an_autodiff_device_is_its_plain_one() {
    let sample = programs::indices();
    let mut replayer = archive(&sample.bytes).on(&flex().autodiff()).unwrap();
    replayer.replay(&sample.inputs).unwrap();
    assert_eq!(replayer.device(), &flex());
}
