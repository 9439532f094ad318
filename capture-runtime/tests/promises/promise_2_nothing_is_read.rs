//! Promise 2: nothing is read or moved off the capture device. Where a helper hides it, capturing fails with the program, the
//! statement and the remedy, and never with a bare panic or a sample value frozen in.

use crate::common::{Mlp, Numbers, assert_same, flex, row, training};
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::Transaction;
use capture_runtime::RecordCause;
use capture_runtime::prelude::*;

/// Helpers that a body cannot see into.
mod helper {
    use super::*;

    pub(super) fn scalar(x: &Tensor<1>) -> f32 {
        x.clone().into_scalar()
    }
    pub(super) fn sum(x: &Tensor<1>) -> f32 {
        x.clone().sum().into_scalar()
    }
    pub(super) fn data(x: &Tensor<1>) -> f32 {
        x.to_data().iter::<f32>().sum()
    }
    pub(super) fn tried(x: &Tensor<1>) -> f32 {
        x.clone().try_into_data().unwrap().iter::<f32>().sum()
    }
    pub(super) fn close(x: &Tensor<1>) -> f32 {
        f32::from(u8::from(x.clone().all_close(x.clone(), None, None)))
    }
    pub(super) fn branch(x: &Tensor<1>) -> f32 {
        if x.clone().sum().greater_scalar(0.0).into_scalar::<bool>() {
            1.0
        } else {
            2.0
        }
    }
    pub(super) fn one_hot(x: &Tensor<1>) -> f32 {
        x.clone().int().one_hot::<2>(4).dims()[1] as f32
    }
    pub(super) fn nonzero(x: &Tensor<1>) -> f32 {
        x.clone().greater_scalar(0.0).nonzero().len() as f32
    }
    pub(super) fn argwhere(x: &Tensor<1>) -> f32 {
        x.clone().greater_scalar(0.0).argwhere().dims()[0] as f32
    }
    pub(super) fn select(x: &Tensor<1>) -> f32 {
        let mask = x.clone().greater_scalar(0.0);
        x.clone().mask_select(mask).dims()[0] as f32
    }
    pub(super) fn transaction(x: &Tensor<1>) -> f32 {
        Transaction::default().register(x.clone()).execute().len() as f32
    }
    pub(super) fn convergence(x: &Tensor<1>) -> f32 {
        let mut x = x.clone();
        while x.clone().abs().max().into_scalar::<f32>() > 1e-3 {
            x = x * 0.5;
        }
        1.0
    }
}

/// A program that calls one helper, and the test that the helper's read is refused at that statement.
macro_rules! refuses {
    ($($name:ident: $helper:ident => $cause:ident;)*) => {$(
        #[capture_program]
        fn $name(x: Tensor<1>) -> Tensor<1> {
            let n = helper::$helper(&x);
            x.add_scalar(n)
        }
    )*
        #[test]
        fn helpers_that_read_are_refused_at_their_statement() {
            $({
                let error = $name::capture(TensorSpec::float([1])).unwrap_err();
                assert_eq!(error.cause(), &RecordCause::$cause, "{error}");
                assert_eq!(error.program(), stringify!($name));
                let statement = error.statement().expect("a statement");
                assert_eq!(statement.file, file!());
                assert_eq!(statement.binding, Some("n"), "{error}");
                let text = error.to_string();
                assert!(text.contains("= help: keep the value on the device"), "{text}");
                let x = row([2.0]);
                let mut session = $name::on(&flex()).unwrap();
                assert_eq!(session.replay(x.clone()).unwrap_err(), ReplayError::Record(error));
            })*
        }
    };
}

refuses! {
    reads_scalar: scalar => HostRead;
    reads_sum: sum => HostRead;
    reads_data: data => HostRead;
    reads_tried: tried => HostRead;
    reads_close: close => HostRead;
    reads_branch: branch => HostRead;
    reads_one_hot: one_hot => HostRead;
    reads_nonzero: nonzero => HostRead;
    reads_argwhere: argwhere => HostRead;
    reads_select: select => HostRead;
    reads_transaction: transaction => HostRead;
    reads_convergence: convergence => HostRead;
}

fn clip(g: Tensor<1>, max: f32) -> Tensor<1> {
    let n: f32 = g.clone().powf_scalar(2.0).sum().sqrt().into_scalar();
    if n > max { g * (max / n) } else { g }
}

const TAIL: u32 = line!() + 3;
#[capture_program]
fn clipped(g: Tensor<1>) -> Tensor<1> {
    clip(g, 1.0)
}

