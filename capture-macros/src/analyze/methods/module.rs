//! `Module`, `Param` and `RunningState`: what holds weights and state.

use super::{Method, Names, Read};

/// The methods of the trait `Module`.
pub(super) const MODULE: Names<(Method, bool)> = &[
    ((Method::Read(Read::Save), true), "save_file"),
    ((Method::Transfer, true), "to_device fork"),
    ((Method::Devices, true), "devices collect_devices"),
    ((Method::Metadata, true), "num_params"),
    ((Method::Tensor, false), "set_require_grad"),
    // These return the module, changed.
    (
        (Method::Common, false),
        "set_require_grad_group no_grad freeze unfreeze freeze_group unfreeze_group train valid \
         materialize map quantize_weights quantize_weights_group apply_reparameterization \
         apply_lora apply_qlora load_record try_load_record load_file try_load_file",
    ),
    // These hand its tensors out, to a record or to a visitor, and read nothing by themselves.
    (
        (Method::Common, false),
        "into_record into_record_group visit",
    ),
];

/// The methods and associated functions of `Param`.
pub(super) const PARAM: Names<(Method, bool)> = &[
    ((Method::Device, true), "lazy_device"),
    ((Method::Metadata, true), "lazy_shape is_initialized"),
    ((Method::Tensor, true), "val"),
    ((Method::Tensor, false), "base into_value set_require_grad"),
    // These make a parameter, change it, or take it apart.
    (
        (Method::Common, false),
        "initialized uninitialized from_tensor from_data from_bool from_mapped_value with_value map \
         load_mapper save_mapper init_mapper transform_for_load transform_for_save consume",
    ),
    ((Method::Common, false), "reparameterization adapter"),
];

/// The methods and associated functions of `RunningState`.
pub(super) const RUNNING_STATE: Names<(Method, bool)> = &[
    ((Method::Tensor, false), "value value_sync"),
    ((Method::Common, false), "new with_id from_record update"),
];
