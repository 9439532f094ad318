//! Placeholders: tensors of a program that have a shape and a type and no value.

use crate::boundary::{LeafInfo, LeafKind, Token};
use crate::tensor::{self, Ad, Kind};
use burn::tensor::{DType, Device, Shape};
use burn_backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn_dispatch::backends::Capture;
use burn_dispatch::{BackendTensor, DispatchDevice, DispatchTensor};

/// Makes the placeholders of one recording.
pub(crate) struct Placeholders<'a> {
    device: &'a Device,
    /// Whether the program computes gradients.
    trains: bool,
}

impl<'a> Placeholders<'a> {
    pub(crate) fn new(device: &'a Device, trains: bool) -> Self {
        Self { device, trains }
    }

    /// The capture device.
    pub(crate) fn device(&self) -> &Device {
        self.device
    }

    /// A tensor without a value. Burn records it as an `Empty` operation, which the program drops: the tensor is a boundary.
    fn empty(&self, shape: &Shape, dtype: DType) -> DispatchTensor {
        let DispatchDevice::Capture(device) = self.device.as_dispatch() else {
            unreachable!("placeholders are made on a capture device")
        };
        let shape = shape.clone();
        tensor::from_capture(match Kind::of(dtype) {
            Some(Kind::Int) => BackendTensor::Int(Capture::int_empty(shape, device, dtype.into())),
            Some(Kind::Bool) => {
                BackendTensor::Bool(Capture::bool_empty(shape, device, dtype.into()))
            }
            _ => BackendTensor::Float(Capture::float_empty(shape, device, dtype.into())),
        })
    }

    /// The placeholders of the arguments.
    pub(crate) fn arguments(&self, tokens: &[Token]) -> Vec<DispatchTensor> {
        tokens
            .iter()
            .filter_map(|token| match token {
                Token::Tensor { shape, dtype } => {
                    let tensor = self.empty(shape, *dtype);
                    Some(if self.trains {
                        tensor::lifted(tensor)
                    } else {
                        tensor
                    })
                }
                // Live numbers never carry a gradient.
                Token::Live(dtype) => Some(self.empty(&Shape::from(vec![1]), *dtype)),
                Token::Len(_) | Token::Present(_) => None,
            })
            .collect()
    }

    /// The placeholder of a leaf of the weights or the state.
    pub(crate) fn leaf(&self, leaf: &LeafInfo) -> DispatchTensor {
        let tensor = self.empty(&leaf.shape, leaf.dtype);
        let float = Kind::of(leaf.dtype) == Some(Kind::Float);
        match leaf.kind {
            LeafKind::Parameter { active: true } if self.trains && float => {
                let tensor = tensor::lifted(tensor);
                match tensor::as_autodiff(&tensor) {
                    Some(tensor) => tensor::from_autodiff(
                        <Ad as FloatTensorOps<Ad>>::float_set_require_grad(tensor, true),
                    ),
                    None => tensor,
                }
            }
            LeafKind::Parameter { .. } if self.trains => tensor::lifted(tensor),
            // A plain tensor that was given with autodiff can be asked to require a gradient.
            LeafKind::Buffer if self.trains && leaf.autodiff && float => tensor::lifted(tensor),
            // Running statistics and plain tensors stay plain: a layer moves them to its input's device, which Burn refuses
            // for a tensor with autodiff on the capture device.
            _ => tensor,
        }
    }
}
