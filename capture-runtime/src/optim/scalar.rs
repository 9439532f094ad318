//! A number of a step on the device, beside tensors of any rank and element type.

use crate::tensor;
use burn::tensor::{DType, Tensor};
use burn_dispatch::DispatchTensor;

/// A device scalar that is converted once for each element type and rank of a model, not once for each parameter.
pub(super) struct Scalar {
    value: Tensor<1>,
    forms: Vec<(usize, DType, DispatchTensor)>,
}

impl Scalar {
    /// The number that `value`, of one element, holds.
    pub(super) fn new<const D: usize>(value: Tensor<D>) -> Self {
        let value = if D == 1 {
            tensor::restore(tensor::erase(value))
        } else {
            value.reshape([1])
        };
        Self {
            value,
            forms: Vec::new(),
        }
    }

    /// The number in the element type and the rank of `tensor`, which it broadcasts against.
    pub(super) fn beside<const D: usize>(&mut self, tensor: &Tensor<D>) -> Tensor<D> {
        let dtype = tensor.dtype();
        tensor::restore(self.form(D, dtype, |flat| {
            tensor::erase(tensor::restore::<1, burn::tensor::Float>(flat).reshape([1; D]))
        }))
    }

    fn form(
        &mut self,
        rank: usize,
        dtype: DType,
        reshape: impl FnOnce(DispatchTensor) -> DispatchTensor,
    ) -> DispatchTensor {
        let known = |forms: &[(usize, DType, DispatchTensor)], rank| {
            let form = forms.iter().find(|form| form.0 == rank && form.1 == dtype);
            form.map(|form| form.2.clone())
        };
        if let Some(form) = known(&self.forms, rank) {
            return form;
        }
        let flat = known(&self.forms, 1).unwrap_or_else(|| {
            let flat = tensor::erase(self.value.clone().cast(dtype));
            self.forms.push((1, dtype, flat.clone()));
            flat
        });
        if rank == 1 {
            return flat;
        }
        let form = reshape(flat);
        self.forms.push((rank, dtype, form.clone()));
        form
    }
}
