//! Image models as people write them with Burn: a convolutional classifier and a variational autoencoder. No false alarm, and the bits
//! of eager training, dropout and noise included.

use crate::common::{Numbers, assert_same, assert_same_module, flex, tensors, training};
use burn::module::Module;
use burn::nn::conv::{Conv2d, Conv2dConfig, ConvTranspose2d, ConvTranspose2dConfig};
use burn::nn::loss::{CrossEntropyLossConfig, MseLoss, Reduction};
use burn::nn::pool::{MaxPool2d, MaxPool2dConfig};
use burn::nn::{
    BatchNorm, BatchNormConfig, Dropout, DropoutConfig, Gelu, Linear, LinearConfig, PaddingConfig2d,
};
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::Distribution;
use burn::tensor::activation::{relu, sigmoid};
use capture_runtime::prelude::*;

#[derive(Module, Debug)]
struct ConvBlock {
    conv: Conv2d,
    norm: BatchNorm,
    pool: Option<MaxPool2d>,
    activation: Gelu,
}

impl ConvBlock {
    fn new(channels: [usize; 2], pool: bool, device: &Device) -> Self {
        Self {
            conv: Conv2dConfig::new(channels, [3, 3])
                .with_padding(PaddingConfig2d::Valid)
                .init(device),
            norm: BatchNormConfig::new(channels[1]).init(device),
            pool: pool.then(|| MaxPool2dConfig::new([2, 2]).with_strides([2, 2]).init()),
            activation: Gelu::new(),
        }
    }

    fn forward(&self, input: Tensor<4>) -> Tensor<4> {
        let x = self.conv.forward(input);
        let x = self.norm.forward(x);
        let x = self.activation.forward(x);
        match &self.pool {
            Some(pool) => pool.forward(x),
            None => x,
        }
    }
}

#[derive(Module, Debug)]
struct Classifier {
    conv1: ConvBlock,
    conv2: ConvBlock,
    dropout: Dropout,
    fc1: Linear,
    fc2: Linear,
    activation: Gelu,
}

impl Classifier {
    fn new(device: &Device) -> Self {
        let model = Self {
            conv1: ConvBlock::new([1, 4], true, device),
            conv2: ConvBlock::new([4, 6], false, device),
            dropout: DropoutConfig::new(0.25).init(),
            fc1: LinearConfig::new(6 * 3 * 3, 16).init(device),
            fc2: LinearConfig::new(16, 10).with_bias(false).init(device),
            activation: Gelu::new(),
        };
        let _ = tensors(&model);
        model
    }

    fn forward(&self, images: Tensor<3>) -> Tensor<2> {
        let [batch, height, width] = images.dims();
        let x = images.reshape([batch, 1, height, width]).detach();
        let x = self.conv1.forward(x);
        let x = self.conv2.forward(x);
        let [batch, channels, height, width] = x.dims();
        let x = x.reshape([batch, channels * height * width]);
        let x = self.fc1.forward(self.dropout.forward(x));
        self.fc2.forward(self.activation.forward(x))
    }
}

#[derive(ProgramInput, Clone)]
struct Batch {
    images: Tensor<3>,
    targets: Tensor<1, Int>,
}

#[derive(ProgramOutput)]
struct ClassificationOutput {
    loss: Tensor<1>,
    output: Tensor<2>,
    accuracy: Tensor<1>,
}

fn forward_classification(model: &Classifier, batch: Batch) -> ClassificationOutput {
    let images = ((batch.images / 255.0) - 0.1307) / 0.3081;
    let output = model.forward(images);
    let loss = CrossEntropyLossConfig::new()
        .with_smoothing(Some(0.1))
        .init(&output.device())
        .forward(output.clone(), batch.targets.clone());
    let predicted = output.clone().argmax(1).squeeze_dim::<1>(1);
    let accuracy = predicted.equal(batch.targets).float().mean();
    ClassificationOutput {
        loss,
        output,
        accuracy,
    }
}

#[capture_program]
fn mnist_train(
    model: &mut Classifier,
    optim: &mut AdamW,
    batch: Batch,
    #[live] lr: f64,
) -> ClassificationOutput {
    let item = forward_classification(model, batch);
    let grads = item.loss.backward();
    let grads = GradientsParams::from_grads(grads, model);
    optim.step(lr, model, grads);
    item
}

#[capture_program]
fn mnist_valid(model: &Classifier, batch: Batch) -> ClassificationOutput {
    forward_classification(model, batch)
}

fn digits(numbers: &mut Numbers) -> Batch {
    let images: Tensor<3> = numbers.tensor([6, 12, 12], &flex());
    Batch {
        images: (images + 1.0) * 127.5,
        targets: numbers.indices([6], 10, &flex()),
    }
}

