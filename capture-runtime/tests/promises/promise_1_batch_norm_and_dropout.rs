//! Promise 1 for layers that behave differently in training: running statistics are state, dropout follows the program.

use crate::common::{Numbers, assert_same, assert_same_module, flex, floats, tensors, training};
use burn::module::Module;
use burn::nn::{BatchNorm, BatchNormConfig, Dropout, DropoutConfig, Linear, LinearConfig};
use burn::optim::GradientsParams;
use burn::prelude::*;
use capture_runtime::RecordCause;
use capture_runtime::prelude::*;

#[derive(Module, Debug)]
struct Net {
    first: Linear,
    norm: BatchNorm,
    dropout: Dropout,
}

impl Net {
    fn new(prob: f64, device: &Device) -> Self {
        let net = Self {
            first: LinearConfig::new(4, 3).init(device),
            norm: BatchNormConfig::new(3).init(device),
            dropout: DropoutConfig::new(prob).init(),
        };
        let _ = tensors(&net);
        net
    }

    fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        self.dropout
            .forward(self.norm.forward(self.first.forward(x)))
    }
}

#[capture_program]
fn train_step(net: &mut Net, optim: &mut Sgd, x: Tensor<2>, #[live] lr: f64) -> Tensor<1> {
    let loss = (net.forward(x) - 0.3).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), net);
    optim.step(lr, net, grads);
    loss
}

/// Two forwards of one layer in one program.
#[capture_program]
fn contrast(net: &mut Net, optim: &mut Sgd, a: Tensor<2>, b: Tensor<2>) -> Tensor<1> {
    let a = net.forward(a);
    let b = net.forward(b);
    let loss = (a - b).square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), net);
    optim.step(0.1, net, grads);
    loss
}

/// Two forwards of one layer in one statement, where no announcement stands between them.
#[capture_program]
fn contrast_at_once(net: &mut Net, a: Tensor<2>, b: Tensor<2>) -> Tensor<1> {
    let loss = (net.forward(a) - net.forward(b)).square().mean();
    let _ = loss.backward();
    loss
}

#[capture_program]
fn infer(net: &Net, x: Tensor<2>) -> Tensor<2> {
    net.forward(x)
}

#[capture_program]
fn loss_of_weights(net: &Net, x: Tensor<2>) -> Tensor<1> {
    let loss = net.forward(x).square().mean();
    let _ = loss.backward();
    loss
}

#[test]
fn running_statistics_advance_as_in_eager_training() {
    let mut net = Net::new(0.0, &training());
    let start = tensors(&net.norm);
    let mut optim = SgdConfig::new().init();
    let mut session =
        train_step::on(&flex(), net.clone().fork(&training()), optim.clone()).unwrap();
    let mut numbers = Numbers::new(1);
    for step in 0..6 {
        let x = numbers.tensor([8, 4], &flex());
        let replayed = session.replay(x.clone(), 0.1).unwrap();
        let eager = train_step(&mut net, &mut optim, x.autodiff(), 0.1);
        assert_same(&replayed, &eager.inner(), &format!("loss {step}"));
    }
    let (held, _) = session.into_state();
    assert_same_module(&held.valid(), &net.valid(), "net and its statistics");
    assert_ne!(tensors(&held.norm), start);
}

#[test]
fn two_forwards_of_one_layer_in_one_program() {
    let mut net = Net::new(0.0, &training());
    let mut optim = SgdConfig::new().init();
    let mut session = contrast::on(&flex(), net.clone(), optim.clone()).unwrap();
    let mut numbers = Numbers::new(2);
    for step in 0..3 {
        let (a, b) = (
            numbers.tensor([8, 4], &flex()),
            numbers.tensor([8, 4], &flex()),
        );
        let replayed = session.replay(a.clone(), b.clone()).unwrap();
        let eager = contrast(&mut net, &mut optim, a.autodiff(), b.autodiff());
        assert_same(&replayed, &eager.inner(), &format!("loss {step}"));
    }
    assert_same_module(&session.into_state().0.valid(), &net.valid(), "net");
}

#[test]
fn two_forwards_in_one_statement_are_refused_with_the_remedy() {
    let net = Net::new(0.0, &training());
    let mut session = contrast_at_once::on(&flex(), net.clone()).unwrap();
    let x = Numbers::new(3).tensor([8, 4], &flex());
    let ReplayError::Record(error) = session.replay(x.clone(), x).unwrap_err() else {
        panic!("expected an error while capturing")
    };
    assert_eq!(error.cause(), &RecordCause::AutodiffTransfer);
    assert!(
        error.to_string().contains("a statement of its own"),
        "{error}"
    );
    assert_eq!(error.statement().unwrap().binding, Some("loss"));
}

#[test]
fn weights_whose_statistics_would_change_are_refused_by_name() {
    let net = Net::new(0.0, &training());
    let x = Numbers::new(4).tensor([8, 4], &flex());
    let mut session = loss_of_weights::on(&flex(), net.clone()).unwrap();
    let error = session.replay(x.clone()).unwrap_err();
    let ReplayError::Record(error) = error else {
        panic!("expected an error while capturing, got {error}")
    };
    assert!(
        matches!(error.cause(), RecordCause::WeightsChange { leaf } if leaf == "net.norm.running_mean"),
        "{error}"
    );
    assert!(error.to_string().contains("&mut"), "{error}");
    let again = session.replay(x).unwrap_err();
    assert_eq!(again, ReplayError::Record(error));
}

#[test]
fn a_device_with_autodiff_says_training_and_without_says_inference() {
    let net = Net::new(0.0, &training());
    let x = Numbers::new(5).tensor([8, 4], &flex());
    let mut trains = infer::on(&training(), net.clone()).unwrap();
    assert!(
        trains.replay(x.clone()).is_err(),
        "training would move the statistics of weights"
    );
    let mut infers = infer::on(&flex(), net.valid()).unwrap();
    let replayed = infers.replay(x.clone()).unwrap();
    assert_same(
        &replayed,
        &infer(&net.valid(), x),
        "inference uses the statistics",
    );
}

#[capture_program]
#[allow(deprecated)] // state that training needs and does not change
fn dropout_step(w: &mut Tensor<1>, layer: &Dropout, x: Tensor<1>) -> Tensor<1> {
    let dropped = layer.forward(x);
    let loss = dropped.clone().sum();
    let _ = (w.clone() * loss).sum().backward();
    dropped
}

#[capture_program]
fn dropout_infer(layer: &Dropout, x: Tensor<1>) -> Tensor<1> {
    layer.forward(x)
}

#[test]
fn dropout_is_active_where_the_program_trains_and_an_identity_elsewhere() {
    let layer = DropoutConfig::new(0.5).init();
    let ones = Tensor::<1>::ones([512], &flex());
    let w = Tensor::<1>::ones([1], &training()).require_grad();
    let mut trains = dropout_step::on(&flex(), w, layer.clone()).unwrap();
    let mut masks = Vec::new();
    for _ in 0..4 {
        let mask = floats(&trains.replay(ones.clone()).unwrap());
        let kept = mask.iter().filter(|value| **value == 2.0).count();
        let dropped = mask.iter().filter(|value| **value == 0.0).count();
        assert_eq!(kept + dropped, 512);
        assert!((150..362).contains(&kept), "{kept} of 512 kept");
        assert!(!masks.contains(&mask), "a mask came twice");
        masks.push(mask);
    }
    let mut infers = dropout_infer::on(&flex(), layer).unwrap();
    assert_same(
        &infers.replay(ones.clone()).unwrap(),
        &ones,
        "inference drops nothing",
    );
}
