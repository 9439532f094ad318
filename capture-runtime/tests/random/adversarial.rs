//! A Wasserstein GAN as people write it with Burn: two models, two optimizers, a critic whose weights are clipped.

use crate::common::{Numbers, assert_same, assert_same_module, flex, floats, tensors, training};
use burn::module::{Module, ModuleMapper, Param};
use burn::nn::{BatchNorm, BatchNormConfig, LeakyRelu, LeakyReluConfig, Linear, LinearConfig};
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::Distribution;
use burn::tensor::activation::{relu, tanh};
use capture_runtime::prelude::*;

const LATENT: usize = 4;

#[derive(Module, Debug)]
struct Layer {
    linear: Linear,
    norm: Option<BatchNorm>,
}

#[derive(Module, Debug)]
struct Generator {
    layers: Vec<Layer>,
    output: Linear,
}

impl Generator {
    fn new(device: &Device) -> Self {
        let layer = |sizes: [usize; 2], norm: bool| Layer {
            linear: LinearConfig::new(sizes[0], sizes[1]).init(device),
            norm: norm.then(|| {
                BatchNormConfig::new(sizes[1])
                    .with_epsilon(0.8)
                    .init(device)
            }),
        };
        let model = Self {
            layers: vec![layer([LATENT, 8], false), layer([8, 12], true)],
            output: LinearConfig::new(12, 9).init(device),
        };
        let _ = tensors(&model);
        model
    }

    fn forward(&self, noise: Tensor<2>) -> Tensor<4> {
        let mut x = noise;
        for layer in &self.layers {
            x = layer.linear.forward(x);
            if let Some(norm) = &layer.norm {
                x = norm.forward(x);
            }
            x = relu(x);
        }
        let [batch, _] = x.dims();
        tanh(self.output.forward(x)).reshape([batch, 1, 3, 3])
    }
}

#[derive(Module, Debug)]
struct Critic {
    first: Linear,
    second: Linear,
    activation: LeakyRelu,
}

impl Critic {
    fn new(device: &Device) -> Self {
        let model = Self {
            first: LinearConfig::new(9, 8).init(device),
            second: LinearConfig::new(8, 1).init(device),
            activation: LeakyReluConfig::new().with_negative_slope(0.2).init(),
        };
        let _ = tensors(&model);
        model
    }

    fn forward(&self, images: Tensor<4>) -> Tensor<2> {
        let x: Tensor<2> = images.flatten(1, 3);
        self.second
            .forward(self.activation.forward(self.first.forward(x)))
    }
}

/// Keeps every parameter in an interval.
struct Clip {
    min: f32,
    max: f32,
}

impl ModuleMapper for Clip {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        param.map(|tensor| {
            let tracked = tensor.is_require_grad();
            let clipped = tensor.set_require_grad(false).clamp(self.min, self.max);
            if tracked {
                clipped.require_grad()
            } else {
                clipped
            }
        })
    }
}

#[capture_program]
fn critic_step(
    critic: &mut Critic,
    optim: &mut Adam,
    generator: &mut Generator,
    real: Tensor<4>,
    #[live] lr: f64,
    #[frozen] clip: f32,
) -> Tensor<1> {
    let [batch, ..] = real.dims();
    let noise = Tensor::random(
        [batch, LATENT],
        Distribution::Normal(0.0, 1.0),
        &real.device(),
    );
    let fake = generator.forward(noise).detach();
    let loss = critic.forward(fake).mean() - critic.forward(real).mean();
    let grads = GradientsParams::from_grads(loss.backward(), critic);
    optim.step(lr, critic, grads);
    *critic = critic.clone().map(&mut Clip {
        min: -clip,
        max: clip,
    });
    loss
}

#[capture_program]
fn generator_step(
    generator: &mut Generator,
    optim: &mut Adam,
    critic: &Critic,
    noise: Tensor<2>,
    #[live] lr: f64,
) -> (Tensor<1>, Tensor<4>) {
    let fake = generator.forward(noise);
    let loss = -critic.forward(fake.clone()).mean();
    let grads = GradientsParams::from_grads(loss.backward(), generator);
    optim.step(lr, generator, grads);
    (loss, fake)
}

/// The only test of this process that draws random numbers.
#[test]
fn wasserstein_gan() {
    let _alone = crate::alone();
    let (lr, clip) = (5e-2, 0.1);
    let mut generator = Generator::new(&training());
    let mut critic = Critic::new(&training());
    let adam = || AdamConfig::new().with_beta_1(0.5).init();
    let (mut critic_optim, mut generator_optim) = (adam(), adam());

    let copy = |model: &Generator| model.clone().fork(&training());
    let mut critics =
        critic_step::on(&flex(), critic.clone(), adam(), copy(&generator), clip).unwrap();
    let mut generators =
        generator_step::on(&flex(), copy(&generator), adam(), critic.clone()).unwrap();

    let mut numbers = Numbers::new(31);
    for step in 0..6 {
        let real: Tensor<4> = numbers.tensor([4, 1, 3, 3], &flex());
        critics.seed(step);
        let replayed = critics.replay(real.clone(), lr).unwrap();
        training().seed(step);
        let eager = critic_step(
            &mut critic,
            &mut critic_optim,
            &mut generator,
            real.autodiff(),
            lr,
            clip,
        );
        assert_same(
            &replayed,
            &eager.inner(),
            &format!("loss of the critic {step}"),
        );

        if step % 2 == 1 {
            let (trained, optim, moved) = critics.state();
            assert_same_module(&trained, &critic, "critic");
            let largest = tensors(&trained)
                .iter()
                .flat_map(|data| data.iter::<f32>().collect::<Vec<_>>())
                .fold(0f32, |a, b| a.max(b.abs()));
            assert!(largest <= clip, "{largest} is outside the interval");

            // The generator goes on with the statistics that the critic's steps left.
            generators.set_weights(trained.clone()).unwrap();
            let (_, generator_state) = generators.state();
            generators.set_state((moved, generator_state)).unwrap();
            let noise: Tensor<2> = numbers.tensor([4, LATENT], &flex());
            let (loss, fake) = generators.replay(noise.clone(), lr).unwrap();
            let (eager_loss, eager_fake) = generator_step(
                &mut generator,
                &mut generator_optim,
                &critic,
                noise.autodiff(),
                lr,
            );
            assert_same(&loss, &eager_loss.inner(), "loss of the generator");
            assert_same(&fake, &eager_fake.inner(), "generated");
            let (moved, _) = generators.state();
            critics.set_state((trained, optim, moved)).unwrap();
        }
    }
    let (replayed, _) = generators.into_state();
    assert_same_module(
        &replayed.valid(),
        &generator.valid(),
        "generator and statistics",
    );
    assert!(
        floats(&generator.output.bias.unwrap().val())
            .iter()
            .any(|bias| *bias != 0.0)
    );
}
