//! The device of a replay.

use crate::cli::Device as Wanted;
use crate::trouble::Trouble;
use burn::tensor::Device;
use capture_runtime::{Archive, Replayer};
use std::sync::{Arc, Mutex, PoisonError};

pub(super) fn name(device: Wanted) -> &'static str {
    match device {
        Wanted::Flex => "flex",
        Wanted::Cuda => "cuda",
        Wanted::Vulkan => "vulkan",
        Wanted::Wgpu => "wgpu",
    }
}

/// The device, where the build has it. It is opened when a program is made ready on it.
pub(super) fn device(wanted: Wanted) -> Result<Device, Trouble> {
    match wanted {
        Wanted::Flex => Ok(Device::flex()),
        #[cfg(feature = "cuda")]
        Wanted::Cuda => Ok(Device::cuda(0)),
        #[cfg(feature = "vulkan")]
        Wanted::Vulkan => Ok(Device::vulkan(Default::default())),
        #[cfg(feature = "wgpu")]
        Wanted::Wgpu => Ok(Device::wgpu(Default::default())),
        #[allow(unreachable_patterns)] // A build with all of them.
        other => Err(Trouble::NoDevice(name(other))),
    }
}

/// The program on the device. Where the machine cannot use it, Burn panics on a thread of its own, and what it says there is the reason: it becomes a part
/// of the error.
pub(super) fn started(archive: Archive, device: &Device) -> Result<Replayer, Trouble> {
    let first: Arc<Mutex<Option<String>>> = Arc::default();
    let heard = Arc::clone(&first);
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let said = panic.payload_as_str().unwrap_or("a panic").to_owned();
        let mut first = heard.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(said);
    }));
    let started = archive.on(device);
    std::panic::set_hook(before);
    let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
    started.map_err(|error| Trouble::Start {
        error,
        said: first
            .take()
            .map(|said| format!("\n = note: Burn said: {said}"))
            .unwrap_or_default(),
    })
}
