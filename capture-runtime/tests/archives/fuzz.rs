//! Random files whose checksum fits: whatever they say, there is an error or a replay, never a panic, and never more memory than the limits.
//!
//! `CAPTURE_FUZZ_SECONDS=600 cargo test -p capture-runtime --test archives -- fuzz --nocapture` goes on for ten minutes.

use crate::files::File;
use crate::mutate::{Dice, mutate};
use crate::programs;
use burn::tensor::TensorData;
use capture_runtime::{Archive, Device, Limits, Role};
use std::time::{Duration, Instant};

/// Limits in which everything that a file asks for is done at once.
pub(crate) const SMALL: Limits = Limits {
    file_bytes: 8 << 20,
    program_bytes: 4 << 20,
    tensor_bytes: 1 << 20,
    live_bytes: 16 << 20,
    text_bytes: 1 << 20,
};

/// How far a file came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Refused,
    Unready,
    Failed,
    Replayed,
}

/// Loads `bytes` and replays what it is, with zeros for everything that it does not have. A panic of it is a panic of the test.
pub(crate) fn exercise(bytes: &[u8]) -> Outcome {
    let Ok(archive) = Archive::from_bytes(bytes, &SMALL) else {
        return Outcome::Refused;
    };
    // Listing it walks over everything.
    assert!(!archive.program().to_string().is_empty());
    let zeros = |wanted: fn(Role) -> bool| -> Vec<(String, TensorData)> {
        let bindings = archive.program().signature().bindings().iter();
        let wanted = bindings.filter(|binding| wanted(binding.role));
        let zeros = wanted.map(|binding| {
            let bytes = vec![0; binding.shape.num_elements() * binding.dtype.size()];
            let data = TensorData::from_bytes_vec(bytes, binding.shape.clone(), binding.dtype);
            (binding.name.clone(), data)
        });
        zeros.collect()
    };
    let inputs = zeros(|role| matches!(role, Role::Input | Role::Live));
    let (weights, state) = (
        zeros(|role| role == Role::Weights),
        zeros(|role| role == Role::State),
    );
    let (has_weights, has_state) = (archive.has_weights(), archive.has_state());
    fn named(data: &[(String, TensorData)]) -> Vec<(&str, TensorData)> {
        data.iter()
            .map(|(name, data)| (name.as_str(), data.clone()))
            .collect()
    }
    let Ok(mut replayer) = archive.on(&Device::flex()) else {
        return Outcome::Unready;
    };
    if !has_weights {
        replayer
            .set_weights(&named(&weights))
            .expect("weights of the signature fit it");
    }
    if !has_state {
        replayer
            .set_state(&named(&state))
            .expect("a state of the signature fits it");
    }
    match replayer.replay(&named(&inputs)) {
        Ok(_) => Outcome::Replayed,
        Err(_) => Outcome::Failed,
    }
}

/// How many files of each outcome there were.
#[derive(Debug, Default)]
struct Counts {
    refused: usize,
    unready: usize,
    failed: usize,
    replayed: usize,
}

/// Changes some bytes of a tensor: an index of a constant, for instance, that is out of range then.
fn disturb(file: &mut File, dice: &mut Dice) {
    let data = file
        .tensors
        .iter_mut()
        .filter(|(name, _)| *name != "program");
    let mut data: Vec<_> = data
        .map(|(_, (_, _, data))| data)
        .filter(|data| !data.is_empty())
        .collect();
    let count = data.len();
    if let Some(data) = data.get_mut(dice.below(count)) {
        for _ in 0..1 + dice.below(8) {
            let place = dice.below(data.len());
            data[place] = dice.next() as u8;
        }
    }
}

/// Mutates the samples, one after the other, as long as `goes_on` says.
fn fuzz(seed: u64, mut goes_on: impl FnMut(usize) -> bool) -> Counts {
    let files: Vec<_> = programs::all()
        .iter()
        .map(|sample| File::open(&sample.bytes))
        .collect();
    let mut counts = Counts::default();
    let mut round = 0;
    while goes_on(round) {
        let seed = seed
            .wrapping_add(round as u64)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut dice = Dice::new(seed);
        let file = &files[round % files.len()];
        let mut graph = file.graph();
        // None at all now and then: then it is the data alone that is changed.
        let times = dice.below(4);
        mutate(&mut graph, &mut dice, times);
        let mut file = file.clone().with_graph(&graph);
        if dice.below(3) == 0 {
            disturb(&mut file, &mut dice);
        }
        let bytes = file.sealed();
        let outcome = std::panic::catch_unwind(|| exercise(&bytes));
        let Ok(outcome) = outcome else {
            let path = std::env::temp_dir().join(format!("capture-fuzz-{seed:016x}.capture"));
            std::fs::write(&path, &bytes).unwrap();
            panic!("a panic: the file is {}", path.display());
        };
        match outcome {
            Outcome::Refused => counts.refused += 1,
            Outcome::Unready => counts.unready += 1,
            Outcome::Failed => counts.failed += 1,
            Outcome::Replayed => counts.replayed += 1,
        }
        round += 1;
    }
    counts
}

#[test]
fn no_graph_makes_a_panic() {
    let seconds = std::env::var("CAPTURE_FUZZ_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok());
    let counts = match seconds {
        Some(seconds) => {
            let end = Instant::now() + Duration::from_secs(seconds);
            let seed = std::time::UNIX_EPOCH
                .elapsed()
                .map_or(0, |time| time.as_nanos() as u64);
            fuzz(seed, |_| Instant::now() < end)
        }
        None => fuzz(1, |round| round < 2000),
    };
    eprintln!("{counts:?}");
    // Both ways are walked: files that are refused, and files that are run.
    assert!(counts.refused > 100 && counts.replayed > 20, "{counts:?}");
}
