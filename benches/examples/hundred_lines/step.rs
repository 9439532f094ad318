// A training step of a transformer block, written flat, as a hundred lines of a user's are. It is included, so that the compiler expands it
// more than once.

use burn::nn::{Dropout, Embedding, LayerNorm, Linear};
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::activation::{gelu, log_softmax, softmax};
use capture_runtime::prelude::*;

#[derive(Module, Debug)]
pub struct Net {
    embed: Embedding,
    places: Embedding,
    before: LayerNorm,
    after: LayerNorm,
    query: Linear,
    key: Linear,
    value: Linear,
    mixed: Linear,
    wide: Linear,
    narrow: Linear,
    last: Linear,
    dropout: Dropout,
}

pub fn causal(length: usize, device: &Device) -> Tensor<4, Bool> {
    Tensor::<2, Bool>::tril_mask([length, length], 0, device).unsqueeze()
}

#[capture_program]
pub fn hundred_lines(
    model: &mut Net,
    optim: &mut AdamW,
    average: &mut Tensor<1>,
    tokens: Tensor<2, Int>,
    targets: Tensor<2, Int>,
    weights: Tensor<2>,
    #[live] rate: f64,
    #[live] momentum: f32,
    #[frozen] heads: usize,
    #[frozen] smoothing: f64,
) -> (Tensor<1>, [Tensor<1>; 3]) {
    let device = tokens.device();
    let [batch, length] = tokens.dims();
    let places = Tensor::arange(0..length as i64, &device).unsqueeze::<2>();
    let places = places.repeat_dim(0, batch);
    let embedded = model.embed.forward(tokens.clone());
    let x = model.dropout.forward(embedded + model.places.forward(places));
    let width = x.dims()[2];
    let each = width / heads;

    // Attention, which looks back only.
    let normed = model.before.forward(x.clone());
    let split = |y: Tensor<3>| -> Tensor<4> {
        y.reshape([batch, length, heads, each]).swap_dims(1, 2)
    };
    let query = split(model.query.forward(normed.clone()));
    let key = split(model.key.forward(normed.clone()));
    let value = split(model.value.forward(normed));
    let scale = 1.0 / (each as f64).sqrt();
    let scores = query.matmul(key.transpose()).mul_scalar(scale);
    let mask = causal(length, &device)
        .repeat_dim(0, batch)
        .repeat_dim(1, heads);
    let scores = scores.mask_fill(mask, f32::NEG_INFINITY);
    let attended = softmax(scores, 3);
    let entropy = {
        let logs = attended.clone().clamp_min(1e-9).log();
        (attended.clone() * logs).sum_dim(3).neg().mean()
    };
    let attended = model.dropout.forward(attended);
    let mixed = attended
        .matmul(value)
        .swap_dims(1, 2)
        .reshape([batch, length, width]);
    let x = x + model.mixed.forward(mixed);

    // The layer behind it.
    let normed = model.after.forward(x.clone());
    let hidden = gelu(model.wide.forward(normed));
    let hidden = model.dropout.forward(hidden);
    let hidden = hidden.clamp(-1e4, 1e4);
    let x = x + model.narrow.forward(hidden);
    let logits = model.last.forward(x);
    let classes = logits.dims()[2];

    // Cross entropy with smoothed targets, weighted by token.
    let flat = logits.reshape([batch * length, classes]);
    let logs = log_softmax(flat.clone(), 1);
    let chosen = targets.clone().reshape([batch * length, 1]);
    let picked = logs.clone().gather(1, chosen).squeeze_dim::<1>(1);
    let spread = logs.mean_dim(1).squeeze_dim::<1>(1);
    let losses = if smoothing > 0.0 {
        picked.mul_scalar(1.0 - smoothing) + spread.mul_scalar(smoothing)
    } else {
        picked
    };
    let weights = weights.reshape([batch * length]);
    let total = weights.clone().sum().clamp_min(1.0);
    let mut loss = (losses.neg() * weights.clone()).sum() / total.clone();
    let mut penalty = Tensor::zeros([1], &device);
    for (index, layer) in [&model.query, &model.key, &model.value].iter().enumerate() {
        let factor = 1.0 / (index + 1) as f64;
        let squares = layer.weight.val().powi_scalar(2).mean();
        penalty = penalty + squares.mul_scalar(factor);
    }
    if heads > 1 {
        loss = loss + penalty.clone().mul_scalar(1e-4);
    }

    // What is told: how often the best guess is right, and how sure it is.
    let sure = softmax(flat.clone().detach(), 1).max_dim(1);
    let sure = sure.squeeze_dim::<1>(1).mean();
    let guessed = flat.argmax(1).reshape([batch, length]);
    let right = guessed.equal(targets).float().reshape([batch * length]);
    let accuracy = (right * weights).sum() / total;
    let seen = match heads {
        1 => accuracy.clone(),
        _ => accuracy.clone() * (1.0 - 1e-3),
    };

    // The step, and a moving average of the loss.
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(rate, model, grads);
    let loss = loss.detach();
    *average = average.clone() * momentum + loss.clone() * (1.0 - momentum);
    let told = [seen.detach(), entropy.detach(), sure];
    (loss, told)
}
