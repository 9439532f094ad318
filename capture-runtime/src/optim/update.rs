//! One step over a module: what all optimizers have in common.

use super::memory::{Memory, Moments};
use super::rate::Rate;
use crate::autodiff::{with_autodiff, without_autodiff};
use crate::tensor;
use burn::grad_clipping::GradientClippingConfig;
use burn::module::{Module, ModuleMapper, Param, ParamId};
use burn::optim::GradientsParams;
use burn::tensor::{DType, Device, GradientCheckpointingStrategy, Int, Tensor};

/// What one optimizer does to one parameter.
pub(super) trait Rule {
    /// The numbers of a step, the same for every parameter that took as many steps.
    type Scalars;

    /// The names of the moments that a parameter has, in the order in which [`Self::update`] advances them.
    fn moments(&self) -> &'static [&'static str];

    /// Whether the update depends on how many steps there were.
    fn counts(&self) -> bool;

    /// How gradients are clipped first.
    fn clipping(&self) -> Option<&GradientClippingConfig>;

    /// The numbers of a step; `count` is 1 at a parameter's first, `None` when the rule does not count.
    fn scalars(&self, rate: Tensor<1>, count: Option<Tensor<1, Int>>) -> Self::Scalars;

    /// The new value of `parameter`.
    fn update<const D: usize>(
        &self,
        scalars: &mut Self::Scalars,
        parameter: Tensor<D>,
        gradient: Tensor<D>,
        moments: &mut Moments,
    ) -> Tensor<D>;
}

/// Updates the parameters of `model` that have a gradient.
pub(super) fn step<R: Rule, M: Module>(
    rule: &R,
    memory: &mut Memory,
    rate: Rate,
    model: &mut M,
    gradients: GradientsParams,
) {
    // The parameters are taken out of `model`, so that a buffer which nothing else holds is updated in place.
    let hollow = model.clone().map(&mut Hollow {
        gradients: &gradients,
    });
    let model_before = core::mem::replace(model, hollow);
    *model = model_before.map(&mut Update {
        rule,
        memory,
        rate,
        gradients,
        beats: Vec::new(),
    });
    memory.tidy();
}

/// Leaves a stand-in for every parameter that is updated.
struct Hollow<'a> {
    gradients: &'a GradientsParams,
}

impl ModuleMapper for Hollow<'_> {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        if self.gradients.get::<D>(param.id).is_none() {
            return param;
        }
        let (id, _, settings) = param.consume();
        Param::from_mapped_value(id, Tensor::empty([0; D], &Device::flex()), settings)
    }
}

struct Update<'a, R: Rule> {
    rule: &'a R,
    memory: &'a mut Memory,
    rate: Rate,
    gradients: GradientsParams,
    beats: Vec<Beat<R::Scalars>>,
}

/// The parameters of one device with one history, in this step.
struct Beat<S> {
    device: Device,
    before: Option<usize>,
    after: usize,
    scalars: S,
}

impl<R: Rule> ModuleMapper for Update<'_, R> {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let Some(gradient) = self.gradients.remove::<D>(param.id) else {
            return param;
        };
        let (id, parameter, settings) = param.consume();
        let context = Context::of(&parameter);
        let updated = self.update(id, without_autodiff(parameter), without_autodiff(gradient));
        Param::from_mapped_value(id, context.restore(updated, id), settings)
    }
}

impl<R: Rule> Update<'_, R> {
    fn update<const D: usize>(
        &mut self,
        id: ParamId,
        parameter: Tensor<D>,
        gradient: Tensor<D>,
    ) -> Tensor<D> {
        let device = gradient.device().without_autodiff();
        let parameter = tensor::restore(tensor::moved(tensor::erase(parameter), &device));
        let gradient = match self.rule.clipping() {
            Some(clipping) => clipping.init().clip_gradient(gradient),
            None => gradient,
        };
        let beat = self.beat(id, device);
        let beat = &mut self.beats[beat];
        let mut moments = self.memory.take(id, &gradient);
        let updated = self
            .rule
            .update(&mut beat.scalars, parameter, gradient, &mut moments);
        if self.rule.counts() || !self.rule.moments().is_empty() {
            self.memory.put(id, beat.after, moments);
        }
        updated
    }

    /// The beat that the parameter belongs to, made when it is the first.
    fn beat(&mut self, id: ParamId, device: Device) -> usize {
        let counts = self.rule.counts();
        let before = self.memory.count_of(id).filter(|_| counts);
        let same = |beat: &Beat<_>| beat.device == device && beat.before == before;
        if let Some(beat) = self.beats.iter().position(same) {
            return beat;
        }
        let (after, count) = if counts {
            let count = match before {
                Some(count) => tensor::restore(tensor::moved(self.memory.count(count), &device)),
                // One element type everywhere: the defaults of the capture device are not those of every other.
                None => Tensor::zeros([1], (&device, DType::I32)),
            };
            let count: Tensor<1, Int> = count.add_scalar(1);
            let after = self.memory.add_count(tensor::erase(count.clone()));
            (after, Some(count))
        } else {
            (0, None)
        };
        let scalars = self.rule.scalars(self.rate.on(&device), count);
        self.beats.push(Beat {
            device,
            before,
            after,
            scalars,
        });
        self.beats.len() - 1
    }
}

/// How a parameter takes part in autodiff, kept across the update as Burn keeps it.
struct Context {
    checkpointing: Option<GradientCheckpointingStrategy>,
    require_grad: bool,
    distributed: bool,
}

impl Context {
    fn of<const D: usize>(parameter: &Tensor<D>) -> Self {
        let checkpointing = parameter.gradient_checkpointing_strategy();
        let lifted = checkpointing.is_some();
        // Placeholders are never distributed, and Burn refuses the question for them and for plain tensors.
        let captured = tensor::is_capture(&parameter.device());
        Self {
            checkpointing,
            require_grad: lifted && parameter.is_require_grad(),
            distributed: lifted && !captured && parameter.is_distributed(),
        }
    }

    fn restore<const D: usize>(self, updated: Tensor<D>, id: ParamId) -> Tensor<D> {
        let Some(strategy) = self.checkpointing else {
            return updated;
        };
        let updated = with_autodiff(updated)
            .with_gradient_checkpointing_strategy(strategy)
            .set_require_grad(self.require_grad);
        if self.distributed {
            updated.set_distributed(id)
        } else {
            updated
        }
    }
}
