//! Hostile files that were made by hand, each for one thing that a loader may get wrong. `CAPTURE_BLESS=1` writes them again.

use crate::files::{File, field, list};
use crate::fuzz::{Outcome, SMALL, exercise};
use crate::hostile;
use capture_runtime::Archive;
use rmpv::Value;
use safetensors::tensor::Dtype;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/archives/corpus")
}

/// The operation of the small program that `name` is, with its fields.
fn operation(graph: &mut Value, i: usize) -> &mut Value {
    let step = &mut list(field(graph, "operations"))[i];
    let ir = field(step, "ir");
    // `NumericFloat(F32, Mul { .. })`
    let arguments = list(field(ir, "NumericFloat"));
    let Value::Map(variant) = &mut arguments[1] else {
        panic!("an operation is a map of one entry")
    };
    &mut variant[0].1
}

/// The file after a change to its graph.
fn with(file: &File, change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut graph = file.graph();
    change(&mut graph);
    file.clone().with_graph(&graph).sealed()
}

fn id(tensor: &mut Value) -> &mut Value {
    field(field(tensor, "id"), "value")
}

fn shape(tensor: &mut Value) -> &mut Vec<Value> {
    list(field(field(tensor, "shape"), "dims"))
}

/// A graph that announces many elements and has none.
fn announces(file: &File, header: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x81, 0xaa];
    bytes.extend(b"operations");
    bytes.extend(header);
    file.clone().with_program(bytes).sealed()
}

