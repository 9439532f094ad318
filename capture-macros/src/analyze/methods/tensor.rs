//! `Tensor`: every public method and associated function, of every kind of tensor.

use super::{Method, Names, Read, find};

/// The methods.
pub(super) const METHODS: Names<(Method, bool)> = &[
    (
        (Method::Read(Read::Data), true),
        "into_data to_data try_into_data try_to_data into_data_async to_data_async \
         into_data_as to_data_as try_into_data_as try_to_data_as into_data_dtype \
         to_data_dtype try_into_data_dtype try_to_data_dtype try_into_vec_as try_to_vec_as",
    ),
    (
        (Method::Read(Read::Scalar), true),
        "into_scalar try_into_scalar into_scalar_async try_into_scalar_async",
    ),
    (
        (Method::Read(Read::MaskSelect), true),
        "mask_select mask_select_async",
    ),
    (
        (Method::Read(Read::Positions), true),
        "nonzero nonzero_async argwhere argwhere_async",
    ),
    ((Method::Read(Read::OneHot), true), "one_hot one_hot_fill"),
    ((Method::Read(Read::AllClose), true), "all_close"),
    ((Method::Transfer, true), "to_device"),
    ((Method::Device, true), "device"),
    ((Method::Gradients, true), "backward"),
    (
        (Method::Raw, true),
        "into_bridge into_dispatch try_into_primitive",
    ),
    ((Method::InPlace, true), "inplace"),
    (
        (Method::Many, true),
        "grad grad_remove iter_dim split_with_sizes",
    ),
    ((Method::Many, false), "chunk split"),
    (
        (Method::Pair, true),
        "var_mean var_mean_bias median_with_indices sort_with_indices \
         sort_descending_with_indices topk_with_indices max_dim_with_indices \
         min_dim_with_indices",
    ),
    (
        (Method::Metadata, true),
        "dims dtype rank can_mut is_tracked is_autodiff is_require_grad is_distributed \
         gradient_checkpointing_strategy grad_replace",
    ),
    ((Method::Metadata, false), "shape"),
    (
        (Method::Scalar, true),
        "add_scalar sub_scalar mul_scalar div_scalar remainder_scalar powf_scalar powi_scalar \
         clamp_min clamp_max greater_scalar greater_equal_scalar lower_scalar \
         lower_equal_scalar equal_scalar not_equal_scalar greater_elem greater_equal_elem \
         lower_elem lower_equal_elem equal_elem not_equal_elem mask_fill",
    ),
    (
        (Method::Tensor, true),
        "all_dim any_dim argmax argmin argsort argsort_descending argtopk autodiff \
         bitwise_and bitwise_and_scalar bitwise_left_shift bitwise_left_shift_scalar \
         bitwise_not bitwise_or bitwise_or_scalar bitwise_right_shift \
         bitwise_right_shift_scalar bitwise_xor bitwise_xor_scalar bool_and bool_not bool_or \
         bool_xor categorical contains_nan cov cummax cummin cumprod cumsum deg2rad \
         dequantize empty_like fmod_scalar full_like slice_fill erf expand flip \
         gather gather_nd greater greater_equal grid_sample_2d is_close lower lower_equal \
         mask_where matmul max_abs max_abs_dim max_abs_dims max_dim max_dims max_pair \
         mean_dim mean_dims median min_dim min_dims min_pair movedim narrow not_equal \
         ones_like permute prod_dim prod_dims quantize quantize_dynamic rad2deg random_like \
         repeat_dim require_grad reshape roll roll_dim scatter scatter_nd select \
         select_assign select_dim slice_assign slice_dim sort_descending squeeze squeeze_dim \
         squeeze_dims sum_dim sum_dims sum_dims_squeeze swap_dims topk transpose tril triu \
         unfold unsqueeze unsqueeze_dim unsqueeze_dims var var_bias \
         with_gradient_checkpointing_strategy without_autodiff zeros_like",
    ),
    // Numbers, collections and other types have methods of these names too.
    (
        (Method::Tensor, false),
        "abs acos acosh add all any asin asinh atan atan2 atanh bool cast ceil clamp cos cosh \
         cross detach div dot equal exp extract flatten float floor fmod hypot inner int \
         is_finite is_inf is_nan log log1p max mean min mul neg pad powf powi prod recip \
         remainder repeat round set_distributed set_require_grad sign sin sinh slice sort \
         sqrt square sub sum t take tan tanh trunc",
    ),
];

/// How an associated function of `Tensor` makes its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::analyze) enum Creation {
    /// From sizes, on the device in the last argument.
    Shape,
    /// From host data, on the device in the last argument.
    Data,
    /// From a size and a number that may be live, on the device in the last argument.
    Full,
    /// From other tensors.
    Join,
    /// From what a backend holds, which may be a placeholder or not.
    Raw,
}

/// The associated functions that are no methods.
pub(super) const CREATIONS: Names<Creation> = &[
    (
        Creation::Shape,
        "empty zeros ones random arange arange_step eye triu_mask tril_mask diag_mask \
         cartesian_grid",
    ),
    (Creation::Data, "from_data from_floats from_ints from_bool"),
    (Creation::Full, "full"),
    (Creation::Join, "cat stack from_inner einsum"),
    (Creation::Raw, "from_bridge from_dispatch from_primitive"),
];

/// What an associated function of `Tensor` makes.
pub(in crate::analyze) fn creation(name: &str) -> Option<Creation> {
    find(CREATIONS, name)
}
