//! Programs of known structure, from chains to training steps.

use crate::common::{Numbers, flex, training};
use crate::measure::{agrees, alone, replayed};
use burn::module::Module;
use burn::nn::{LayerNorm, LayerNormConfig, Linear, LinearConfig};
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::activation::{relu, softmax};
use burn::tensor::module::{attention, conv2d};
use burn::tensor::ops::ConvOptions;
use capture_runtime::Program;
use capture_runtime::prelude::*;

/// A side of the matrices: 256 KiB for each.
const N: usize = 256;
const BYTES: u64 = (N * N * 4) as u64;

fn square(seed: u64) -> Tensor<2> {
    Numbers::new(seed).tensor([N, N], &flex())
}

fn spec() -> TensorSpec {
    TensorSpec::float([N, N])
}

#[track_caller]
fn check(program: &Program, modelled: u64, measured: u64, workspace: u64) {
    assert_eq!(program.costs().peak().allocated, modelled, "{program}");
    if let Err(error) = agrees(program, measured, workspace) {
        panic!("{error}");
    }
}

#[capture_program]
fn chain(x: Tensor<2>) -> Tensor<2> {
    (x * 2.0).exp().sqrt() + 1.0
}

#[test]
fn a_chain_writes_over_its_first_result() {
    let _alone = alone();
    let mut session = chain::on(&flex()).unwrap();
    let x = square(1);
    let measured = replayed(|| session.replay(x.clone()));
    check(&chain::capture(spec()).unwrap(), BYTES, measured, 0);
}

#[capture_program]
fn branches(x: Tensor<2>) -> Tensor<2> {
    let a = x.clone().exp();
    let b = x.clone().sin();
    let c = x.cos();
    (a.clone() * b.clone() + c) * (a - b)
}

#[test]
fn branches_are_held_until_they_meet() {
    let _alone = alone();
    let mut session = branches::on(&flex()).unwrap();
    let x = square(2);
    let measured = replayed(|| session.replay(x.clone()));
    // exp, sin, cos, and the product of the first two, which are used again.
    check(&branches::capture(spec()).unwrap(), 4 * BYTES, measured, 0);
}

#[capture_program]
fn views(x: Tensor<2>) -> Tensor<2> {
    let flipped = x.clone().transpose();
    let part: Tensor<2> = x.slice([0..N / 2, 0..N]);
    // Not side by side: the reshape copies.
    let copied = flipped.reshape([N / 2, N * 2]);
    copied.slice([0..N / 2, 0..N]) + part
}

#[test]
fn views_take_no_memory() {
    let _alone = alone();
    let mut session = views::on(&flex()).unwrap();
    let x = square(3);
    let measured = replayed(|| session.replay(x.clone()));
    // The copy, and a sum that cannot be written over a part of it.
    check(&views::capture(spec()).unwrap(), BYTES * 3 / 2, measured, 0);
}

#[capture_program]
fn advances(s: &mut Tensor<2>, x: Tensor<2>) -> Tensor<1> {
    *s = s.clone() * 0.9 + x;
    s.clone().sum()
}

#[capture_program]
fn advances_and_returns(s: &mut Tensor<2>, x: Tensor<2>) -> Tensor<2> {
    let before = s.clone();
    *s = s.clone() * 0.9 + x;
    before
}

#[test]
fn state_is_written_in_place_unless_it_is_returned() {
    let _alone = alone();
    let mut session = advances::on(&flex(), square(4)).unwrap();
    let x = square(5);
    let measured = replayed(|| session.replay(x.clone()));
    let program = advances::capture(&square(4), spec()).unwrap();
    check(&program, 4, measured, 0);

    let mut session = advances_and_returns::on(&flex(), square(4)).unwrap();
    let measured = replayed(|| session.replay(x.clone()));
    let program = advances_and_returns::capture(&square(4), spec()).unwrap();
    check(&program, BYTES, measured, 0);
}

#[derive(Module, Debug)]
struct Net {
    first: Linear,
    second: Linear,
}

impl Net {
    fn new(device: &Device) -> Self {
        let net = Self {
            first: LinearConfig::new(N, N).init(device),
            second: LinearConfig::new(N, N).init(device),
        };
        let _ = crate::common::tensors(&net);
        net
    }

    fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        self.second.forward(relu(self.first.forward(x)))
    }
}

