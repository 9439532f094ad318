//! The training loops: the same step called eagerly, replayed, and with Burn's own optimizer.

use crate::data::{self, Split, Wine};
use crate::model::Mlp;
use crate::step::{cross_entropy, predict, schedule, train_step};
use burn::optim::{AdamWConfig as BurnAdamWConfig, GradientsParams, ModuleOptimizer};
use burn::prelude::*;
use capture_runtime::Report;
use capture_runtime::prelude::*;
use std::time::{Duration, Instant};

/// How the network is trained.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Passes over the training wines.
    pub epochs: usize,
    /// Wines in a mini-batch.
    pub batch: usize,
    /// Units in each hidden layer.
    pub hidden: usize,
    /// How much of each label is spread over all grades.
    pub smoothing: f32,
    /// AdamW's decoupled weight decay.
    pub weight_decay: f32,
    /// The seed of the split, the weights and the dropout.
    pub seed: u64,
}

impl Settings {
    /// Settings that learn the task: under a minute in release for all runs.
    pub fn full() -> Self {
        Self {
            epochs: 60,
            batch: 64,
            hidden: 64,
            smoothing: 0.05,
            weight_decay: 1e-2,
            seed: 42,
        }
    }

    /// Settings that end in a few seconds in a debug build.
    pub fn quick() -> Self {
        Self {
            epochs: 3,
            hidden: 16,
            ..Self::full()
        }
    }

    /// The optimizer, before its first step.
    pub fn optimizer(&self) -> AdamWConfig {
        AdamWConfig::new().with_weight_decay(self.weight_decay)
    }

    /// How many steps a training on `split` takes.
    pub fn steps(&self, split: &Split) -> usize {
        self.epochs * split.train.len().div_ceil(self.batch)
    }
}

/// What a training run leaves.
#[derive(Debug)]
pub struct Run {
    /// The loss of every step.
    pub losses: Vec<f32>,
    /// The time of every step, from the batch on the device to the loss on the host.
    pub times: Vec<Duration>,
    /// The trained network, without autodiff.
    pub model: Mlp,
}

impl Run {
    /// The median time of a step.
    pub fn median(&self) -> Duration {
        let mut times = self.times.clone();
        times.sort();
        times.get(times.len() / 2).copied().unwrap_or_default()
    }

    /// Whether every loss and every parameter is the same, bit for bit.
    pub fn equals(&self, other: &Self) -> bool {
        let bits = |run: &Self| {
            run.losses
                .iter()
                .map(|loss| loss.to_bits())
                .collect::<Vec<_>>()
        };
        bits(self) == bits(other) && parameters(&self.model) == parameters(&other.model)
    }
}

/// The bits of all parameters of a network, in order.
pub fn parameters(model: &Mlp) -> Vec<u32> {
    #[derive(Default)]
    struct Bits(Vec<u32>);
    impl burn::module::ModuleVisitor for Bits {
        fn visit_float<const D: usize>(&mut self, param: &burn::module::Param<Tensor<D>>) {
            let data = param.val().into_data();
            self.0.extend(data.iter::<f32>().map(f32::to_bits));
        }
    }
    let mut bits = Bits::default();
    model.visit(&mut bits);
    bits.0
}

/// Trains by replaying the captured step, which is captured at its first use.
pub fn replayed(
    settings: &Settings,
    split: &Split,
    model: Mlp,
    device: &Device,
    progress: impl FnMut(),
) -> Result<(Run, Report, Program), Box<dyn core::error::Error>> {
    let optim = settings.optimizer().init();
    let mut step = train_step::on(device, model, optim, settings.smoothing)?;
    // Both shapes of batch, the full one and the epoch's last, are captured before the clock starts.
    for wines in [settings.batch, split.train.len() % settings.batch] {
        if wines > 0 {
            let (features, labels) = data::batch(&split.train[..wines], device);
            step.warm_up(features, labels, 0.0)?;
        }
    }
    step.seed(settings.seed);
    let (losses, times) = run(settings, split, device, progress, |features, labels, lr| {
        step.replay(features, labels, lr)
    })?;
    let report = step.report();
    let (features, labels) = data::batch(&split.train[..settings.batch], device);
    step.warm_up(features, labels, 0.0)?;
    let program = step.program().cloned().ok_or("nothing was captured")?;
    let (model, _optim) = step.into_state();
    Ok((
        Run {
            losses,
            times,
            model: model.valid(),
        },
        report,
        program,
    ))
}

