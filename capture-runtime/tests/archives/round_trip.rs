//! What is saved is what is loaded.

use crate::common::{flex, row};
use crate::files::File;
use crate::programs::{self, draws, mixed};
use burn::nn::EmbeddingConfig;
use burn::prelude::*;
use burn::tensor::{BoolStore, DType, TensorData};
use capture_runtime::prelude::*;
use capture_runtime::{Limits, Role};
use proptest::prelude::*;
use safetensors::SafeTensors;

/// A program with one constant, whatever its element type.
#[capture_program]
fn holds(data: &Held, x: Tensor<1>) -> (Tensor<1>, Tensor<1, Int>, Tensor<1, Bool>) {
    (
        x + data.float.clone().cast(DType::F32),
        data.int.clone(),
        data.bool.clone(),
    )
}

/// Tensors of any element type.
#[derive(ProgramState, Clone)]
struct Held {
    float: Tensor<1>,
    int: Tensor<1, Int>,
    bool: Tensor<1, Bool>,
}

#[test]
fn a_loaded_program_is_the_saved_one() {
    for sample in programs::all() {
        let archive = Archive::from_bytes(&sample.bytes, &Limits::default()).unwrap();
        let saved = archive.program();
        let loaded = Program::from_bytes(&saved.to_bytes().unwrap()).unwrap();
        assert_eq!(loaded.to_string(), saved.to_string(), "{}", sample.name);
        assert_eq!(loaded.graph(), saved.graph(), "{}", sample.name);
        assert_eq!(loaded.signature(), saved.signature(), "{}", sample.name);
        assert_eq!(loaded.results(), saved.results(), "{}", sample.name);
        assert_eq!(loaded.constants(), saved.constants(), "{}", sample.name);
        assert_eq!(loaded.parameters(), saved.parameters(), "{}", sample.name);
        assert_eq!(loaded.recorded(), saved.recorded(), "{}", sample.name);
        for (one, two) in loaded.operations().iter().zip(saved.operations()) {
            assert_eq!(
                loaded.statement(one),
                saved.statement(two),
                "{}",
                sample.name
            );
        }
    }
}

#[test]
fn a_program_captured_without_a_device_is_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("draws.capture");
    let captured = draws::capture(TensorSpec::float([3]), &row([0.0])).unwrap();
    captured.save(&path).unwrap();
    let loaded = Program::load(&path).unwrap();
    assert_eq!(loaded.to_string(), captured.to_string());
    let statement = loaded.statement(&loaded.operations()[0]).unwrap();
    assert!(statement.file.ends_with("programs.rs"), "{statement}");
    assert!(
        loaded
            .constants()
            .values()
            .any(|data| data.num_elements() == 3)
    );
    let archive = Archive::load(&path).unwrap();
    assert!(!archive.has_weights() && !archive.has_state());
}

#[test]
fn every_reader_of_safetensors_opens_it() {
    let sample = programs::training();
    let tensors = SafeTensors::deserialize(&sample.bytes).unwrap();
    let weight = tensors.tensor("state/model.hidden.weight").unwrap();
    assert_eq!(weight.shape(), [5, 8]);
    let (_, header) = SafeTensors::read_metadata(&sample.bytes).unwrap();
    let metadata = header.metadata().as_ref().unwrap();
    assert_eq!(metadata["format"], "capture-program");
    assert_eq!(metadata["version"], "1");
}

#[test]
fn the_burn_in_the_header_is_the_one_that_is_locked() {
    let workspace = include_str!("../../../Cargo.toml");
    let file = File::open(&programs::noise().bytes);
    let line = format!("burn = {{ version = \"={}\"", file.metadata["burn"]);
    assert!(workspace.contains(&line), "{line}");
}

#[test]
fn what_a_file_says_is_kept_once_however_often_it_is_loaded() {
    let bytes = programs::indices().bytes;
    let [one, two] = [0, 1].map(|_| Program::from_bytes(&bytes).unwrap());
    let text = |program: &Program| {
        program
            .statement(&program.operations()[0])
            .unwrap()
            .text
            .as_ptr()
    };
    assert_eq!(text(&one), text(&two));
    assert_eq!(one.parameters().as_ptr(), two.parameters().as_ptr());
}

#[test]
fn a_file_appears_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("program.capture");
    std::fs::write(&path, "what was there before").unwrap();
    let program = draws::capture(TensorSpec::float([3]), &row([0.0])).unwrap();
    // A reader that opens the file again and again sees the old or the new one, never a part.
    let whole = program.to_bytes().unwrap().len();
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            for _ in 0..200 {
                let read = std::fs::read(&path).unwrap();
                let old = read == b"what was there before";
                assert!(
                    old || read.len() == whole,
                    "{} of {whole} bytes",
                    read.len()
                );
            }
        });
        for _ in 0..20 {
            program.save(&path).unwrap();
        }
        reader.join().unwrap();
    });
    // Nothing is left beside it.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(Program::load(&path).is_ok());
}

