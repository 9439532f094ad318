//! Random programs in files: what is loaded replays with the bits of the session that was saved.

use crate::compare::{Bits, bits, equal, refused};
use crate::data::{STEPS, Setting, Step, config, setting};
use crate::forward::random;
use crate::instructions::{Program, program};
use burn::tensor::{Device, TensorData};
use capture_runtime::{Archive, Limits};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// A step's arguments by name.
fn named(step: &Step) -> [(&'static str, TensorData); 6] {
    [
        ("x", step.x.to_data()),
        ("k", step.k.to_data()),
        ("m", step.m.to_data()),
        ("s", TensorData::from([step.s])),
        ("j", TensorData::from([step.j])),
        ("on", TensorData::from([step.on])),
    ]
}

/// Saves a session before its first step, and replays it and the file side by side.
fn side_by_side(program: &Program, setting: &Setting) -> Result<(), TestCaseError> {
    let device = Device::flex();
    let fail = |error: &dyn core::fmt::Display| TestCaseError::fail(error.to_string());
    let (w, v, n) = setting.states(&device);
    let mut session =
        random::on(&device, w, v, n, program.clone()).map_err(|error| fail(&error))?;
    let Step { x, k, m, s, j, on } = setting.step(0, &device);
    session
        .warm_up(x, k, m, s, j, on)
        .map_err(|error| refused(&error))?;
    let file = tempfile::NamedTempFile::new().map_err(|error| fail(&error))?;
    session.save(file.path()).map_err(|error| fail(&error))?;
    let bytes = std::fs::read(file.path()).map_err(|error| fail(&error))?;
    let archive = Archive::from_bytes(&bytes, &Limits::default()).map_err(|error| fail(&error))?;
    let mut replayer = archive.on(&device).map_err(|error| fail(&error))?;
    for step in 0..STEPS {
        let arguments = setting.step(step, &device);
        let mut found = replayer
            .replay(&named(&arguments))
            .map_err(|error| refused(&error))?;
        found.extend(replayer.state().map_err(|error| fail(&error))?);
        let Step { x, k, m, s, j, on } = arguments;
        let (floats, ints, bools) = session
            .replay(x, k, m, s, j, on)
            .map_err(|error| refused(&error))?;
        let (w, v, n) = session.state();
        let mut expected: Bits = bits("floats", &floats);
        expected.extend(bits("ints", &ints));
        expected.extend(bits("bools", &bools));
        expected.extend(bits("w", &[w]));
        expected.extend(bits("v", &[v]));
        expected.extend(bits("n", &[n]));
        equal(step, &expected, &found)?;
    }
    Ok(())
}

#[test]
fn a_file_replays_as_its_session() {
    proptest!(config(), |(program in program(), setting in setting(0))| {
        side_by_side(&program, &setting)?;
    });
}
