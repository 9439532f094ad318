//! `Device`, `Transaction`, `TensorData`, gradients, and the functions of `linalg`.

use super::{Names, find};

/// What a function of `Device` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::analyze) enum OnDevice {
    /// Makes a device.
    New,
    /// Returns the device, with another setting.
    Same,
    /// Returns what the host knows.
    Host,
    /// Changes a device, or waits for it: the host does that once, at capture.
    Effect,
    /// Captures.
    Capture,
}

/// The methods and associated functions of `Device`.
pub(super) const DEVICE: Names<OnDevice> = &[
    (
        OnDevice::New,
        "new cpu cuda rocm flex ndarray libtorch libtorch_cuda libtorch_mps libtorch_vulkan wgpu \
         vulkan metal webgpu",
    ),
    (
        OnDevice::Same,
        "autodiff inner without_autodiff with_autodiff_context_from gradient_checkpointing",
    ),
    (
        OnDevice::Host,
        "as_dispatch is_autodiff gradient_checkpointing_strategy supports_dtype settings identity \
         enumerate enumerate_physical performance_stats memory_pool_report memory_pool_usage \
         wgpu_options remote_options memory_persistent_allocations staging memory_cleanup",
    ),
    (
        OnDevice::Effect,
        "seed sync flush configure profile profile_with",
    ),
    (OnDevice::Capture, "capture capture_scope"),
];

/// What a function of `Device` does.
pub(in crate::analyze) fn on_device(name: &str) -> Option<OnDevice> {
    find(DEVICE, name)
}

/// What a method of `Transaction` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::analyze) enum OnTransaction {
    /// Adds a tensor, and returns the transaction.
    Register,
    /// Reads all tensors that were added.
    Read,
}

/// The methods of `Transaction`.
pub(super) const TRANSACTION: Names<OnTransaction> = &[
    (OnTransaction::Register, "register"),
    (OnTransaction::Read, "execute try_execute execute_async"),
];

/// What a method of `Transaction` does.
pub(in crate::analyze) fn on_transaction(name: &str) -> Option<OnTransaction> {
    find(TRANSACTION, name)
}

/// `TensorData` is host data, whatever is done with it; it is refused where a tensor is read into it.
#[cfg(test)]
pub(super) const DATA: Names<()> = &[(
    (),
    "new quantized from_bytes from_bytes_vec try_from_bytes try_from_bytes_vec random zeros ones \
     full full_dtype shape dtype bytes into_parts with_bytes_mut as_slice as_mut_slice rank \
     num_elements as_bytes into_bytes try_to_vec_as try_into_vec_as to_vec into_vec try_to_vec \
     try_into_vec iter convert convert_dtype try_cast_as try_cast try_view view try_mut_view \
     mut_view assert_eq assert_approx_eq assert_within_range assert_within_range_inclusive",
)];

/// `Gradients` is opaque: tensors are taken out of it with `grad` and `grad_remove`.
#[cfg(test)]
pub(super) const GRADIENTS: Names<()> = &[];

/// `GradientsParams` holds tensors, and reads nothing. `to_device` is refused by its name.
#[cfg(test)]
pub(super) const GRADIENTS_PARAMS: Names<()> = &[(
    (),
    "new from_grads from_module from_params get remove register len is_empty to_device",
)];

/// Whether a function of `linalg` reads values on the host.
pub(super) const LINALG: Names<bool> = &[
    (true, "svd"),
    (
        false,
        "cosine_similarity det diag l0_norm l0_norm_dims l1_norm l1_norm_dims l2_norm l2_norm_dims \
         lp_norm lp_norm_dims lu matvec max_abs_norm max_abs_norm_dims min_abs_norm \
         min_abs_norm_dims outer outer_dim qr trace vector_norm vector_norm_dims vector_normalize",
    ),
];

/// Whether a function of `linalg` reads values on the host, whatever the sizes.
pub(in crate::analyze) fn is_host_linalg(name: &str) -> bool {
    find(LINALG, name) == Some(true)
}
