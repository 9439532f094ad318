//! Helpers: checked like a program's body, callable from programs and eagerly, and the same function in both worlds.

use crate::common::{Mlp, Numbers, assert_same, assert_same_module, flex, floats, row, training};
use burn::module::{Module, Param};
use burn::nn::Linear;
use burn::optim::GradientsParams;
use burn::prelude::*;
use capture_runtime::prelude::*;

/// Any return type and generics are fine.
#[capture_fn]
fn clip<const D: usize>(x: Tensor<D>, by: f32) -> Tensor<D> {
    x.clamp(-by, by)
}

/// Backward works inside a helper, in both worlds.
#[capture_fn]
fn gradients<M: Module>(loss: &Tensor<1>, model: &M) -> GradientsParams {
    let grads = loss.backward();
    GradientsParams::from_grads(grads, model)
}

/// A live number of a helper is the caller's, or the program's.
#[capture_fn]
fn scaled<const D: usize>(x: Tensor<D>, #[live] mut by: f64) -> Tensor<D> {
    by *= 0.5;
    let mut sum = 0.0;
    sum += by;
    x.mul_scalar(sum) + by
}

/// A number made from live ones is live where one of them is.
#[capture_fn]
fn warm_up(#[live] rate: f64, #[live] step: i64, steps: i64) -> f64 {
    if steps == 0 {
        return 0.5 * rate;
    }
    if steps < 0 {
        return 1.0;
    }
    let done = step as f64 / steps as f64;
    rate * done.min(1.0)
}

#[capture_fn]
fn checked(x: Tensor<1>, n: usize) -> Result<Tensor<1>, String> {
    let part = (n > 0).then_some(x).ok_or("none")?;
    if n > 2 {
        return Err("too many".to_owned());
    }
    Ok(part * 2.0)
}

#[derive(Module, Debug)]
struct Net {
    mlp: Mlp,
    scale: Param<Tensor<1>>,
}

trait Forward {
    fn run(&self, x: Tensor<2>) -> Tensor<2>;
}

impl Forward for Net {
    #[capture_fn]
    fn run(&self, x: Tensor<2>) -> Tensor<2> {
        let y = self.forward(x, 2.0);
        y
    }
}

impl Net {
    /// Methods of modules are helpers too.
    #[capture_fn]
    fn forward(&self, x: Tensor<2>, #[live] temperature: f32) -> Tensor<2> {
        eager_only! { assert_eq!(x.dims()[1], 5); }
        self.mlp.forward(x) / temperature * self.scale.val().unsqueeze()
    }

    #[capture_fn]
    fn grow(&mut self, by: Tensor<1>) {
        self.scale = self.scale.clone().map(|scale| scale + by);
    }
}

#[capture_program(strict)]
fn train(
    model: &mut Mlp,
    optim: &mut Sgd,
    x: Tensor<2>,
    #[live] lr: f64,
    #[live] step: i64,
) -> Tensor<1> {
    let y = clip(scaled(model.forward(x), lr), 3.0);
    let loss = y.square().mean();
    let grads = gradients(&loss, model);
    let lr = warm_up(lr, step, 4);
    optim.step(lr, model, grads);
    loss
}

#[capture_program]
fn net_step(net: &mut Net, x: Tensor<2>, #[live] temperature: f32) -> Tensor<2> {
    net.grow(x.clone().mean());
    let z = net.run(x.clone());
    net.forward(x, temperature) + z
}

#[capture_program]
fn fallible(x: Tensor<1>, #[frozen] n: usize) -> Option<Tensor<1>> {
    checked(x, n).ok()
}

#[test]
fn helpers_train_as_they_do_eagerly() {
    let mut model = Mlp::new(&training());
    let mut optim = SgdConfig::new().init();
    let mut session = train::on(&flex(), model.clone(), optim.clone()).unwrap();
    let x: Tensor<2> = Numbers::new(7).tensor([3, 5], &flex());
    for step in 0..6 {
        let lr = 0.3 / (step as f64 + 1.0);
        let replayed = session.replay(x.clone(), lr, step).unwrap();
        let eager = train(&mut model, &mut optim, x.clone().autodiff(), lr, step);
        assert_same(&replayed, &eager.inner(), "loss");
    }
    assert_same_module(&session.into_state().0, &model, "trained");
}

#[test]
fn methods_and_trait_methods_are_helpers() {
    let mut net = Net {
        mlp: Mlp::new(&flex()),
        scale: Param::from_tensor(row([1.5])),
    };
    let mut session = net_step::on(&flex(), net.clone()).unwrap();
    let x: Tensor<2> = Numbers::new(8).tensor([3, 5], &flex());
    for temperature in [1.0, 0.5] {
        let replayed = session.replay(x.clone(), temperature).unwrap();
        assert_same(
            &replayed,
            &net_step(&mut net, x.clone(), temperature),
            "net",
        );
    }
    assert_same_module(&session.into_state(), &net, "grown");
}

#[test]
fn results_and_numbers_of_helpers_are_ordinary_in_eager_code() {
    assert_eq!(warm_up(0.1, 1, 4), 0.1 * (1.0 / 4.0));
    assert_eq!(warm_up(0.1, 9, 4), 0.1);
    assert_eq!(warm_up(0.1, 9, 0), 0.05);
    assert_eq!(warm_up(0.1, 9, -1), 1.0);
    assert_eq!(floats(&scaled(row([2.0]), 4.0)), [6.0]);
    assert!(checked(row([1.0]), 3).is_err());
    let mut session = fallible::on(&flex(), 1).unwrap();
    let doubled = session.replay(row([4.0])).unwrap().unwrap();
    assert_eq!(floats(&doubled), [8.0]);
    let layer: Option<Linear> = None;
    assert!(layer.is_none());
}

const HELPER_LINE: u32 = line!() + 3;
#[capture_fn]
fn shifted(x: Tensor<1>) -> Tensor<1> {
    let y = x + 1.0;
    y
}

const CALLER_LINE: u32 = line!() + 3;
#[capture_program]
fn listed(x: Tensor<1>) -> Tensor<1> {
    let z = shifted(x) * 3.0;
    z + 1.0
}

#[test]
fn operations_stand_at_the_helpers_lines_and_then_at_the_callers() {
    let program = listed::capture(TensorSpec::float([2])).unwrap();
    let listing = program.to_string();
    let lines: Vec<_> = listing.lines().collect();
    let at = |line: u32| {
        let place = format!("{}:{line}:", file!());
        lines.iter().position(|text| text.contains(&place))
    };
    assert!(at(HELPER_LINE).is_some(), "{listing}");
    assert!(at(HELPER_LINE) < at(CALLER_LINE), "{listing}");
}
