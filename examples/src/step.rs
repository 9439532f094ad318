//! What is captured: one optimisation step, and a prediction.

use crate::model::Mlp;
use burn::nn::loss::CrossEntropyLossConfig;
use burn::optim::GradientsParams;
use burn::prelude::*;
use capture_runtime::prelude::*;

/// One optimisation step of the wine classifier.
#[capture_program(
    test,
    document = "programs",
    example(
        model = Mlp::new(64, device),
        optim = AdamWConfig::new().init(),
        features = TensorSpec::float([64, 11]),
        labels = TensorSpec::int([64]).within(0..6),
        smoothing = 0.1,
    )
)]
pub fn train_step(
    model: &mut Mlp,
    optim: &mut AdamW,
    features: Tensor<2>,
    labels: Tensor<1, Int>,
    #[live] lr: f64,
    #[frozen] smoothing: f32,
) -> Tensor<1> {
    let logits = model.forward(features);
    let loss = cross_entropy(logits, labels, smoothing);
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(lr, model, grads);
    loss
}

/// The most likely grade of each wine.
#[capture_program(
    test,
    document = "programs",
    example(model = Mlp::new(64, device), features = TensorSpec::float([64, 11]))
)]
pub fn predict(model: &Mlp, features: Tensor<2>) -> Tensor<1, Int> {
    let [wines, _] = features.dims();
    model.forward(features).argmax(1).reshape([wines])
}

/// Burn's cross entropy with label smoothing.
pub fn cross_entropy(logits: Tensor<2>, labels: Tensor<1, Int>, smoothing: f32) -> Tensor<1> {
    CrossEntropyLossConfig::new()
        .with_smoothing(Some(smoothing))
        .init(&logits.device())
        .forward(logits, labels)
}

/// The learning rate of a step: a linear warm-up over the first twentieth, then half a cosine down to zero.
pub fn schedule(step: usize, steps: usize) -> f64 {
    const PEAK: f64 = 4e-3;
    let warm_up = (steps / 20).max(1);
    if step < warm_up {
        return PEAK * (step + 1) as f64 / warm_up as f64;
    }
    let progress = (step - warm_up) as f64 / (steps - warm_up).max(1) as f64;
    PEAK * 0.5 * (1.0 + (progress * core::f64::consts::PI).cos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_then_falls() {
        let rates: Vec<_> = (0..100).map(|step| schedule(step, 100)).collect();
        assert!(rates[..5].is_sorted());
        assert!(rates[5..].iter().rev().is_sorted());
        assert_eq!(rates[5], 4e-3);
        assert!(rates[99] < 1e-5);
    }
}