#[test]
fn the_line_of_a_tail_expression_is_named() {
    let error = clipped::capture(TensorSpec::float([2])).unwrap_err();
    let statement = error.statement().unwrap();
    assert_eq!((statement.line, statement.column), (TAIL, 5));
    assert_eq!(statement.text, "clip(g, 1.0)");
    let at = format!("--> {}:{TAIL}:5", file!());
    assert!(error.to_string().contains(&at), "{error}");
}

fn norm_of_weights(model: &Mlp) -> f32 {
    model.hidden.weight.val().square().sum().into_scalar()
}

#[capture_program]
fn reads_weights(model: &Mlp, x: Tensor<2>) -> Tensor<2> {
    let scale = norm_of_weights(model);
    model.forward(x) * scale
}

#[capture_program]
fn reads_state(model: &mut Mlp, x: Tensor<2>) -> Tensor<2> {
    let first = model.hidden.weight.val();
    let scale = helper::sum(&first.reshape([-1]));
    let loss = model.forward(x) * scale;
    let _ = loss.clone().sum().backward();
    loss
}

#[test]
fn weights_and_state_have_no_value_either() {
    let model = Mlp::new(&training());
    let x = Numbers::new(1).tensor([2, 5], &flex());
    let mut weights = reads_weights::on(&flex(), model.clone()).unwrap();
    let mut state = reads_state::on(&flex(), model).unwrap();
    for error in [
        weights.replay(x.clone()).unwrap_err(),
        state.replay(x).unwrap_err(),
    ] {
        let ReplayError::Record(error) = error else {
            panic!("expected an error while capturing, got {error}")
        };
        assert_eq!(error.cause(), &RecordCause::HostRead);
        assert_eq!(error.statement().unwrap().binding, Some("scale"));
    }
}

fn to_host(x: Tensor<1>) -> Tensor<1> {
    x.to_device(&Device::flex())
}

#[capture_program]
fn moves(x: Tensor<1>) -> Tensor<1> {
    let moved = to_host(x.clone() * 2.0);
    moved + 1.0
}

#[capture_program]
#[allow(deprecated)] // state that training needs and does not change
fn moves_in_training(w: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    let _ = (w.clone() * x.clone()).sum().backward();
    let moved = to_host(x);
    moved + 1.0
}

#[test]
fn transfers_in_a_helper_are_refused() {
    let error = moves::capture(TensorSpec::float([2])).unwrap_err();
    assert_eq!(error.cause(), &RecordCause::Transfer, "{error}");
    assert_eq!(error.statement().unwrap().binding, Some("moved"));
    assert!(
        error.to_string().contains("move what `replay()` returns"),
        "{error}"
    );

    let w = Tensor::<1>::ones([2], &training()).require_grad();
    let error = moves_in_training::capture(&w, TensorSpec::float([2])).unwrap_err();
    assert_eq!(error.cause(), &RecordCause::Transfer, "{error}");
    assert_eq!(error.statement().unwrap().binding, Some("moved"));
}

fn gradient_of(model: &Mlp, x: Tensor<2>) -> GradientsParams {
    GradientsParams::from_grads(model.forward(x).sum().backward(), model)
}

#[capture_program]
fn trains_in_a_helper(model: &mut Mlp, optim: &mut Sgd, x: Tensor<2>) {
    let before = model.forward(x.clone()).sum();
    let _ = before.backward();
    let grads = gradient_of(model, x);
    optim.step(0.1, model, grads);
}

#[capture_program]
fn trains_in_a_helper_only(model: &mut Mlp, optim: &mut Sgd, x: Tensor<2>) {
    let grads = gradient_of(model, x);
    optim.step(0.1, model, grads);
}

#[test]
fn autodiff_in_a_helper_is_refused() {
    let (model, optim) = (Mlp::new(&training()), SgdConfig::new().init());
    let spec = || TensorSpec::float([2, 5]);
    for error in [
        trains_in_a_helper::capture(&model, &optim, spec()).unwrap_err(),
        trains_in_a_helper_only::capture(&model, &optim, spec()).unwrap_err(),
    ] {
        assert_eq!(error.cause(), &RecordCause::Autodiff, "{error}");
        assert_eq!(error.statement().unwrap().binding, Some("grads"));
        assert!(
            error.to_string().contains("in the body of the program"),
            "{error}"
        );
    }
}

#[capture_program]
fn legal(x: Tensor<1>) -> Tensor<1> {
    let doubled = x * 2.0;
    doubled + 1.0
}

#[test]
fn the_device_is_usable_after_every_refusal() {
    for _ in 0..3 {
        assert!(moves::capture(TensorSpec::float([2])).is_err());
        assert!(clipped::capture(TensorSpec::float([2])).is_err());
        let mut session = legal::on(&flex()).unwrap();
        assert_same(
            &session.replay(row([1.0, 2.0])).unwrap(),
            &row([3.0, 5.0]),
            "after a refusal",
        );
    }
}
