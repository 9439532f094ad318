//! What a captured function may look like: generics, lifetimes, visibility, methods, functions inside functions, programs inside programs.

use crate::common::{Mlp, Numbers, assert_same, assert_same_module, flex, floats, row, training};
use burn::module::Module;
use burn::nn::Linear;
use burn::optim::GradientsParams;
use burn::prelude::*;
use capture_runtime::prelude::*;

/// What [`run_layer`] runs.
pub trait Layer: Module + 'static {
    /// One forward pass.
    fn run(&self, x: Tensor<2>) -> Tensor<2>;
}

impl Layer for Mlp {
    fn run(&self, x: Tensor<2>) -> Tensor<2> {
        self.forward(x)
    }
}

impl Layer for Linear {
    fn run(&self, x: Tensor<2>) -> Tensor<2> {
        self.forward(x)
    }
}

/// A generic program.
#[capture_program]
pub fn run_layer<M, const N: usize>(layer: &M, xs: [Tensor<2>; N]) -> Tensor<2>
where
    M: Layer,
{
    let ys = xs.into_iter().map(|x| layer.run(x));
    ys.reduce(|a, b| a + b).expect("at least one")
}

#[capture_program]
fn train_any<M: Layer>(layer: &mut M, optim: &mut Sgd, x: Tensor<2>) -> Tensor<1> {
    let loss = layer.run(x).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), layer);
    optim.step(0.1, layer, grads);
    loss
}

#[capture_program]
fn borrowed<'a>(
    w: &'a Tensor<1>,
    s: &'a mut Tensor<1>,
    x: Tensor<1>,
    device: &'a Device,
) -> Tensor<1> {
    *s = s.clone() + w.clone() * x;
    s.clone() + Tensor::ones([1], device)
}

#[cfg(test)]
#[capture_program]
#[must_use]
#[allow(clippy::let_and_return)]
fn configured(x: Tensor<1>) -> Tensor<1> {
    let y = x + 1.0;
    y
}

#[cfg(not(test))]
#[capture_program]
fn configured(x: Tensor<1>) -> Missing {
    x + 2.0
}

/// Statements that a configuration leaves out, with names that exist in none.
#[capture_program]
fn configured_inside(x: Tensor<1>) -> Tensor<1> {
    #[cfg(not(test))]
    let x = missing(x);
    #[cfg(test)]
    let mut y = x + 1.0;
    #[cfg(not(test))]
    missing(&mut y);
    #[cfg(test)]
    {
        y = y * 2.0;
    }
    #[cfg(not(test))]
    not_there!();
    #[cfg(not(test))]
    for _ in 0..2 {
        y += missing(y);
    }
    y
}

mod inside {
    use super::*;

    #[capture_program]
    pub(crate) fn a_module(x: Tensor<1>) -> Tensor<1> {
        helper(x) + 1.0
    }

    fn helper(x: Tensor<1>) -> Tensor<1> {
        x * 2.0
    }
}

#[derive(Module, Debug)]
struct Net {
    mlp: Mlp,
}

impl Net {
    /// Weights are `self`.
    #[capture_program]
    fn scores(&self, x: Tensor<2>, #[frozen] temperature: f32) -> Tensor<2> {
        self.mlp.forward(x) / temperature
    }

    /// Neither `self` nor the type's other name is there to tell.
    #[capture_program(associated)]
    fn doubled(x: Tensor<1>) -> Tensor<1> {
        twice(x)
    }

    #[capture_fn(associated)]
    fn halved(x: Tensor<1>, #[live] by: f32) -> Tensor<1> {
        x * 0.5 * by
    }

    /// State is `self`.
    #[capture_program]
    fn fit(&mut self, optim: &mut Sgd, x: Tensor<2>, #[live] lr: f64) -> Tensor<1> {
        let loss = self.mlp.forward(x).square().mean();
        let grads = GradientsParams::from_grads(loss.backward(), self);
        optim.step(lr, self, grads);
        loss
    }
}

#[derive(ProgramState, Clone)]
struct Accumulator<T: ProgramState + 'static> {
    sum: Tensor<1>,
    rest: T,
}

impl<T: ProgramState + Clone + 'static> Accumulator<T> {
    #[capture_program]
    fn add(&mut self, x: Tensor<1>) -> Tensor<1> {
        self.sum = self.sum.clone() + x;
        self.sum.clone()
    }
}

#[capture_program]
fn inner(x: Tensor<1>, #[live] by: f32) -> Tensor<1> {
    x * by
}

#[capture_program]
fn outer(x: Tensor<1>, #[frozen] by: f32) -> Tensor<1> {
    let y = inner(x, by);
    y + 5.0
}

#[capture_program]
fn outer_method(net: &Net, x: Tensor<2>) -> Tensor<2> {
    net.scores(x, 2.0) + 1.0
}

