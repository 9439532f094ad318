//! Promise 1 for modules with tensors that are not parameters: encodings, tables, buffers.

use crate::common::{Mlp, Numbers, assert_same, assert_same_module, flex, row, tensors, training};
use burn::module::{Module, Param, ParamId};
use burn::nn::{
    BatchNorm, BatchNormConfig, PositionalEncoding, PositionalEncodingConfig, RotaryEncoding,
    RotaryEncodingConfig,
};
use burn::optim::GradientsParams;
use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn encode(layer: &PositionalEncoding, x: Tensor<3>) -> Tensor<3> {
    layer.forward(x)
}

#[capture_program]
fn rotate(layer: &RotaryEncoding, x: Tensor<3>) -> Tensor<3> {
    layer.forward(x)
}

/// A module with a table that is no parameter, a whole-number parameter, and a hidden network.
#[derive(Module, Debug)]
struct Tabled {
    mlp: Mlp,
    table: Tensor<1>,
    order: Param<Tensor<1, Int>>,
}

impl Tabled {
    fn new(device: &Device) -> Self {
        Self {
            mlp: Mlp::new(device),
            table: Tensor::from_floats([1.0, 2.0, 3.0], device),
            order: Param::initialized(ParamId::new(), Tensor::from_ints([2, 0, 1], device)),
        }
    }

    fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        let y = self.mlp.forward(x) * self.table.clone().unsqueeze();
        y.select(1, self.order.val())
    }
}

#[capture_program]
fn infer(model: &Tabled, x: Tensor<2>) -> Tensor<2> {
    model.forward(x)
}

#[capture_program]
fn train(model: &mut Tabled, optim: &mut Adam, x: Tensor<2>) -> Tensor<1> {
    let loss = model.forward(x).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(0.1, model, grads);
    loss
}

#[test]
fn positional_and_rotary_encodings() {
    let x: Tensor<3> = Numbers::new(1).tensor([2, 4, 6], &flex());
    let layer = PositionalEncodingConfig::new(6).init(&flex());
    let mut session = encode::on(&flex(), layer.clone()).unwrap();
    for _ in 0..2 {
        assert_same(
            &session.replay(x.clone()).unwrap(),
            &encode(&layer, x.clone()),
            "positional",
        );
    }
    let layer = RotaryEncodingConfig::new(8, 6).init(&flex());
    let mut session = rotate::on(&flex(), layer.clone()).unwrap();
    assert_same(
        &session.replay(x.clone()).unwrap(),
        &rotate(&layer, x),
        "rotary",
    );
}

#[test]
fn a_table_in_weights() {
    let model = Tabled::new(&flex());
    let x: Tensor<2> = Numbers::new(2).tensor([4, 5], &flex());
    let mut session = infer::on(&flex(), model.clone()).unwrap();
    assert_same(
        &session.replay(x.clone()).unwrap(),
        &infer(&model, x.clone()),
        "inference",
    );
    let other = Tabled {
        table: row([4.0, 5.0, 6.0]),
        ..model
    };
    session.set_weights(other.clone()).unwrap();
    assert_same(
        &session.replay(x.clone()).unwrap(),
        &infer(&other, x),
        "another table",
    );
    assert_eq!(session.weights().table.to_data(), other.table.to_data());
}

#[test]
fn a_table_in_state() {
    let mut model = Tabled::new(&training());
    let table = model.table.to_data();
    let mut optim = AdamConfig::new().init();
    let mut session = train::on(&flex(), model.clone(), optim.clone()).unwrap();
    for step in 0..3 {
        let x: Tensor<2> = Numbers::new(step).tensor([4, 5], &flex());
        let replayed = session.replay(x.clone()).unwrap();
        let eager = train(&mut model, &mut optim, x.autodiff());
        assert_same(&replayed, &eager.inner(), "loss");
    }
    let held = session.into_state().0;
    assert_same_module(&held, &model, "model");
    assert_eq!(held.table.to_data(), table);
    assert_eq!(tensors(&held).len(), 5);
    held.forward(Tensor::ones([1, 5], &training()));
}

/// Tables before and between layers with running statistics.
#[derive(Module, Debug)]
struct Normed {
    scale: Tensor<1>,
    first: BatchNorm,
    shift: Tensor<1>,
    second: BatchNorm,
}

impl Normed {
    fn new(device: &Device) -> Self {
        Self {
            scale: Tensor::from_floats([1.0, 2.0, 3.0], device),
            first: BatchNormConfig::new(3).init(device),
            shift: Tensor::from_floats([0.1, 0.2, 0.3], device),
            second: BatchNormConfig::new(3).init(device),
        }
    }

    fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        let x = self.first.forward(x * self.scale.clone().unsqueeze());
        self.second
            .forward(x.square() + self.shift.clone().unsqueeze())
    }
}

#[capture_program]
fn train_twice(model: &mut Normed, optim: &mut Sgd, a: Tensor<2>, b: Tensor<2>) -> Tensor<1> {
    let a = model.forward(a);
    let b = model.forward(b);
    let loss = (a * b).mean();
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(0.1, model, grads);
    loss
}

#[test]
fn tables_beside_running_statistics() {
    let mut model = Normed::new(&training());
    let mut optim = SgdConfig::new().init();
    let mut session = train_twice::on(&flex(), model.clone(), optim.clone()).unwrap();
    let mut numbers = Numbers::new(3);
    for _ in 0..3 {
        let a: Tensor<2> = numbers.tensor([8, 3], &flex());
        let b: Tensor<2> = numbers.tensor([8, 3], &flex());
        let replayed = session.replay(a.clone(), b.clone()).unwrap();
        let eager = train_twice(&mut model, &mut optim, a.autodiff(), b.autodiff());
        assert_same(&replayed, &eager.inner(), "loss");
    }
    assert_same_module(
        &session.into_state().0.valid(),
        &model.valid(),
        "statistics",
    );
}