#[test]
fn a_failed_save_leaves_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a folder");
    std::fs::create_dir(&path).unwrap();
    let program = draws::capture(TensorSpec::float([3]), &row([0.0])).unwrap();
    let error = program.save(&path).unwrap_err();
    assert_eq!(error.code(), "CR0301", "{error}");
    assert!(path.is_dir());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Elements of `dtype`, whatever the bytes say.
fn elements(dtype: DType, bytes: &[u8]) -> TensorData {
    let bytes: Vec<u8> = match dtype {
        DType::Bool(BoolStore::U32) => bytes.iter().flat_map(|byte| [byte & 1, 0, 0, 0]).collect(),
        DType::Bool(_) => bytes.iter().map(|byte| byte & 1).collect(),
        _ => bytes.to_vec(),
    };
    let whole = bytes.len() / dtype.size();
    TensorData::from_bytes_vec(bytes[..whole * dtype.size()].to_vec(), vec![whole], dtype)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every element type keeps its bits, NaN payloads and all, as weights and as constants.
    #[test]
    fn every_element_type_keeps_its_bits(
        bytes in prop::collection::vec(any::<u8>(), 8..64),
        float in prop::sample::select(vec![DType::F64, DType::F32, DType::F16, DType::BF16]),
        int in prop::sample::select(vec![
            DType::I64, DType::I32, DType::I16, DType::I8, DType::U64, DType::U32, DType::U16, DType::U8,
        ]),
        bool in prop::sample::select(vec![BoolStore::Native, BoolStore::U8, BoolStore::U32]),
    ) {
        let device = flex();
        let data = [elements(float, &bytes), elements(int, &bytes), elements(DType::Bool(bool), &bytes)];
        let held = Held {
            float: Tensor::from_data(data[0].clone(), (&device, float)),
            int: Tensor::from_data(data[1].clone(), (&device, int)),
            bool: Tensor::from_data(data[2].clone(), (&device, DType::Bool(bool))),
        };
        let given = [held.float.to_data(), held.int.to_data(), held.bool.to_data()];
        let x = Tensor::<1>::zeros([data[0].num_elements()], &device);
        let mut session = holds::on(&device, held).unwrap();
        session.warm_up(x).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("held.capture");
        session.save(&path).unwrap();
        let archive = Archive::load(&path).unwrap();
        let kept: Vec<_> = archive.weights().map(|(_, data)| data.clone()).collect();
        prop_assert_eq!(kept.len(), 3);
        for (given, kept) in given.iter().zip(&kept) {
            prop_assert_eq!(given.dtype(), kept.dtype());
            prop_assert_eq!(given.shape(), kept.shape());
            prop_assert_eq!(given.as_bytes(), kept.as_bytes());
        }
        prop_assert!(archive.on(&device).is_ok());
    }
}

#[test]
fn roles_and_names_are_those_of_the_function() {
    let table = EmbeddingConfig::new(4, 2).init(&flex());
    let shape = || TensorSpec::float([3, 4]);
    let int = TensorSpec::int([3, 4]);
    let program = mixed::capture(&table, shape(), int, TensorSpec::bool([3, 4])).unwrap();
    let loaded = Program::from_bytes(&program.to_bytes().unwrap()).unwrap();
    let names = |role| -> Vec<&str> {
        let bindings = loaded.signature().role(role);
        bindings.map(|binding| binding.name.as_str()).collect()
    };
    assert_eq!(names(Role::Input), ["x", "k", "m"]);
    assert_eq!(names(Role::Live), ["on", "j"]);
    assert_eq!(names(Role::Weights), ["table.weight"]);
}

/// What is checked in changes only where the program does.
#[test]
fn a_program_is_always_the_same_bytes() {
    let program = holds_nothing::capture(TensorSpec::float([2])).unwrap();
    let bytes = program.to_bytes().unwrap();
    for _ in 0..20 {
        assert_eq!(program.to_bytes().unwrap(), bytes);
    }
    let again = holds_nothing::capture(TensorSpec::float([2])).unwrap();
    assert_eq!(again.to_bytes().unwrap(), bytes);
    assert_eq!(
        Program::from_bytes(&bytes).unwrap().to_bytes().unwrap(),
        bytes
    );
}

#[capture_program]
fn holds_nothing(x: Tensor<1>) -> Tensor<1> {
    x.exp() + 1.0
}
