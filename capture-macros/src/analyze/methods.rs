//! The one table of Burn's methods: what each returns, and whether it reads the host.
//!
//! It was written from the sources of `burn-tensor` 0.22.1 (`src/tensor/api`) and of `burn-core`
//! 0.22.1 (`src/module`). A name that is missing here is an unknown method: its result is taken for
//! something that may hold a placeholder, and it is never refused.

use std::collections::HashMap;
use std::sync::LazyLock;

/// What a method does with a tensor or a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// Returns a tensor; its arguments are tensors, sizes or positions.
    Tensor,
    /// Returns a tensor, and takes a number that may be live.
    Scalar,
    /// Returns several tensors: a tuple.
    Pair,
    /// Returns a collection, an iterator or an `Option` of tensors.
    Many,
    /// Returns what the host knows without the values: a shape, a type, a flag.
    Metadata,
    /// Returns the device.
    Device,
    /// Returns gradients.
    Gradients,
    /// Moves the receiver to the device in its first argument.
    Transfer,
    /// Reads the values on the host.
    Read(Read),
}

/// How a method reads the host, which decides what the help says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// `into_scalar` and its kin.
    Scalar,
    /// `into_data` and its kin.
    Data,
    /// `mask_select`.
    MaskSelect,
    /// `nonzero` and `argwhere`.
    Positions,
    /// `one_hot`.
    OneHot,
    /// `all_close`.
    AllClose,
    /// `Transaction::execute`.
    Transaction,
    /// `save_file`, and `Serialize`.
    Save,
    /// The checks of `linalg`.
    Checked,
}

impl Read {
    /// Whether the name says that it reads.
    pub(super) fn is_plain(self) -> bool {
        matches!(self, Self::Scalar | Self::Data)
    }

    /// Why it cannot be captured.
    pub(super) fn note(self) -> &'static str {
        match self {
            Self::Scalar | Self::Data | Self::Transaction | Self::Save => {
                "the body runs once, at capture, where a tensor has no value to read"
            }
            Self::MaskSelect | Self::Positions => {
                "the size of its result depends on values, which a tensor does not have at capture"
            }
            Self::OneHot => {
                "it reads the indices to check them, and they have no values at capture"
            }
            Self::AllClose => {
                "it returns a host `bool`, which would be the same for every `replay()`"
            }
            Self::Checked => "it reads values to check them, and they have no values at capture",
        }
    }

    /// What to write instead.
    pub(super) fn help(self) -> &'static str {
        match self {
            Self::Scalar => {
                "keep it on the device, or return the tensor and read it after `replay()`"
            }
            Self::Data | Self::Transaction => "return the tensor, and read it after `replay()`",
            Self::MaskSelect => {
                "keep the shape: replace the other elements with `mask_fill` or `mask_where`"
            }
            Self::Positions => "keep the mask, and use it with `mask_fill` or `mask_where`",
            Self::OneHot => "use ``, which does not check, or compare with `Tensor::arange(..)`",
            Self::AllClose => "use `is_close(..).all()`, and choose with `mask_where`",
            Self::Save => "save what the session holds, after `replay()`",
            Self::Checked => "compute it before the program, and pass the result in",
        }
    }
}

/// A row of the table: names that behave alike.
struct Row {
    method: Method,
    /// Whether a receiver of an unknown type can be taken for a tensor when it has such a method.
    telling: bool,
    /// The names, between spaces.
    names: &'static str,
}

const fn row(method: Method, telling: bool, names: &'static str) -> Row {
    Row {
        method,
        telling,
        names,
    }
}

