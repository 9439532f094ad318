//! The ways of reading the host: why each cannot be captured, and what to write instead.

/// How a method reads the host, which decides what the help says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::analyze) enum Read {
    /// `into_scalar` and its kin.
    Scalar,
    /// `into_data` and its kin.
    Data,
    /// `mask_select`.
    MaskSelect,
    /// `nonzero` and `argwhere`.
    Positions,
    /// `one_hot` and `one_hot_fill`.
    OneHot,
    /// `all_close`.
    AllClose,
    /// `Transaction::execute`.
    Transaction,
    /// `save_file`, and `Serialize`.
    Save,
    /// What `linalg` computes on the host.
    Computed,
}

impl Read {
    /// Whether the name says that it reads.
    pub(in crate::analyze) fn is_plain(self) -> bool {
        matches!(self, Self::Scalar | Self::Data)
    }

    /// Why it cannot be captured.
    pub(in crate::analyze) fn note(self) -> &'static str {
        match self {
            Self::Scalar | Self::Data | Self::Transaction | Self::Save => {
                "the body runs once, at capture, where a tensor has no value to read"
            }
            Self::MaskSelect | Self::Positions => {
                "the size of its result depends on values, which a tensor does not have at capture"
            }
            Self::OneHot => {
                "it takes the indices through the host, and they have no values at capture"
            }
            Self::AllClose => {
                "it returns a host `bool`, which would be the same for every `replay()`"
            }
            Self::Computed => "it computes on the host, where a tensor has no value at capture",
        }
    }

    /// What to write instead.
    pub(in crate::analyze) fn help(self) -> &'static str {
        match self {
            Self::Scalar => {
                "keep it on the device, or return the tensor and read it after `replay()`"
            }
            Self::Data | Self::Transaction => "return the tensor, and read it after `replay()`",
            Self::MaskSelect => {
                "keep the shape: replace the other elements with `mask_fill` or `mask_where`"
            }
            Self::Positions => "keep the mask, and use it with `mask_fill` or `mask_where`",
            Self::OneHot => {
                "compare with the classes: `y.unsqueeze_dim(1).equal(classes)`, from `Tensor::arange(..)`"
            }
            Self::AllClose => "use `is_close(..).all()`, and choose with `mask_where`",
            Self::Save => "save what the session holds, after `replay()`",
            Self::Computed => "compute it before the program, and pass the result in",
        }
    }
}
