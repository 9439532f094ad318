//! Held values treated badly: quantized tensors, frozen layers that would count, types that change, panics without a message.

use crate::common::{Numbers, assert_same, flex, floats, row, tensors, training};
use burn::module::Module;
use burn::nn::{BatchNorm, BatchNormConfig};
use burn::prelude::*;
use burn::tensor::FloatDType;
use burn::tensor::quantization::QuantScheme;
use capture_runtime::RecordCause;
use capture_runtime::prelude::*;

#[capture_program]
fn matmul(w: &Tensor<2>, x: Tensor<2>) -> Tensor<2> {
    x.matmul(w.clone())
}

#[test]
fn quantized_weights_are_refused_by_name() {
    let w: Tensor<2> = Numbers::new(1).tensor([32, 32], &flex());
    let quantized = w.clone().quantize_dynamic(&QuantScheme::default());
    let error = matmul::on(&flex(), quantized.clone()).unwrap_err();
    assert_eq!(
        error.cause(),
        &RecordCause::Quantized {
            leaf: "w".to_owned()
        }
    );
    assert!(error.to_string().contains("dequantize"), "{error}");
    let error = matmul::capture(&quantized, TensorSpec::float([1, 32])).unwrap_err();
    assert!(
        matches!(error.cause(), RecordCause::Quantized { .. }),
        "{error}"
    );
    let mut session = matmul::on(&flex(), w.clone()).unwrap();
    assert!(session.set_weights(quantized.clone()).is_err());
    let x: Tensor<2> = Numbers::new(2).tensor([1, 32], &flex());
    assert_same(
        &session.replay(x.clone()).unwrap(),
        &matmul(&w, x),
        "the session works on",
    );
    let mut session = matmul::on(&flex(), w).unwrap();
    let refused = session.replay(quantized).unwrap_err().to_string();
    assert!(refused.contains("`x`"), "{refused}");
}

#[capture_program]
fn through_frozen_norm(norm: &BatchNorm, w: &mut Tensor<2>, x: Tensor<2>) -> Tensor<1> {
    let loss = (norm.forward(x) * w.clone()).square().mean();
    let grads = loss.backward();
    let grad = w.grad(&grads).unwrap();
    *w = Tensor::from_inner(w.clone().inner() - grad * 0.1).require_grad();
    loss
}

/// A frozen layer uses its statistics and does not change them, so it may be weights of a program that trains.
#[test]
fn frozen_statistics_may_be_weights() {
    let norm = BatchNormConfig::new(3).init(&training());
    norm.forward::<2>(Numbers::new(3).tensor([8, 3], &training()));
    let norm = norm.freeze();
    let mut w = Tensor::<2>::ones([1, 3], &training()).require_grad();
    let mut session = through_frozen_norm::on(&flex(), norm.clone(), w.clone()).unwrap();
    let before = tensors(&norm.valid());
    for step in 0..3 {
        let x: Tensor<2> = Numbers::new(step).tensor([8, 3], &flex());
        let replayed = session.replay(x.clone()).unwrap();
        let eager = through_frozen_norm(&norm, &mut w, x.autodiff());
        assert_same(&replayed, &eager.inner(), "loss");
    }
    assert_eq!(floats(&session.state()), floats(&w));
    assert_eq!(tensors(&norm.valid()), before);
}

#[capture_program]
fn widen(s: &mut Tensor<1>) {
    *s = s.clone().cast(FloatDType::F64) * 0.1;
}

#[test]
fn a_state_may_change_its_element_type() {
    let mut session = widen::on(&flex(), row([1.0])).unwrap();
    let mut eager = row([1.0]);
    for _ in 0..3 {
        session.replay().unwrap();
        widen(&mut eager);
        assert_same(&session.state(), &eager, "state");
    }
    assert_eq!(session.report().captures, 2);
}

fn odd_panic() {
    std::panic::panic_any(42);
}

#[capture_program]
fn panics_oddly(x: Tensor<1>) -> Tensor<1> {
    odd_panic();
    x
}

#[test]
fn a_panic_without_a_message_is_an_error_with_a_place() {
    let error = panics_oddly::capture(TensorSpec::float([1])).unwrap_err();
    let RecordCause::Panic { raised_at, .. } = error.cause() else {
        panic!("expected a panic, got {error}")
    };
    assert!(raised_at.as_ref().unwrap().contains(file!()), "{error}");
}

#[capture_program]
fn strided(s: &mut Tensor<2>, w: &Tensor<2>, x: Tensor<2>) -> Tensor<2> {
    *s = s.clone() + x;
    s.clone().matmul(w.clone())
}

/// Views of other strides are values like any other in every role.
#[test]
fn views_may_be_state_weights_and_inputs() {
    let mut numbers = Numbers::new(5);
    let view = |numbers: &mut Numbers| -> Tensor<2> {
        let wide: Tensor<2> = numbers.tensor([5, 7], &flex());
        wide.slice(s![1..4, 2..5]).transpose()
    };
    let (mut s, w) = (view(&mut numbers), view(&mut numbers));
    let mut session = strided::on(&flex(), s.clone(), w.clone()).unwrap();
    for _ in 0..3 {
        let x = view(&mut numbers);
        let replayed = session.replay(x.clone()).unwrap();
        assert_same(&replayed, &strided(&mut s, &w, x), "product");
    }
    assert_same(&session.into_state(), &s, "state");
}
