//! Autodiff that works on a real device and on the capture device.
//!
//! Burn's `backward`, `grad` and `inner` refuse the capture device at their outermost layer; one layer below, autodiff over
//! the capture backend is whole. The capturing copy of a body calls these functions in place of Burn's methods,
//! and the optimizers call them always, so that one source serves eager and captured runs.

use crate::capture::shared;
use crate::tensor::{self, Ad, Place};
use burn::module::{Module, ModuleVisitor, Param, ParamId};
use burn::optim::GradientsParams;
use burn::tensor::{Tensor, kind::Basic};
use burn_backend::AutodiffBackend;
use core::cell::Cell;

/// The gradients of a loss: Burn's own on a device, or placeholders while capturing.
#[doc(hidden)]
pub enum Gradients {
    /// Of a loss on a device.
    Device(burn::tensor::Gradients),
    /// Of a placeholder.
    Capture(Box<<Ad as AutodiffBackend>::Gradients>),
}

thread_local! {
    /// Whether `backward` met a placeholder without autodiff.
    static REFUSED: Cell<bool> = const { Cell::new(false) };
}

/// Forgets whether `backward` met a placeholder without autodiff, and tells it.
pub(crate) fn forget_refused() -> bool {
    REFUSED.take()
}

/// `loss.backward()`.
///
/// # Panics
///
/// As Burn's: when the loss depends on no tensor that requires a gradient.
pub fn backward<const D: usize>(loss: &Tensor<D>) -> Gradients {
    let erased = tensor::erase(loss.clone());
    match tensor::as_autodiff(&erased) {
        Some(loss) => {
            let gradients = Ad::backward(loss);
            shared::check(&gradients);
            Gradients::Capture(Box::new(gradients))
        }
        None if tensor::place(&erased) == Place::Capture => {
            REFUSED.set(true);
            panic!(
                "`backward` of a tensor that depends on no parameter: nothing in this program requires a gradient"
            )
        }
        None => Gradients::Device(loss.backward()),
    }
}

/// `tensor.grad(&gradients)`.
pub fn grad<const D: usize>(tensor: &Tensor<D>, gradients: &Gradients) -> Option<Tensor<D>> {
    match gradients {
        Gradients::Device(gradients) => tensor.grad(gradients),
        Gradients::Capture(gradients) => {
            let tensor = tensor::as_autodiff(&tensor::erase(tensor.clone()))?;
            Ad::grad(&tensor, gradients).map(from_inner)
        }
    }
}

/// `tensor.grad_remove(&mut gradients)`.
pub fn grad_remove<const D: usize>(
    tensor: &Tensor<D>,
    gradients: &mut Gradients,
) -> Option<Tensor<D>> {
    match gradients {
        Gradients::Device(gradients) => tensor.grad_remove(gradients),
        Gradients::Capture(gradients) => {
            let tensor = tensor::as_autodiff(&tensor::erase(tensor.clone()))?;
            Ad::grad_remove(&tensor, gradients).map(from_inner)
        }
    }
}

/// `tensor.grad_replace(&mut gradients, gradient)`.
pub fn grad_replace<const D: usize>(
    tensor: &Tensor<D>,
    gradients: &mut Gradients,
    gradient: Tensor<D>,
) {
    match gradients {
        Gradients::Device(gradients) => tensor.grad_replace(gradients, gradient),
        Gradients::Capture(gradients) => {
            let target = tensor::as_autodiff(&tensor::erase(tensor.clone()));
            let gradient = tensor::plain(tensor::erase(gradient));
            if let (Some(target), burn_dispatch::DispatchTensorKind::Capture(gradient)) =
                (target, gradient.kind)
            {
                Ad::grad_replace(&target, gradients, gradient.float());
            }
        }
    }
}

fn from_inner<const D: usize>(
    primitive: <burn_dispatch::backends::Capture as burn_backend::BackendTypes>::FloatTensorPrimitive,
) -> Tensor<D> {
    tensor::restore(tensor::from_capture(burn_dispatch::BackendTensor::Float(
        primitive,
    )))
}

/// `GradientsParams::from_grads(gradients, &module)`.
pub fn from_grads<M: Module>(gradients: Gradients, module: &M) -> GradientsParams {
    let mut gradients = gradients;
    from_module(&mut gradients, module)
}

/// `GradientsParams::from_module(&mut gradients, &module)`.
pub fn from_module<M: Module>(gradients: &mut Gradients, module: &M) -> GradientsParams {
    collect(gradients, module, None)
}

/// `GradientsParams::from_params(&mut gradients, &module, &ids)`.
pub fn from_params<M: Module>(
    gradients: &mut Gradients,
    module: &M,
    ids: &[ParamId],
) -> GradientsParams {
    collect(gradients, module, Some(ids))
}

fn collect<M: Module>(
    gradients: &mut Gradients,
    module: &M,
    only: Option<&[ParamId]>,
) -> GradientsParams {
    struct Collect<'a> {
        gradients: &'a mut Gradients,
        only: Option<&'a [ParamId]>,
        found: GradientsParams,
    }

    impl ModuleVisitor for Collect<'_> {
        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            if self.only.is_some_and(|ids| !ids.contains(&param.id)) {
                return;
            }
            if let Some(gradient) = grad_remove(&param.val(), self.gradients) {
                self.found.register(param.id, gradient);
            }
        }
    }

    let mut collect = Collect {
        gradients,
        only,
        found: GradientsParams::new(),
    };
    module.visit(&mut collect);
    collect.found
}

/// `tensor.without_autodiff()`, also `inner`.
pub fn without_autodiff<const D: usize, K: Basic>(tensor: Tensor<D, K>) -> Tensor<D, K> {
    tensor::restore(tensor::plain(tensor::erase(tensor)))
}

/// `tensor.autodiff()`, also `Tensor::from_inner`.
pub fn with_autodiff<const D: usize, K: burn::tensor::kind::Autodiff>(
    tensor: Tensor<D, K>,
) -> Tensor<D, K> {
    let erased = tensor::erase(tensor);
    match tensor::place(&erased) {
        Place::Capture => tensor::restore(tensor::lifted(erased)),
        Place::Device => tensor::restore::<D, K>(erased).autodiff(),
    }
}

/// `value.to_device(&device)` where the device is the program's own: on a placeholder it moves nothing.
pub fn to_program_device<T: ToProgramDevice>(value: T, device: &burn::tensor::Device) -> T {
    value.to_program_device(device)
}

/// What can be moved onto the program's device.
#[doc(hidden)]
pub trait ToProgramDevice {
    /// Moves it there; a placeholder is there already.
    fn to_program_device(self, device: &burn::tensor::Device) -> Self;
}

impl<T: Module> ToProgramDevice for T {
    fn to_program_device(self, device: &burn::tensor::Device) -> Self {
        let here = |device: &burn::tensor::Device| tensor::is_capture(device);
        if self.devices().iter().all(here) {
            self
        } else {
            self.to_device(device)
        }
    }
}
