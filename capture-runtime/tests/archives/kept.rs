//! A file that an earlier build wrote, with its arguments and the bits that it gave: the format stays readable.
//!
//! `CAPTURE_BLESS=1` writes the files again; whoever does that raises the version of the format.

use crate::programs::{self, Inputs};
use burn::tensor::TensorData;
use capture_runtime::{Archive, Device};
use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, TensorView};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/archives/kept")
}

/// The bits that two replays give, and the state after them.
fn expected(archive: Archive, inputs: &Inputs) -> Vec<(String, TensorData)> {
    let mut replayer = archive.on(&Device::flex()).unwrap();
    let mut all = Vec::new();
    for step in 0..2 {
        let results = replayer.replay(inputs).unwrap();
        all.extend(
            results
                .into_iter()
                .map(|(name, data)| (format!("step {step}: {name}"), data)),
        );
    }
    let state = replayer.state().unwrap();
    all.extend(
        state
            .into_iter()
            .map(|(name, data)| (format!("state: {name}"), data)),
    );
    all
}

#[test]
fn a_file_of_an_earlier_build_replays_with_its_bits() {
    let sample = programs::training();
    let (archive, bits) = (
        folder().join("training.capture"),
        folder().join("training.bits"),
    );
    if std::env::var_os("CAPTURE_BLESS").is_some() {
        std::fs::create_dir_all(folder()).unwrap();
        std::fs::write(&archive, &sample.bytes).unwrap();
        let all = expected(Archive::load(&archive).unwrap(), &sample.inputs);
        let tensors = all.iter().map(|(name, data)| {
            let shape = vec![data.as_bytes().len()];
            (
                name.as_str(),
                TensorView::new(Dtype::U8, shape, data.as_bytes()).unwrap(),
            )
        });
        let written = safetensors::serialize(tensors.collect::<Vec<_>>(), None).unwrap();
        std::fs::write(&bits, written).unwrap();
    }
    let written = std::fs::read(&bits).unwrap();
    let written = SafeTensors::deserialize(&written).unwrap();
    let replayed = expected(Archive::load(&archive).unwrap(), &sample.inputs);
    assert_eq!(replayed.len(), written.len());
    assert!(replayed.len() > 8, "{}", replayed.len());
    for (name, data) in replayed {
        let bits = written.tensor(&name).unwrap();
        assert_eq!(data.as_bytes(), bits.data(), "{name}");
    }
}