/// Trains by calling the step as the ordinary function that it is.
pub fn eager(
    settings: &Settings,
    split: &Split,
    model: Mlp,
    device: &Device,
    progress: impl FnMut(),
) -> Result<Run, Box<dyn core::error::Error>> {
    let device = device.clone().autodiff();
    let mut model = model.train();
    let mut optim = settings.optimizer().init();
    device.seed(settings.seed);
    let (losses, times) = run(
        settings,
        split,
        &device,
        progress,
        |features, labels, lr| {
            Ok::<_, ReplayError>(train_step(
                &mut model,
                &mut optim,
                features,
                labels,
                lr,
                settings.smoothing,
            ))
        },
    )?;
    Ok(Run {
        losses,
        times,
        model: model.valid(),
    })
}

/// Trains eagerly with Burn's own AdamW, as one would without this crate.
pub fn with_burn_optimizer(
    settings: &Settings,
    split: &Split,
    model: Mlp,
    device: &Device,
    progress: impl FnMut(),
) -> Result<Run, Box<dyn core::error::Error>> {
    let device = device.clone().autodiff();
    let mut trainer = BurnTrainer::new(model, settings);
    device.seed(settings.seed);
    let (losses, times) = run(
        settings,
        split,
        &device,
        progress,
        |features, labels, lr| Ok::<_, ReplayError>(trainer.step(features, labels, lr)),
    )?;
    Ok(Run {
        losses,
        times,
        model: trainer.model.valid(),
    })
}

/// The same training step with Burn's own AdamW.
pub struct BurnTrainer {
    model: Mlp,
    optim: ModuleOptimizer,
    smoothing: f32,
}

impl BurnTrainer {
    /// A trainer of `model`.
    pub fn new(model: Mlp, settings: &Settings) -> Self {
        let optim = BurnAdamWConfig::new()
            .with_weight_decay(settings.weight_decay)
            .init();
        Self {
            model: model.train(),
            optim,
            smoothing: settings.smoothing,
        }
    }

    /// One step; gives the loss.
    pub fn step(&mut self, features: Tensor<2>, labels: Tensor<1, Int>, lr: f64) -> Tensor<1> {
        let loss = cross_entropy(self.model.forward(features), labels, self.smoothing);
        let grads = GradientsParams::from_grads(loss.backward(), &self.model);
        self.model = self.optim.step(lr, self.model.clone(), grads);
        loss
    }
}

/// The loop that all runs share: `step` takes features, labels and the learning rate, and gives the loss.
fn run<E>(
    settings: &Settings,
    split: &Split,
    device: &Device,
    mut progress: impl FnMut(),
    mut step: impl FnMut(Tensor<2>, Tensor<1, Int>, f64) -> Result<Tensor<1>, E>,
) -> Result<(Vec<f32>, Vec<Duration>), E> {
    let steps = settings.steps(split);
    let (mut losses, mut times) = (Vec::with_capacity(steps), Vec::with_capacity(steps));
    for epoch in 0..settings.epochs {
        for (features, labels) in data::epoch(&split.train, settings.batch, epoch, device) {
            let lr = schedule(losses.len(), steps);
            let started = Instant::now();
            let loss = step(features, labels, lr)?.into_scalar::<f32>();
            times.push(started.elapsed());
            losses.push(loss);
            progress();
        }
    }
    Ok((losses, times))
}

/// The share of `wines` whose grade the network predicts, by a replay of [`predict()`].
pub fn accuracy(
    model: &Mlp,
    wines: &[Wine],
    device: &Device,
) -> Result<f64, Box<dyn core::error::Error>> {
    let (features, labels) = data::batch(wines, device);
    let grades = predict::on(device, model.clone())?.replay(features)?;
    let hits = grades.equal(labels).int().sum().into_scalar::<i64>();
    Ok(hits as f64 / wines.len() as f64)
}
