//! The checks of device graphs on a software driver: WebGPU on the CPU, small shapes.
//!
//! Without a driver they say so and pass; `CAPTURE_DRIVER=required` makes that a failure, as continuous integration does after `.ci/driver`.

#![cfg(feature = "wgpu")]
#![forbid(unsafe_code)]

use burn::prelude::*;
use burn::tensor::DType;
use capture_runtime::prelude::*;
use std::panic::catch_unwind;
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The software driver's device, if there is one.
fn device() -> Option<&'static Device> {
    static DEVICE: OnceLock<Option<Device>> = OnceLock::new();
    let found = DEVICE.get_or_init(|| {
        let tried = catch_unwind(|| {
            let device = Device::wgpu(Default::default());
            let two = Tensor::<1>::ones([1], &device) * 2.0;
            assert_eq!(two.into_scalar::<f32>(), 2.0);
            device
        });
        tried.ok()
    });
    if found.is_none() {
        let required = std::env::var("CAPTURE_DRIVER").is_ok_and(|value| value == "required");
        assert!(
            !required,
            "no WebGPU device: `.ci/driver` installs a software driver"
        );
        eprintln!(
            "not checked: this machine has no WebGPU device; `.ci/driver` installs a software driver"
        );
    }
    found.as_ref()
}

macro_rules! test {
    ($check:ident) => {
        #[test]
        fn $check() {
            if let Some(device) = device() {
                benches::checks::run(stringify!($check), device);
            }
        }
    };
}

benches::each_check!(test);

#[capture_program]
fn double(x: Tensor<1>) -> Tensor<1> {
    x * 2.0
}

/// Where Vulkan looks for drivers.
const VULKAN: [&str; 2] = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"];
/// Where OpenGL does.
const OPENGL: &str = "__EGL_VENDOR_LIBRARY_FILENAMES";

/// This file's tests again, those of `arguments`, in a process that finds no drivers at `hidden`.
fn again(arguments: &[&str], hidden: &[&str], inside: &str) -> Output {
    Command::new(std::env::current_exe().unwrap())
        .args(arguments)
        .env(inside, "1")
        .envs(hidden.iter().map(|name| (name, "/nonexistent")))
        .output()
        .unwrap()
}

/// OpenGL has no `f64`, as Metal and most GPUs behind WebGPU. These checks are without products of matrices, whose kernels the software driver
/// takes minutes to compile for OpenGL.
#[test]
fn on_a_device_without_f64() {
    const CHECKS: [&str; 7] = [
        "a_body_asks_for_element_types",
        "an_element_type_that_is_missing",
        "element_types_of_the_device",
        "every_optimizer_steps",
        "live_numbers_of_every_type",
        "many_live_numbers_share_a_buffer",
        "on_a_device_without_f64",
    ];
    const INSIDE: &str = "CHECK_WITHOUT_F64";
    if std::env::var_os(INSIDE).is_some() {
        if let Some(device) = device() {
            assert!(!device.supports_dtype(DType::F64));
        }
        return;
    }
    let arguments = [&["--exact"], &CHECKS[..]].concat();
    let output = again(&arguments, &VULKAN, INSIDE);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("7 passed"), "{said}");
}

/// Runs itself again in a process that finds no driver.
#[test]
fn a_missing_driver_is_an_error() {
    const INSIDE: &str = "CHECK_WITHOUT_DRIVER";
    if std::env::var_os(INSIDE).is_some() {
        let device = Device::wgpu(Default::default());
        let error = double::on(&device).expect_err("there is no driver");
        assert_eq!(error.code(), "CR0121", "{error}");
        assert!(error.to_string().contains("cannot be used"), "{error}");
        let bytes = double::capture(TensorSpec::float([2])).unwrap().to_bytes();
        let archive =
            Archive::from_bytes(&bytes.unwrap(), &capture_runtime::Limits::default()).unwrap();
        let error = archive.on(&device).expect_err("there is no driver");
        assert_eq!(error.code(), "CR0121", "{error}");
        // The process lives on.
        assert!(double::on(&Device::flex()).is_ok());
        return;
    }
    let [first, second] = VULKAN;
    let inside = again(
        &["--exact", "a_missing_driver_is_an_error", "--nocapture"],
        &[first, second, OPENGL],
        INSIDE,
    );
    let said = String::from_utf8_lossy(&inside.stderr);
    assert!(inside.status.success(), "{said}");
}

#[test]
fn a_soak() {
    if let Some(device) = device() {
        benches::checks::soak::soak(device, 60, 6);
    }
}
