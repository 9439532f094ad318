//! `replay`: real results, from files, generated, and refused.

use crate::common::{Folder, Ran};
use burn::prelude::*;
use capture_runtime::__private::Stored;
use capture_runtime::Archive;
use safetensors::SafeTensors;

/// Tensors in a safetensors file.
fn tensors(named: &[(&str, TensorData)]) -> Vec<u8> {
    let each = named
        .iter()
        .map(|(name, data)| (*name, Stored::new(data).unwrap()));
    safetensors::serialize(each, None).unwrap()
}

/// Four rows of three ones: with the weights of the archive and half of each product, 4.5 and 6 in each row.
fn ones() -> (&'static str, TensorData) {
    ("x", TensorData::ones::<f32, _>([4, 3]))
}

/// The sum of the squares of [`ones`]' products.
const SQUARES: f32 = 4.0 * (4.5 * 4.5 + 6.0 * 6.0);

#[test]
fn inputs_numbers_results_and_state_are_those_of_the_program() {
    let folder = Folder::filled();
    folder.write("inputs.safetensors", &tensors(&[ones()]));
    let arguments = [
        "replay",
        "step.capture",
        "--inputs",
        "inputs.safetensors",
        "--live",
        "rate=2",
        "--out",
        "out.safetensors",
        "--save",
        "after.capture",
        "--steps",
        "3",
        "--json",
    ];
    let json = folder.run(&arguments).json(0);
    assert_eq!(json["results"][0]["mean"], SQUARES * 2.0);
    assert_eq!(
        (&json["device"], &json["engine"]),
        (&"flex".into(), &"interpreter".into())
    );
    assert_eq!(json["generated"], serde_json::json!([]));
    assert!(json["step_seconds"].as_f64().unwrap() > 0.0);

    let out = std::fs::read(folder.at("out.safetensors")).unwrap();
    let out = SafeTensors::deserialize(&out).unwrap();
    let result = out.tensor("result").unwrap();
    assert_eq!(result.data(), (SQUARES * 2.0).to_le_bytes());

    let after = Archive::load(folder.at("after.capture")).unwrap();
    let state: Vec<_> = after.state().map(|(_, data)| data.clone()).collect();
    assert_eq!(state, [TensorData::from([10.0 + 3.0 * SQUARES * 2.0])]);
    assert_eq!(after.weights().count(), 1);
}

#[test]
fn what_is_not_given_is_generated_and_said() {
    let folder = Folder::filled();
    let ran = folder.run(&["replay", "step.capture"]);
    assert!(
        ran.err
            .contains("generated from seed 0: input x, live rate"),
        "{ran:?}"
    );
    let text = ran.exits(0);
    assert!(text.contains("1 step on flex (interpreter)"), "{text}");
    assert!(text.contains("f32[1]"), "{text}");

    let json = |seed: &str| {
        folder
            .run(&["replay", "step.capture", "--json", "--seed", seed])
            .json(0)
    };
    assert_eq!(json("1")["results"], json("1")["results"]);
    assert_ne!(json("1")["results"], json("2")["results"]);
}

#[test]
fn weights_and_state_come_from_a_file_or_are_generated() {
    let folder = Folder::filled();
    let program = Archive::load(folder.at("step.capture"))
        .unwrap()
        .program()
        .to_bytes()
        .unwrap();
    folder.write("bare.capture", &program);
    folder.write("inputs.safetensors", &tensors(&[ones()]));
    let run = |more: &[&str]| {
        let mut arguments = vec![
            "replay",
            "bare.capture",
            "--json",
            "--inputs",
            "inputs.safetensors",
            "--live",
            "rate=1",
        ];
        arguments.extend(more);
        folder.run(&arguments).json(0)
    };
    assert_eq!(
        run(&[])["generated"],
        serde_json::json!(["weights w", "state total"])
    );
    // Another archive is a file of tensors as well.
    let json = run(&["--weights", "step.capture"]);
    assert_eq!(json["generated"], serde_json::json!([]));
    assert_eq!(json["results"][0]["mean"], SQUARES);
    let weights = TensorData::zeros::<f32, _>([3, 2]);
    folder.write("weights.safetensors", &tensors(&[("w", weights)]));
    let json = run(&["--weights", "weights.safetensors"]);
    assert_eq!(json["generated"], serde_json::json!(["state total"]));
    assert_eq!(json["results"][0]["mean"], 0.0);
}

#[test]
fn a_device_that_the_build_has_not_names_its_feature() {
    let folder = Folder::filled();
    let text = folder
        .run(&["replay", "step.capture", "--device", "cuda"])
        .refused();
    assert!(
        text.contains("no device `cuda`") && text.contains("--features cuda"),
        "{text}"
    );
    let text = folder
        .run(&["replay", "step.capture", "--device", "abacus"])
        .refused();
    assert!(
        text.contains("possible values: flex, cuda, vulkan, wgpu"),
        "{text}"
    );
}

