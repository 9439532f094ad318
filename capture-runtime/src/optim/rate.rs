//! The learning rate of a step.

use crate::live::{Live, carried, live_tensor};
use crate::tensor::{self, Place};
use burn::tensor::{DType, Device, Tensor};

/// A learning rate: a number of the host, or a live one.
///
/// Both are carried to the device as a tensor of one element, in the precision of the number where the device supports
/// it, and take part in the same operations there.
#[derive(Clone, Debug)]
pub struct Rate(Source);

#[derive(Clone, Debug)]
enum Source {
    Double(f64),
    Single(f32),
    LiveDouble(Live<f64>),
    LiveSingle(Live<f32>),
}

impl Rate {
    /// The rate on `device`, shape `[1]`.
    pub(super) fn on(&self, device: &Device) -> Tensor<1> {
        let rate = match &self.0 {
            Source::Double(rate) => live_tensor(*rate, device),
            Source::Single(rate) => live_tensor(*rate, device),
            Source::LiveDouble(rate) => rate.to_tensor(device),
            Source::LiveSingle(rate) => rate.to_tensor(device),
        };
        let rate = tensor::plain(tensor::erase(rate));
        tensor::restore(match tensor::place(&rate) {
            Place::Capture => rate,
            Place::Device => tensor::moved(rate, device),
        })
    }
}

/// `number` in f64 where its device supports it, which is what Burn computes with on the host.
pub(super) fn widened(number: Tensor<1>) -> Tensor<1> {
    let dtype = carried(DType::F64, &number.device());
    number.cast(dtype)
}

macro_rules! rate_from {
    ($($ty:ty => $source:ident),*) => {$(
        impl From<$ty> for Rate {
            fn from(rate: $ty) -> Self {
                Self(Source::$source(rate))
            }
        }

        impl From<&$ty> for Rate {
            fn from(rate: &$ty) -> Self {
                Self(Source::$source(*rate))
            }
        }
    )*};
}

rate_from!(f64 => Double, f32 => Single, Live<f64> => LiveDouble, Live<f32> => LiveSingle);