/// The table, by behaviour.
const TABLE: &[Row] = &[
    row(
        Method::Read(Read::Data),
        true,
        "into_data to_data try_into_data try_to_data into_data_async to_data_async \
         try_into_data_async try_to_data_async into_data_as to_data_as try_into_data_as \
         try_to_data_as into_data_dtype to_data_dtype try_into_data_dtype try_to_data_dtype \
         into_data_as_async to_data_as_async into_data_dtype_async to_data_dtype_async \
         try_into_vec_as try_to_vec_as into_vec_as to_vec_as",
    ),
    row(
        Method::Read(Read::Scalar),
        true,
        "into_scalar try_into_scalar into_scalar_async try_into_scalar_async",
    ),
    row(
        Method::Read(Read::MaskSelect),
        true,
        "mask_select mask_select_async",
    ),
    row(
        Method::Read(Read::Positions),
        true,
        "nonzero nonzero_async argwhere argwhere_async",
    ),
    row(Method::Read(Read::OneHot), true, "one_hot"),
    row(Method::Read(Read::AllClose), true, "all_close"),
    row(Method::Read(Read::Save), true, "save_file"),
    row(Method::Transfer, true, "to_device fork"),
    row(Method::Device, true, "device lazy_device"),
    row(Method::Gradients, true, "backward"),
    row(
        Method::Many,
        true,
        "grad grad_remove iter_dim split_with_sizes",
    ),
    row(Method::Many, false, "chunk split"),
    row(
        Method::Pair,
        true,
        "var_mean var_mean_bias median_with_indices sort_with_indices \
         sort_descending_with_indices topk_with_indices max_dim_with_indices \
         min_dim_with_indices",
    ),
    row(
        Method::Metadata,
        true,
        "dims dtype rank can_mut is_tracked is_autodiff is_require_grad is_distributed \
         gradient_checkpointing_strategy lazy_shape is_initialized num_params grad_replace",
    ),
    row(Method::Metadata, false, "shape"),
    row(
        Method::Scalar,
        true,
        "add_scalar sub_scalar mul_scalar div_scalar remainder_scalar powf_scalar powi_scalar \
         clamp_min clamp_max greater_scalar greater_equal_scalar lower_scalar \
         lower_equal_scalar equal_scalar not_equal_scalar greater_elem greater_equal_elem \
         lower_elem lower_equal_elem equal_elem not_equal_elem mask_fill \
         ",
    ),
    row(
        Method::Tensor,
        true,
        "all_dim any_dim argmax argmin argsort argsort_descending argtopk autodiff \
         bitwise_and bitwise_and_scalar bitwise_left_shift bitwise_left_shift_scalar \
         bitwise_not bitwise_or bitwise_or_scalar bitwise_right_shift \
         bitwise_right_shift_scalar bitwise_xor bitwise_xor_scalar bool_and bool_not bool_or \
         bool_xor categorical contains_nan cov cummax cummin cumprod cumsum deg2rad \
         dequantize empty_like fmod_scalar full_like one_hot_fill slice_fill erf expand flip gather gather_nd greater greater_equal \
         grid_sample_2d is_close lower lower_equal mask_where matmul max_abs max_abs_dim \
         max_abs_dims max_dim max_dims max_pair mean_dim mean_dims median min_dim min_dims \
         min_pair movedim narrow not_equal ones_like permute prod_dim prod_dims quantize \
         quantize_dynamic rad2deg random_like repeat_dim require_grad reshape roll roll_dim \
         scatter scatter_nd select select_assign select_dim slice_assign slice_dim \
         sort_descending squeeze squeeze_dim squeeze_dims sum_dim sum_dims sum_dims_squeeze \
         swap_dims topk transpose tril triu unfold unsqueeze unsqueeze_dim unsqueeze_dims val \
         var var_bias with_gradient_checkpointing_strategy without_autodiff zeros_like",
    ),
    // Numbers, collections and other types have methods of these names too.
    row(
        Method::Tensor,
        false,
        "abs acos acosh add all any asin asinh atan atan2 atanh base bool cast ceil clamp cos \
         cosh cross detach div dot equal exp extract flatten float floor fmod hypot inner int \
         into_value is_finite is_inf is_nan log log1p max mean min mul neg pad powf powi prod \
         recip remainder repeat round set_distributed set_require_grad sign sin sinh slice \
         sort sqrt square sub sum t take tan tanh trunc value value_sync",
    ),
];

/// The table by name: bodies ask it for every call.
static BY_NAME: LazyLock<HashMap<&str, (Method, bool)>> = LazyLock::new(|| {
    let rows = TABLE.iter().rev();
    rows.flat_map(|row| {
        let names = row.names.split_whitespace();
        names.map(move |name| (name, (row.method, row.telling)))
    })
    .collect()
});

/// What a method of this name does with a tensor, and whether the name alone tells that it is one.
pub(super) fn lookup(name: &str) -> Option<(Method, bool)> {
    BY_NAME.get(name).copied()
}

/// How an associated function of `Tensor` makes its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Creation {
    /// From sizes, on the device in the last argument.
    Shape,
    /// From host data, on the device in the last argument.
    Data,
    /// From a size and a number that may be live, on the device in the last argument.
    Full,
    /// From other tensors.
    Join,
}

/// The associated functions of `Tensor` that are no methods.
pub(super) fn creation(name: &str) -> Option<Creation> {
    Some(match name {
        "empty" | "zeros" | "ones" | "random" | "arange" | "arange_step" | "eye" | "triu_mask"
        | "tril_mask" | "diag_mask" | "cartesian_grid" => Creation::Shape,
        "from_data" | "from_floats" | "from_ints" | "from_bool" => Creation::Data,
        "full" => Creation::Full,
        "cat" | "stack" | "from_inner" => Creation::Join,
        _ => return None,
    })
}

/// The functions of `linalg` that read values on the host, whatever the sizes.
pub(super) fn is_checked_linalg(name: &str) -> bool {
    ["lu", "svd", "solve", "cholesky"].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::TABLE;
    use std::collections::HashSet;

    #[test]
    fn names_are_listed_once() {
        let mut seen = HashSet::new();
        for name in TABLE.iter().flat_map(|row| row.names.split_whitespace()) {
            assert!(seen.insert(name), "`{name}` is listed twice");
        }
    }
}
