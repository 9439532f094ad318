//! The checks of device graphs on a software driver: WebGPU on the CPU, small shapes.
//!
//! Without a driver they say so and pass; `CAPTURE_DRIVER=required` makes that a failure, as continuous integration does after `.ci/driver`.

#![cfg(feature = "wgpu")]
#![forbid(unsafe_code)]

use burn::prelude::*;
use capture_runtime::prelude::*;
use std::panic::catch_unwind;
use std::process::Command;
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

/// Runs itself again in a process that finds no driver.
#[test]
fn a_missing_driver_is_an_error() {
    const INSIDE: &str = "CHECK_WITHOUT_DRIVER";
    /// Where Vulkan and OpenGL look for drivers.
    const DRIVERS: [&str; 3] = [
        "VK_DRIVER_FILES",
        "VK_ICD_FILENAMES",
        "__EGL_VENDOR_LIBRARY_FILENAMES",
    ];
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
    let inside = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_missing_driver_is_an_error", "--nocapture"])
        .env(INSIDE, "1")
        .envs(DRIVERS.map(|name| (name, "/nonexistent")))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&inside.stderr);
    assert!(inside.status.success(), "{said}");
}

#[test]
fn a_soak() {
    if let Some(device) = device() {
        benches::checks::soak::soak(device, 60, 6);
    }
}
