//! Capture devices, reused: a process has 65,536 of them.

use burn::tensor::{Device, DeviceConfig, DeviceSettings};
use std::sync::Mutex;

/// The default element types of a device, by which a program's own creations are typed.
type Defaults = (
    burn::tensor::FloatDType,
    burn::tensor::IntDType,
    burn::tensor::BoolDType,
);

static POOL: Mutex<Vec<(Defaults, Device)>> = Mutex::new(Vec::new());

/// A capture device for one recording at a time, with the default element types of the program's target.
pub(crate) struct Lease {
    defaults: Defaults,
    device: Device,
}

impl Lease {
    /// Takes a free device, or makes one.
    pub(crate) fn take(settings: &DeviceSettings) -> Self {
        let defaults = (
            settings.float_dtype,
            settings.int_dtype,
            settings.bool_dtype,
        );
        let free = {
            let mut pool = lock();
            pool.iter()
                .position(|(free, _)| *free == defaults)
                .map(|i| pool.swap_remove(i).1)
        };
        let device = free.unwrap_or_else(|| {
            let mut device = Device::capture();
            let config = DeviceConfig::default()
                .float_dtype(defaults.0)
                .int_dtype(defaults.1)
                .bool_dtype(defaults.2);
            // A new capture device accepts any settings: it was never used, and it supports every type that is not quantized.
            // Burn asks its client, which is there inside a scope only.
            let configured = device.clone();
            let _ = configured.capture_scope(|scope| {
                let _ = device.configure(config);
                scope.complete([], [])
            });
            device
        });
        Self { defaults, device }
    }

    /// The device.
    pub(crate) fn device(&self) -> &Device {
        &self.device
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        lock().push((self.defaults, self.device.clone()));
    }
}

fn lock() -> std::sync::MutexGuard<'static, Vec<(Defaults, Device)>> {
    POOL.lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}
