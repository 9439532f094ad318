//! The quickstart's training step in three forms, each on the same batch of wines again and again.

use burn::prelude::*;
use capture_runtime::prelude::*;
use examples::data::{self, Batch};
use examples::model::Mlp;
use examples::step::train_step;
use examples::train::{BurnTrainer, Settings};

const RATE: f64 = 1e-3;

/// The session of the quickstart's step.
pub type Step = Session<(Tensor<2>, Tensor<1, Int>, f64), Tensor<1>, (Mlp, AdamW), (), f32>;

/// The step as an ordinary function call.
pub struct Eager {
    model: Mlp,
    optim: AdamW,
    batch: Batch,
    smoothing: f32,
}

/// The step with Burn's own AdamW.
pub struct EagerBurn {
    trainer: BurnTrainer,
    batch: Batch,
}

/// The step replayed.
pub struct Replayed {
    step: Step,
    batch: Batch,
}

/// What the three forms start from: settings, weights and a batch.
pub struct Start {
    settings: Settings,
    model: Mlp,
    wines: Vec<data::Wine>,
}

impl Start {
    /// The quickstart's settings and first batch.
    pub fn new(device: &Device) -> Self {
        let settings = Settings::full();
        device.seed(settings.seed);
        let model = Mlp::new(settings.hidden, device);
        let mut wines = data::load(settings.seed).train;
        wines.truncate(settings.batch);
        // A parameter is initialised when it is first used: all forms start from the same values.
        let _ = examples::train::parameters(&model);
        Self {
            settings,
            model,
            wines,
        }
    }

    /// The eager step with the capturable AdamW.
    pub fn eager(&self, device: &Device) -> Eager {
        Eager {
            model: self.model.clone().train(),
            optim: self.settings.optimizer().init(),
            batch: data::batch(&self.wines, &device.clone().autodiff()),
            smoothing: self.settings.smoothing,
        }
    }

    /// The eager step with Burn's AdamW.
    pub fn eager_burn(&self, device: &Device) -> EagerBurn {
        EagerBurn {
            trainer: BurnTrainer::new(self.model.clone(), &self.settings),
            batch: data::batch(&self.wines, &device.clone().autodiff()),
        }
    }

    /// The captured step, before its first replay.
    ///
    /// # Panics
    ///
    /// When the step cannot be captured, which would be a defect.
    pub fn replayed(&self, device: &Device) -> Replayed {
        let (model, optim) = (self.model.clone(), self.settings.optimizer().init());
        let step = train_step::on(device, model, optim, self.settings.smoothing);
        let mut step = step.expect("the session starts on every device with an engine");
        let batch = data::batch(&self.wines, device);
        step.warm_up(batch.0.clone(), batch.1.clone(), RATE)
            .expect("the step can be captured");
        Replayed { step, batch }
    }
}

impl Eager {
    /// One step, up to its loss on the host.
    pub fn step(&mut self) -> f32 {
        let (features, labels) = self.batch.clone();
        train_step(
            &mut self.model,
            &mut self.optim,
            features,
            labels,
            RATE,
            self.smoothing,
        )
        .into_scalar()
    }
}

impl EagerBurn {
    /// One step, up to its loss on the host.
    pub fn step(&mut self) -> f32 {
        let (features, labels) = self.batch.clone();
        self.trainer.step(features, labels, RATE).into_scalar()
    }
}

impl Replayed {
    /// One step, up to its loss on the host.
    ///
    /// # Panics
    ///
    /// When the replay fails.
    pub fn step(&mut self) -> f32 {
        let (features, labels) = self.batch.clone();
        let loss = self.step.replay(features, labels, RATE);
        loss.expect("a captured step runs").into_scalar()
    }

    /// The session.
    pub fn session(&self) -> &Step {
        &self.step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_forms_take_the_same_steps() {
        let device = Device::flex();
        let start = Start::new(&device);
        let losses = |step: &mut dyn FnMut() -> f32| {
            device.seed(1);
            core::array::from_fn::<_, 4, _>(|_| step().to_bits())
        };
        let (mut eager, mut burn, mut replayed) = (
            start.eager(&device),
            start.eager_burn(&device),
            start.replayed(&device),
        );
        let expected = losses(&mut || eager.step());
        assert_eq!(losses(&mut || burn.step()), expected);
        assert_eq!(losses(&mut || replayed.step()), expected);
    }
}