#[test]
fn generic_functions() {
    let model = Mlp::new(&flex());
    let mut numbers = Numbers::new(1);
    let (a, b) = (
        numbers.tensor([2, 5], &flex()),
        numbers.tensor([2, 5], &flex()),
    );
    let mut session = run_layer::on::<Mlp, 2>(&flex(), model.clone()).unwrap();
    let replayed = session.replay([a.clone(), b.clone()]).unwrap();
    assert_same(&replayed, &run_layer(&model, [a.clone(), b]), "two inputs");
    let mut session = run_layer::on::<Linear, 1>(&flex(), model.hidden.clone()).unwrap();
    let replayed = session.replay([a.clone()]).unwrap();
    assert_same(&replayed, &run_layer(&model.hidden, [a]), "another type");

    let mut model = Mlp::new(&training());
    let mut optim = SgdConfig::new().init();
    let mut session = train_any::on(&flex(), model.clone(), optim.clone()).unwrap();
    let x = numbers.tensor([2, 5], &flex());
    session.replay(x.clone()).unwrap();
    train_any(&mut model, &mut optim, x.autodiff());
    assert_same_module(&session.into_state().0, &model, "trained");
}

#[test]
fn lifetimes_attributes_and_modules() {
    let mut session = borrowed::on(&flex(), row([2.0]), row([0.0])).unwrap();
    session.replay(row([1.0])).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [5.0]);
    let mut session = configured::on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [2.0]);
    let mut session = inside::a_module::on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [3.0]);
    let mut session = configured_inside::on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [4.0]);
}

#[test]
fn functions_inside_functions() {
    #[capture_program]
    fn local(x: Tensor<1>) -> Tensor<1> {
        fn helper(x: Tensor<1>) -> Tensor<1> {
            x + 10.0
        }
        const BY: f32 = 2.0;
        helper(x) * BY
    }
    let mut session = local::on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [22.0]);
}

fn twice(x: Tensor<1>) -> Tensor<1> {
    x * 2.0
}

#[capture_program]
fn quartered(x: Tensor<1>, #[live] by: f32) -> Tensor<1> {
    Net::halved(Net::halved(x, by), 1.0)
}

#[test]
fn functions_of_an_impl_block() {
    let mut session = Net::doubled_on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(row([3.0])).unwrap()), [6.0]);
    assert_eq!(floats(&Net::doubled(row([3.0]))), [6.0]);
    let program = Net::doubled_capture(TensorSpec::float([2])).unwrap();
    assert_eq!(program.operations().len(), 1);
    let mut session = quartered::on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(row([4.0]), 3.0).unwrap()), [3.0]);
}

#[test]
fn methods() {
    let mut net = Net {
        mlp: Mlp::new(&training()),
    };
    let x: Tensor<2> = Numbers::new(2).tensor([2, 5], &flex());
    let plain = net.valid();
    let mut session = Net::scores_on(&flex(), plain.clone(), 2.0).unwrap();
    assert_same(
        &session.replay(x.clone()).unwrap(),
        &plain.scores(x.clone(), 2.0),
        "scores",
    );
    let program = Net::scores_capture(&plain, TensorSpec::float([2, 5]), 2.0).unwrap();
    assert!(
        program.to_string().contains("self.mlp.hidden.weight"),
        "{program}"
    );

    let mut optim = SgdConfig::new().init();
    let mut session = Net::fit_on(&flex(), net.clone(), optim.clone()).unwrap();
    for _ in 0..3 {
        let replayed = session.replay(x.clone(), 0.1).unwrap();
        let eager = net.fit(&mut optim, x.clone().autodiff(), 0.1);
        assert_same(&replayed, &eager.inner(), "loss");
    }
    assert_same_module(&session.into_state().0, &net, "trained");

    let start = Accumulator {
        sum: row([0.0]),
        rest: (row([1.0]), row([2.0])),
    };
    let mut session = Accumulator::<(Tensor<1>, Tensor<1>)>::add_on(&flex(), start).unwrap();
    session.replay(row([2.0])).unwrap();
    assert_eq!(floats(&session.replay(row([2.0])).unwrap()), [4.0]);
    assert_eq!(floats(&session.into_state().rest.1), [2.0]);
}

#[test]
fn a_program_inside_another_becomes_a_part_of_it() {
    let mut session = outer::on(&flex(), 3.0).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [8.0]);
    assert_eq!(session.report().operations, 2);
    let net = Net {
        mlp: Mlp::new(&flex()),
    };
    let x: Tensor<2> = Numbers::new(3).tensor([2, 5], &flex());
    let mut session = outer_method::on(&flex(), net.clone()).unwrap();
    assert_same(
        &session.replay(x.clone()).unwrap(),
        &outer_method(&net, x),
        "method",
    );
}
