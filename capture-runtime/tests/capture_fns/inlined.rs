//! Programs that are called inside programs through their capturing copies.

use crate::common::{Mlp, Numbers, assert_same, assert_same_module, flex, training};
use burn::module::Module;
use burn::optim::GradientsParams;
use burn::prelude::*;
use capture_runtime::prelude::*;

mod inner {
    use super::*;

    /// A program that trains.
    #[capture_program]
    pub(super) fn train(
        model: &mut Mlp,
        optim: &mut Sgd,
        x: Tensor<2>,
        #[live] lr: f64,
    ) -> Tensor<1> {
        let loss = model.forward(x).square().mean();
        let grads = GradientsParams::from_grads(loss.backward(), model);
        optim.step(lr, model, grads);
        loss
    }
}

#[capture_program]
fn scale<const D: usize>(x: Tensor<D>, #[live] by: f32, #[frozen] plus: f32) -> Tensor<D> {
    x * by + plus
}

#[derive(Module, Debug)]
struct Net {
    mlp: Mlp,
}

impl Net {
    #[capture_program]
    fn fit(&mut self, optim: &mut Sgd, x: Tensor<2>, #[live] lr: f64) -> Tensor<1> {
        let loss = self.mlp.forward(x).square().mean();
        let grads = GradientsParams::from_grads(loss.backward(), self);
        optim.step(lr, self, grads);
        loss
    }
}

#[capture_program(inline(Net::fit))]
fn fit_twice(net: &mut Net, optim: &mut Sgd, x: Tensor<2>, #[live] lr: f64) -> Tensor<1> {
    let first = net.fit(optim, x.clone(), lr);
    Net::fit(net, optim, x, lr * 0.5) + first
}

#[test]
fn methods_inside_a_program() {
    let mut net = Net {
        mlp: Mlp::new(&training()),
    };
    let mut optim = SgdConfig::new().init();
    let mut session = fit_twice::on(&flex(), net.clone(), optim.clone()).unwrap();
    let x: Tensor<2> = Numbers::new(2).tensor([4, 5], &flex());
    let replayed = session.replay(x.clone(), 0.3).unwrap();
    let eager = fit_twice(&mut net, &mut optim, x.autodiff(), 0.3);
    assert_same(&replayed, &eager.inner(), "loss");
    assert_same_module(&session.into_state().0, &net, "trained");
}

#[test]
fn a_method_is_named_with_its_type() {
    let net = Net {
        mlp: Mlp::new(&training()),
    };
    let optim: Sgd = SgdConfig::new().init();
    let program = Net::fit_capture(&net, &optim, TensorSpec::float([4, 5])).unwrap();
    assert!(program.to_string().contains("Net::fit"), "{program}");
}

#[capture_program(strict, inline(inner::train, scale))]
fn two_steps(
    model: &mut Mlp,
    optim: &mut Sgd,
    a: Tensor<2>,
    b: Tensor<2>,
    #[live] lr: f64,
) -> Tensor<1> {
    let first = inner::train(model, optim, a, lr);
    let second = inner::train(model, optim, b, 0.2);
    scale::<1>(first.clone() + second, lr as f32, 1.0) + scale(first, 0.5, 2.0)
}

#[test]
fn training_inside_a_program() {
    let mut model = Mlp::new(&training());
    let mut optim = SgdConfig::new().init();
    let mut session = two_steps::on(&flex(), model.clone(), optim.clone()).unwrap();
    let mut numbers = Numbers::new(1);
    for lr in [0.3, 0.1] {
        let (a, b): (Tensor<2>, Tensor<2>) = (
            numbers.tensor([4, 5], &flex()),
            numbers.tensor([4, 5], &flex()),
        );
        let replayed = session.replay(a.clone(), b.clone(), lr).unwrap();
        let eager = two_steps(&mut model, &mut optim, a.autodiff(), b.autodiff(), lr);
        assert_same(&replayed, &eager.inner(), "loss");
    }
    assert_same_module(&session.into_state().0, &model, "trained");
}