#[capture_program]
fn infer(net: &Net, x: Tensor<2>) -> Tensor<2> {
    net.forward(x)
}

#[capture_program]
fn train(net: &mut Net, optim: &mut Adam, x: Tensor<2>, y: Tensor<2>) -> Tensor<1> {
    let loss = (net.forward(x) - y).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), net);
    optim.step(1e-3, net, grads);
    loss
}

/// What a product of two such matrices packs: at most both of them, rounded up to the kernel's tiles.
const PACKED: u64 = 2 * BYTES + 64 * 1024;

#[test]
fn products_are_held_until_they_are_used() {
    let _alone = alone();
    let net = Net::new(&flex());
    let mut session = infer::on(&flex(), net.clone()).unwrap();
    let x = square(6);
    let measured = replayed(|| session.replay(x.clone()));
    let program = infer::capture(&net, spec()).unwrap();
    check(&program, 2 * BYTES, measured, PACKED);
}

#[test]
fn a_training_step_agrees() {
    let _alone = alone();
    let net = Net::new(&training());
    let optim = AdamConfig::new().init();
    let mut session = train::on(&flex(), net.clone(), optim.clone()).unwrap();
    let (x, y) = (square(7), square(8));
    let measured = replayed(|| session.replay(x.clone(), y.clone()));
    let program = train::capture(&net, &optim, spec(), spec()).unwrap();
    if let Err(error) = agrees(&program, measured, PACKED) {
        panic!("{error}");
    }
}

#[capture_program]
fn attends(q: Tensor<4>, k: Tensor<4>, v: Tensor<4>) -> Tensor<4> {
    let scores = softmax(q.matmul(k.swap_dims(2, 3)) * 0.125, 3);
    scores.matmul(v)
}

#[capture_program]
fn attends_at_once(q: Tensor<4>, k: Tensor<4>, v: Tensor<4>) -> Tensor<4> {
    attention(q, k, v, None, None, Default::default())
}

#[test]
fn attention_holds_scores_only_where_the_program_does() {
    let _alone = alone();
    let shape = [2, 4, 128, 64];
    let x: Tensor<4> = Numbers::new(9).tensor(shape, &flex());
    let specs = || TensorSpec::float(shape);
    let scores = 2 * 4 * 128 * 128 * 4;
    let values = 2 * 4 * 128 * 64 * 4;
    let mut session = attends::on(&flex()).unwrap();
    let measured = replayed(|| session.replay(x.clone(), x.clone(), x.clone()));
    let program = attends::capture(specs(), specs(), specs()).unwrap();
    // The scores and their softmax.
    check(&program, 2 * scores, measured, values);

    let mut session = attends_at_once::on(&flex()).unwrap();
    let measured = replayed(|| session.replay(x.clone(), x.clone(), x.clone()));
    let program = attends_at_once::capture(specs(), specs(), specs()).unwrap();
    // The operation holds scores of its own, which the model does not know of.
    check(&program, values, measured, scores);
}

#[capture_program]
fn normalizes(norm: &LayerNorm, x: Tensor<2>) -> Tensor<2> {
    norm.forward(x.exp())
}

#[capture_program]
fn convolves(x: Tensor<4>, w: Tensor<4>) -> Tensor<4> {
    relu(conv2d(
        x,
        w,
        None,
        ConvOptions::new([1, 1], [1, 1], [1, 1], 1),
    ))
}

#[test]
fn layers_agree() {
    let _alone = alone();
    let norm = LayerNormConfig::new(N).init(&flex());
    let mut session = normalizes::on(&flex(), norm.clone()).unwrap();
    let x = square(10);
    let measured = replayed(|| session.replay(x.clone()));
    let program = normalizes::capture(&norm, spec()).unwrap();
    check(&program, 2 * BYTES, measured, 0);

    let x: Tensor<4> = Numbers::new(11).tensor([2, 8, 64, 64], &flex());
    let w: Tensor<4> = Numbers::new(12).tensor([16, 8, 3, 3], &flex());
    let mut session = convolves::on(&flex()).unwrap();
    let measured = replayed(|| session.replay(x.clone(), w.clone()));
    let program = convolves::capture(TensorSpec::from(&x), TensorSpec::from(&w)).unwrap();
    let out = 2 * 16 * 64 * 64 * 4;
    // Columns of the taps, a block of them at a time, and results in the order of the product.
    check(&program, out, measured, 2 * out);
}