#[test]
fn mnist() {
    let _alone = crate::alone();
    let mut model = Classifier::new(&training());
    let mut optim = AdamWConfig::new().with_weight_decay(5e-3).init();
    let mut session =
        mnist_train::on(&flex(), model.clone().fork(&training()), optim.clone()).unwrap();
    let mut numbers = Numbers::new(11);
    for step in 0..3 {
        let (batch, lr) = (digits(&mut numbers), 1e-2 / (step + 1) as f64);
        session.seed(step as u64);
        let replayed = session.replay(batch.clone(), lr).unwrap();
        training().seed(step as u64);
        let eager = Batch {
            images: batch.images.autodiff(),
            targets: batch.targets.autodiff(),
        };
        let eager = mnist_train(&mut model, &mut optim, eager, lr);
        assert_same(&replayed.loss, &eager.loss.inner(), "loss");
        assert_same(&replayed.output, &eager.output.inner(), "output");
        assert_same(&replayed.accuracy, &eager.accuracy.inner(), "accuracy");
    }
    let (trained, _) = session.into_state();
    assert_same_module(&trained.valid(), &model.valid(), "model and statistics");

    let mut valid = mnist_valid::on(&flex(), trained.valid()).unwrap();
    let batch = digits(&mut numbers);
    let replayed = valid.replay(batch.clone()).unwrap();
    let eager = mnist_valid(&model.valid(), batch);
    assert_same(&replayed.output, &eager.output, "validation");
}

#[derive(Module, Debug)]
struct Vae {
    encoder: Conv2d,
    mean: Linear,
    log_variance: Linear,
    spread: Linear,
    decoder: ConvTranspose2d,
}

impl Vae {
    fn new(device: &Device) -> Self {
        let model = Self {
            encoder: Conv2dConfig::new([1, 3], [4, 4])
                .with_stride([2, 2])
                .with_padding(PaddingConfig2d::Explicit(1, 1, 1, 1))
                .init(device),
            mean: LinearConfig::new(3 * 4 * 4, 2).init(device),
            log_variance: LinearConfig::new(3 * 4 * 4, 2).init(device),
            spread: LinearConfig::new(2, 3 * 4 * 4).init(device),
            decoder: ConvTranspose2dConfig::new([3, 1], [4, 4])
                .with_stride([2, 2])
                .with_padding([1, 1])
                .init(device),
        };
        let _ = tensors(&model);
        model
    }

    fn encode(&self, images: Tensor<4>) -> (Tensor<2>, Tensor<2>) {
        let x: Tensor<2> = relu(self.encoder.forward(images)).flatten(1, 3);
        let mean = self.mean.forward(x.clone());
        (mean, self.log_variance.forward(x))
    }

    fn decode(&self, code: Tensor<2>) -> Tensor<4> {
        let x = relu(self.spread.forward(code));
        let [batch, _] = x.dims();
        sigmoid(self.decoder.forward(x.reshape([batch, 3, 4, 4])))
    }
}

#[capture_program]
fn vae_train(
    model: &mut Vae,
    optim: &mut Adam,
    images: Tensor<4>,
    #[live] beta: f32,
) -> [Tensor<1>; 2] {
    let (mean, log_variance) = model.encode(images.clone());
    let noise = mean.random_like(Distribution::Normal(0.0, 1.0));
    let deviation = (log_variance.clone() * 0.5).exp();
    let code = mean.clone() + noise * deviation;
    let reconstruction = MseLoss::new().forward(model.decode(code), images, Reduction::Mean);
    let divergence = (log_variance.clone() + 1.0 - mean.square() - log_variance.exp())
        .sum_dim(1)
        .mean()
        .mul_scalar(-0.5);
    let loss = reconstruction.clone() + divergence.clone() * beta;
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(1e-2, model, grads);
    [reconstruction, divergence]
}

#[capture_program]
fn vae_sample(model: &Vae, #[frozen] count: usize, device: &Device) -> Tensor<4> {
    let code = Tensor::random([count, 2], Distribution::Normal(0.0, 1.0), device);
    model.decode(code)
}

#[test]
fn variational_autoencoder() {
    let _alone = crate::alone();
    let mut model = Vae::new(&training());
    let mut optim = AdamConfig::new().init();
    let mut session = vae_train::on(&flex(), model.clone(), optim.clone()).unwrap();
    let mut numbers = Numbers::new(12);
    for step in 0..4 {
        let images: Tensor<4> = numbers.tensor([3, 1, 8, 8], &flex());
        let beta = step as f32 * 0.25;
        session.seed(100 + step);
        let [reconstruction, divergence] = session.replay(images.clone(), beta).unwrap();
        training().seed(100 + step);
        let eager = vae_train(&mut model, &mut optim, images.autodiff(), beta);
        let [eager_reconstruction, eager_divergence] = eager.map(Tensor::inner);
        assert_same(&reconstruction, &eager_reconstruction, "reconstruction");
        assert_same(&divergence, &eager_divergence, "divergence");
    }
    let trained = session.into_state().0;
    assert_same_module(&trained, &model, "model");

    let mut sampler = vae_sample::on(&flex(), trained.valid(), 5).unwrap();
    sampler.seed(7);
    let (first, second) = (sampler.replay().unwrap(), sampler.replay().unwrap());
    flex().seed(7);
    assert_same(&first, &vae_sample(&model.valid(), 5, &flex()), "a sample");
    assert_ne!(first.to_data(), second.to_data(), "fresh noise");
}