fn hostile_files() -> BTreeMap<&'static str, Vec<u8>> {
    let file = File::open(&hostile::file());
    let big = || Value::from(u64::MAX);
    let tensor = |file: &File, name: &str, dtype: Dtype, shape: Vec<usize>, data: Vec<u8>| {
        let mut file = file.clone();
        file.tensors.insert(name.to_owned(), (dtype, shape, data));
        file.sealed()
    };
    let without = |name: &str| {
        let mut file = file.clone();
        file.tensors
            .remove(name)
            .unwrap_or_else(|| panic!("no `{name}`"));
        file.sealed()
    };
    let constant = file
        .tensors
        .keys()
        .find(|name| name.starts_with("constant/"))
        .unwrap()
        .clone();
    BTreeMap::from([
        (
            "array-of-four-billion",
            announces(&file, &[0xdd, 0xff, 0xff, 0xff, 0xff]),
        ),
        (
            "map-of-four-billion",
            announces(&file, &[0xdf, 0xff, 0xff, 0xff, 0xff]),
        ),
        (
            "text-of-four-billion",
            announces(&file, &[0xdb, 0xff, 0xff, 0xff, 0xff]),
        ),
        (
            "nested-without-end",
            file.clone().with_program(vec![0x91; 100_000]).sealed(),
        ),
        ("bytes-after-the-end", {
            let (_, _, mut graph) = file.tensors["program"].clone();
            graph.push(0xc0);
            file.clone().with_program(graph).sealed()
        }),
        ("no-program", without("program")),
        ("no-constant", without(&constant)),
        (
            "unknown-tensor",
            tensor(&file, "weights/v", Dtype::U8, vec![1], vec![0]),
        ),
        (
            "weight-of-another-type",
            tensor(&file, "weights/w", Dtype::I32, vec![2], vec![0; 8]),
        ),
        (
            "weight-of-another-shape",
            tensor(&file, "weights/w", Dtype::F32, vec![2, 1], vec![0; 8]),
        ),
        (
            "constant-of-another-shape",
            tensor(&file, &constant, Dtype::F32, vec![1], vec![0; 4]),
        ),
        (
            "cyclic",
            with(&file, |graph| {
                let out = id(field(operation(graph, 0), "out")).clone();
                *id(field(operation(graph, 0), "lhs")) = out;
            }),
        ),
        (
            "used-before-it-is-defined",
            with(&file, |graph| list(field(graph, "operations")).reverse()),
        ),
        (
            "dangling",
            with(&file, |graph| {
                *id(field(operation(graph, 0), "lhs")) = 77u64.into()
            }),
        ),
        (
            "defined-twice",
            with(&file, |graph| {
                let first = id(field(operation(graph, 0), "out")).clone();
                *id(field(operation(graph, 1), "out")) = first;
            }),
        ),
        (
            "overwrites-an-input",
            with(&file, |graph| {
                *id(field(operation(graph, 0), "out")) = 0u64.into()
            }),
        ),
        (
            "id-of-all-bits",
            with(&file, |graph| {
                *id(field(operation(graph, 0), "out")) = big()
            }),
        ),
        (
            "id-with-a-gap",
            with(&file, |graph| {
                *id(field(operation(graph, 0), "out")) = 5_000_000u64.into()
            }),
        ),
        (
            "claims-another-shape",
            with(&file, |graph| {
                shape(field(operation(graph, 0), "out"))[0] = 3u64.into()
            }),
        ),
        (
            "claims-an-exabyte",
            with(&file, |graph| {
                let extents = vec![Value::from(1u64 << 30), Value::from(1u64 << 30)];
                *shape(field(operation(graph, 0), "out")) = extents;
            }),
        ),
        (
            "claims-an-overflow",
            with(&file, |graph| {
                *shape(field(operation(graph, 0), "out")) = vec![big(), big(), Value::from(2u64)];
            }),
        ),
        (
            "claims-another-type",
            with(&file, |graph| {
                *field(field(operation(graph, 0), "out"), "dtype") = "F64".into()
            }),
        ),
        (
            "operand-of-another-type",
            with(&file, |graph| {
                *field(field(operation(graph, 0), "lhs"), "dtype") = "I64".into()
            }),
        ),
        (
            "unknown-operation",
            with(&file, |graph| {
                let step = &mut list(field(graph, "operations"))[0];
                *field(step, "ir") = Value::Map(vec![("Explode".into(), Value::Nil)]);
            }),
        ),
        (
            "custom-operation",
            with(&file, |graph| {
                let custom = Value::Map(vec![
                    ("id".into(), "anything".into()),
                    ("inputs".into(), Value::Array(vec![])),
                    ("outputs".into(), Value::Array(vec![])),
                    ("scalars".into(), Value::Array(vec![])),
                ]);
                let step = &mut list(field(graph, "operations"))[0];
                *field(step, "ir") = Value::Map(vec![("Custom".into(), custom)]);
            }),
        ),
        (
            "statement-out-of-range",
            with(&file, |graph| {
                *field(&mut list(field(graph, "operations"))[0], "statement") = 1000u64.into();
            }),
        ),
        (
            "result-of-nothing",
            with(&file, |graph| {
                *field(&mut list(field(graph, "results"))[0], "id") = 999u64.into()
            }),
        ),
        (
            "result-of-another-shape",
            with(&file, |graph| {
                *list(field(&mut list(field(graph, "results"))[0], "shape")) = vec![9u64.into()];
            }),
        ),
        (
            "results-without-structure",
            with(&file, |graph| list(field(graph, "result_tokens")).clear()),
        ),
        (
            "structure-without-results",
            with(&file, |graph| list(field(graph, "results")).clear()),
        ),
        (
            "arguments-without-structure",
            with(&file, |graph| list(field(graph, "arguments")).clear()),
        ),
        (
            "state-of-nothing",
            with(&file, |graph| {
                list(field(graph, "next_state")).push(500u64.into())
            }),
        ),
        (
            "two-of-one-name",
            with(&file, |graph| {
                let bindings = list(field(graph, "bindings"));
                let again = bindings[1].clone();
                bindings.push(again);
            }),
        ),
        (
            "a-role-that-is-none",
            with(&file, |graph| {
                *field(&mut list(field(graph, "bindings"))[0], "role") = "Device".into();
            }),
        ),
        (
            "inputs-after-weights",
            with(&file, |graph| list(field(graph, "bindings")).reverse()),
        ),
        (
            "unknown-field",
            with(&file, |graph| {
                if let Value::Map(entries) = graph {
                    entries.push(("more".into(), Value::Nil));
                }
            }),
        ),
        (
            "missing-field",
            with(&file, |graph| {
                if let Value::Map(entries) = graph {
                    entries.retain(|(name, _)| name.as_str() != Some("frozen"));
                }
            }),
        ),
        (
            "negative-line",
            with(&file, |graph| *field(graph, "line") = Value::from(-1)),
        ),
        (
            "a-hundred-dimensions",
            with(&file, |graph| {
                *list(field(&mut list(field(graph, "bindings"))[0], "shape")) =
                    vec![1u64.into(); 100];
            }),
        ),
    ])
}

#[test]
fn the_corpus_is_what_it_is_made_of() {
    let made = hostile_files();
    if std::env::var_os("CAPTURE_BLESS").is_some() {
        for (name, bytes) in &made {
            std::fs::write(folder().join(format!("{name}.capture")), bytes).unwrap();
        }
    }
    let found = std::fs::read_dir(folder()).unwrap().count();
    assert!(
        found >= made.len(),
        "{found} files: `CAPTURE_BLESS=1 cargo test -p capture-runtime --test archives` writes them"
    );
    // Metadata has no order, so that bytes may differ: each file is refused for the reason for which it was made.
    for (name, bytes) in made {
        let kept = std::fs::read(folder().join(format!("{name}.capture"))).unwrap();
        let [made, kept] = [bytes, kept].map(|bytes| Archive::from_bytes(&bytes, &SMALL).map(drop));
        let made = made.expect_err(name);
        assert_eq!(made, kept.expect_err(name), "{name}");
    }
}

#[test]
fn no_file_of_the_corpus_is_accepted() {
    let mut files = 0;
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(exercise(&bytes), Outcome::Refused, "{}", path.display());
        files += 1;
    }
    assert!(files >= 30, "{files}");
}