/// Where there is a driver: the results are those of Flex, and device graphs run the program.
#[test]
fn a_device_replays_what_flex_replays() {
    let folder = Folder::filled();
    folder.write("inputs.safetensors", &tensors(&[ones()]));
    let arguments = [
        "replay",
        "step.capture",
        "--device",
        "wgpu",
        "--inputs",
        "inputs.safetensors",
        "--live",
        "rate=2",
        "--steps",
        "3",
        "--json",
        "--save",
        "after.capture",
    ];
    let ran = folder.run(&arguments);
    if ran.code == 2 && ran.err.contains("[CR0121]") {
        let required = std::env::var("CAPTURE_DRIVER").is_ok_and(|value| value == "required");
        assert!(!required, "{ran:?}");
        eprintln!("not checked: no WebGPU device; `.ci/driver` installs a software driver");
        return;
    }
    let json = ran.json(0);
    assert_eq!(json["device"], "wgpu");
    assert_eq!(json["engine"], "device graph");
    assert_eq!(json["results"][0]["mean"], SQUARES * 2.0);
    let after = Archive::load(folder.at("after.capture")).unwrap();
    let state: Vec<_> = after.state().map(|(_, data)| data.clone()).collect();
    assert_eq!(state, [TensorData::from([10.0 + 3.0 * SQUARES * 2.0])]);
}

/// A machine without a driver: a library that no loader finds, and no display.
#[test]
fn a_device_that_the_machine_has_not_is_told_without_a_panic() {
    let folder = Folder::filled();
    let nowhere = folder.at("nowhere.json");
    let mut command = folder.command(&["replay", "step.capture", "--device", "wgpu"]);
    for drivers in [
        "VK_DRIVER_FILES",
        "VK_ICD_FILENAMES",
        "LIBGL_DRIVERS_PATH",
        "__EGL_VENDOR_LIBRARY_FILENAMES",
    ] {
        command.env(drivers, &nowhere);
    }
    let text = Ran::of(&mut command.into()).refused();
    assert!(
        text.contains("[CR0121]") && text.contains("cannot be used") && !text.contains("panicked"),
        "{text}"
    );
    assert!(
        text.contains(" = note: Burn said: Unable to acquire wgpu device"),
        "the reason, from Burn's own thread: {text}"
    );
}

#[test]
fn numbers_that_are_none_are_refused() {
    let folder = Folder::filled();
    let refused = |live: &str| {
        folder
            .run(&["replay", "step.capture", "--live", live])
            .refused()
    };
    assert!(refused("rate=fast").contains("`--live rate=fast`: it is a live f32"));
    assert!(refused("speed=1").contains("no such live number; it has rate"));
    assert!(refused("rate").contains("write a name and a value"));
    let twice = [
        "replay",
        "step.capture",
        "--live",
        "rate=1",
        "--live",
        "rate=2",
    ];
    assert!(folder.run(&twice).refused().contains("given twice"));
    let none = folder
        .run(&["replay", "programs/double.capture", "--live", "a=1"])
        .refused();
    assert!(none.contains("it has none"), "{none}");
    let steps = folder
        .run(&["replay", "step.capture", "--steps", "0"])
        .refused();
    assert!(steps.contains("--steps"), "{steps}");
}

#[test]
fn files_that_do_not_fit_are_refused() {
    let folder = Folder::filled();
    let refused = |name: &str, bytes: &[u8]| {
        folder.write(name, bytes);
        folder
            .run(&["replay", "step.capture", "--inputs", name])
            .refused()
    };
    assert!(refused("text", b"no tensors").contains("`text` cannot be used: it is no safetensors"));
    let wide = tensors(&[("x", TensorData::ones::<f32, _>([4, 9]))]);
    assert!(refused("wide", &wide).contains("the tensor `x`: it has the shape [4, 9]"));
    let double = tensors(&[("x", TensorData::ones::<f64, _>([4, 3]))]);
    assert!(refused("double", &double).contains("stored as F64, the program has f32"));
    let other = tensors(&[("y", TensorData::ones::<f32, _>([4, 3]))]);
    assert!(refused("other", &other).contains("no input `y`; it has x, rate"));
    let missing = folder
        .run(&["replay", "step.capture", "--inputs", "nowhere"])
        .refused();
    assert!(missing.contains("`nowhere` cannot be read"), "{missing}");
    let unwritten = folder
        .run(&["replay", "step.capture", "--out", "no/folder"])
        .refused();
    assert!(
        unwritten.contains("`no/folder` cannot be written"),
        "{unwritten}"
    );
    let unsaved = folder
        .run(&["replay", "step.capture", "--save", "no/folder"])
        .refused();
    assert!(unsaved.contains("error[CR0301]"), "{unsaved}");
}
