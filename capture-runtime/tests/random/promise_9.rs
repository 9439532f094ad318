//! Promise 9: random operations draw fresh numbers at every replay, reproducibly after `seed(n)`.
//!
//! The generator belongs to the process: one test at a time may draw.

use crate::common::{flex, floats, training};
use burn::nn::{Dropout, DropoutConfig};
use burn::prelude::*;
use burn::tensor::Distribution;
use capture_runtime::prelude::*;

#[capture_program]
fn mask(x: Tensor<1>) -> Tensor<1> {
    let m = x.random_like(Distribution::Bernoulli(0.5));
    x * m * 2.0
}

#[capture_program]
fn all_kinds(x: Tensor<1>) -> (Tensor<1>, Tensor<1>, Tensor<1>, Tensor<1, Int>) {
    let device = x.device();
    let normal = Tensor::random([8], Distribution::Normal(0.0, 1.0), &device);
    let uniform = Tensor::random([8], Distribution::Uniform(-1.0, 1.0), &device);
    let int = Tensor::random([8], Distribution::Uniform(0.0, 1000.0), &device);
    (x.random_like(Distribution::Default), normal, uniform, int)
}

#[capture_program]
fn two_draws(x: Tensor<1>) -> (Tensor<1>, Tensor<1>) {
    let a = x.random_like(Distribution::Default);
    let b = x.random_like(Distribution::Default);
    (a, b)
}

#[capture_program]
fn constant_noise(#[frozen] n: usize, device: &Device) -> Tensor<1> {
    Tensor::random([n], Distribution::Default, device)
}

#[capture_program]
fn dropped(w: &mut Tensor<1>, layer: &Dropout, x: Tensor<1>) -> Tensor<1> {
    let y = layer.forward(x);
    let grads = (y.clone() * w.clone()).sum().backward();
    let grad = w.grad(&grads).unwrap();
    *w = w.clone().detach() - Tensor::from_inner(grad * 0.1);
    y
}

#[test]
fn masks_differ_from_replay_to_replay() {
    let _alone = crate::alone();
    let ones = Tensor::<1>::ones([1024], &flex());
    let mut session = mask::on(&flex()).unwrap();
    let masks: Vec<_> = (0..32)
        .map(|_| floats(&session.replay(ones.clone()).unwrap()))
        .collect();
    let distinct = masks
        .iter()
        .map(|m| format!("{m:?}"))
        .collect::<std::collections::HashSet<_>>();
    assert_eq!(distinct.len(), 32);
    let mean = masks.iter().flatten().sum::<f32>() / (32.0 * 1024.0);
    assert!((mean - 1.0).abs() < 0.05, "mean {mean}");
    assert_eq!(session.report().captures, 1);
}

#[test]
fn a_seed_reproduces_every_distribution() {
    let _alone = crate::alone();
    let mut session = all_kinds::on(&flex()).unwrap();
    let x = Tensor::<1>::zeros([8], &flex());
    let mut draw = |seed: Option<u64>| {
        if let Some(seed) = seed {
            session.seed(seed);
        }
        let (a, b, c, d) = session.replay(x.clone()).unwrap();
        (floats(&a), floats(&b), floats(&c), crate::common::ints(&d))
    };
    draw(None);
    let first = draw(Some(42));
    let second = draw(None);
    assert_ne!(first, second);
    assert_eq!(draw(Some(42)), first);
    assert_eq!(draw(None), second);
    assert_ne!(draw(Some(43)), first);
}

#[test]
fn a_replay_draws_what_an_eager_run_draws() {
    let _alone = crate::alone();
    let x = Tensor::<1>::ones([64], &flex());
    let mut session = mask::on(&flex()).unwrap();
    session.warm_up(x.clone()).unwrap();
    session.seed(7);
    let replayed: Vec<_> = (0..3)
        .map(|_| floats(&session.replay(x.clone()).unwrap()))
        .collect();
    flex().seed(7);
    let eager: Vec<_> = (0..3).map(|_| floats(&mask(x.clone()))).collect();
    assert_eq!(replayed, eager);
}

#[test]
fn capturing_draws_nothing() {
    let _alone = crate::alone();
    let x = Tensor::<1>::ones([16], &flex());
    let next = || floats(&x.random_like(Distribution::Default));
    flex().seed(1);
    let expected = [next(), next()];
    flex().seed(1);
    let first = next();
    let mut session = mask::on(&flex()).unwrap();
    session.warm_up(x.clone()).unwrap();
    mask::capture(TensorSpec::float([16])).unwrap();
    constant_noise::capture(4).unwrap();
    assert_eq!([first, next()], expected);
}

#[test]
fn two_draws_of_one_program_are_two() {
    let _alone = crate::alone();
    let mut session = two_draws::on(&flex()).unwrap();
    let (a, b) = session.replay(Tensor::zeros([64], &flex())).unwrap();
    assert_ne!(floats(&a), floats(&b), "random operations are not shared");
}

#[test]
fn noise_that_depends_on_no_input_is_drawn_at_every_replay() {
    let _alone = crate::alone();
    let mut session = constant_noise::on(&flex(), 64).unwrap();
    let first = floats(&session.replay().unwrap());
    assert_ne!(
        floats(&session.replay().unwrap()),
        first,
        "random operations are not folded"
    );
}

#[test]
fn dropout_in_training_reproduces_the_eager_step() {
    let _alone = crate::alone();
    let layer = DropoutConfig::new(0.5).init();
    let mut w = Tensor::<1>::ones([32], &training()).require_grad();
    let x = Tensor::<1>::ones([32], &flex());
    let mut session = dropped::on(&flex(), w.clone(), layer.clone()).unwrap();
    session.warm_up(x.clone()).unwrap();
    session.seed(3);
    let replayed = session.replay(x.clone()).unwrap();
    flex().seed(3);
    let eager = dropped(&mut w, &layer, x.autodiff());
    assert_eq!(floats(&replayed), floats(&eager));
    assert!(floats(&replayed).contains(&0.0), "something was dropped");
    assert_eq!(floats(&session.state()), floats(&w));
}
