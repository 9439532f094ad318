//! Small programs after public reports, of which the right outcome is a value.

use crate::common::{Numbers, assert_same, bools, flex, floats, row, tensors, training};
use burn::module::Module;
use burn::nn::{BatchNorm, BatchNormConfig, Dropout, DropoutConfig};
use burn::prelude::*;
use burn::tensor::Distribution;
use capture_runtime::prelude::*;

#[capture_program]
fn normalise(bn: &BatchNorm, x: Tensor<2>) -> Tensor<2> {
    bn.forward(x)
}

/// A module may move its own tensors onto the device that they stand on.
#[test]
fn case_17_a_module_that_transfers_legally() {
    let bn = BatchNormConfig::new(3).init(&flex());
    let x: Tensor<2> = Numbers::new(17).tensor([4, 3], &flex());
    let mut session = normalise::on(&flex(), bn.clone()).unwrap();
    assert_same(
        &session.replay(x.clone()).unwrap(),
        &normalise(&bn, x),
        "inference",
    );
}

#[capture_program]
fn plus_ones(x: Tensor<2>) -> Tensor<2> {
    let ones = Tensor::<2>::ones([2, 2], &x.device());
    x + ones
}

#[test]
fn case_18_the_device_of_an_input_is_the_sessions_at_replay() {
    let mut session = plus_ones::on(&flex()).unwrap();
    for _ in 0..2 {
        let y = session.replay(Tensor::zeros([2, 2], &flex())).unwrap();
        assert_eq!(floats(&y), [1.0; 4]);
        assert_eq!(y.device(), flex());
    }
}

#[capture_program]
fn weighted(x: Tensor<1>) -> Tensor<1> {
    let w = Tensor::<1>::from_floats([1.0, 2.0, 3.0], &x.device());
    x * w
}

#[test]
fn case_19_a_constant_survives_every_replay() {
    let mut session = weighted::on(&flex()).unwrap();
    for _ in 0..4 {
        assert_eq!(
            floats(&session.replay(row([1.0, 1.0, 1.0])).unwrap()),
            [1.0, 2.0, 3.0]
        );
    }
}

#[capture_program]
fn mlp(x: Tensor<1>, #[frozen] layers: usize, #[frozen] gelu: bool) -> Tensor<1> {
    let mut h = x;
    for i in 0..layers {
        h = if gelu && i > 0 { h + 2.0 } else { h + 1.0 };
    }
    h
}

#[test]
fn case_23_host_loops_and_branches_unroll() {
    let mut session = mlp::on(&flex(), 3, true).unwrap();
    assert_eq!(floats(&session.replay(row([0.0])).unwrap()), [5.0]);
    session.set_frozen((2, false));
    assert_eq!(floats(&session.replay(row([0.0])).unwrap()), [2.0]);
    assert_eq!(session.report().captures, 2);
}

#[capture_program]
fn step_on_device(w: &mut Tensor<1>, t: &mut Tensor<1>, g: Tensor<1>) -> Tensor<1> {
    *t = t.clone() + 1.0;
    let decay = (t.clone() * 0.9f32.ln()).exp();
    let lr = (decay.neg() + 1.0).recip() * 0.1;
    *w = w.clone() - g * lr.clone();
    lr
}

/// The remedy of case 26: the step count is a tensor of the state.
#[test]
fn case_26_a_step_count_on_the_device_advances() {
    let mut session = step_on_device::on(&flex(), row([1.0]), row([0.0])).unwrap();
    for expected in [1.0, 0.5263, 0.3690] {
        let lr = floats(&session.replay(row([1.0])).unwrap())[0];
        assert!((lr - expected).abs() < 1e-3, "{lr} is not {expected}");
    }
}

#[capture_program]
fn sgd(w: &mut Tensor<1>, g: Tensor<1>, #[live] lr: f64) -> Tensor<1> {
    *w = w.clone() - g * lr;
    w.clone()
}

#[test]
fn case_27_a_live_rate_follows_its_schedule() {
    let mut session = sgd::on(&flex(), row([1.0])).unwrap();
    for (lr, expected) in [(0.1, 0.9), (0.2, 0.7), (0.3, 0.4)] {
        let w = floats(&session.replay(row([1.0]), lr).unwrap())[0];
        assert!((w - expected).abs() < 1e-6, "{w} is not {expected}");
    }
    assert_eq!(session.report().captures, 1);
}

#[capture_program]
fn decode_at(kv: &mut Tensor<2>, k: Tensor<2>, pos: Tensor<1, Int>) -> Tensor<2> {
    let old = kv.clone().select(0, pos.clone());
    *kv = kv
        .clone()
        .select_assign(0, pos, k - old, burn::tensor::IndexingUpdateOp::Add);
    kv.clone()
}

/// The remedy of case 28; the frozen position is in `roles_frozen.rs`.
#[test]
fn case_28_a_position_on_the_device_needs_no_capture() {
    let mut session = decode_at::on(&flex(), Tensor::zeros([3, 2], &flex())).unwrap();
    for pos in 0..3 {
        let k = Tensor::<2>::ones([1, 2], &flex()) * (pos as f32 + 1.0);
        session
            .replay(k, Tensor::from_ints([pos], &flex()))
            .unwrap();
    }
    assert_eq!(session.report().captures, 1);
    assert_eq!(
        floats(&session.into_state()),
        [1.0, 1.0, 2.0, 2.0, 3.0, 3.0]
    );
}

#[capture_program]
fn drop_half(x: Tensor<1>) -> Tensor<1> {
    let m = x.random_like(Distribution::Bernoulli(0.5));
    x * m * 2.0
}

#[capture_program]
fn forward(d: &Dropout, x: Tensor<2>) -> Tensor<2> {
    d.forward(x)
}

#[test]
fn case_32_and_33_random_masks_are_fresh_and_inference_drops_nothing() {
    let ones = Tensor::<1>::ones([1024], &flex());
    let mut session = drop_half::on(&flex()).unwrap();
    let first = floats(&session.replay(ones.clone()).unwrap());
    assert_ne!(floats(&session.replay(ones).unwrap()), first);

    let layer = DropoutConfig::new(0.5).init();
    let x: Tensor<2> = Numbers::new(33).tensor([8, 8], &flex());
    let mut infers = forward::on(&flex(), layer.clone()).unwrap();
    assert_same(&infers.replay(x.clone()).unwrap(), &x, "an identity");
    assert_eq!(infers.report().operations, 0);
    let mut trains = forward::on(&training(), layer).unwrap();
    assert!(
        floats(&trains.replay(x).unwrap()).contains(&0.0),
        "active on a device with autodiff"
    );
}

#[test]
fn case_37_running_statistics_of_the_original_do_not_move() {
    let bn = BatchNormConfig::new(3).init(&training());
    let x = Numbers::new(37).tensor([8, 3], &training());
    bn.forward::<2>(x.clone());
    let (valid, plain) = (bn.valid(), x.inner());
    let before = valid.forward(plain.clone());
    normalise::capture(&valid, TensorSpec::float([8, 3])).unwrap();
    let statistics = tensors(&bn.valid());
    assert!(
        normalise::on(&training(), bn.clone())
            .unwrap()
            .replay(plain.clone())
            .is_err()
    );
    assert_same(
        &valid.forward(plain.clone()),
        &before,
        "eager, after the capture",
    );
    assert_eq!(tensors(&bn.valid()), statistics);
    bn.forward::<2>(plain.autodiff());
    assert_ne!(tensors(&bn.valid()), statistics, "eager training goes on");
}

#[capture_program]
fn triple(x: Tensor<1>) -> Tensor<1> {
    x * 3.0
}

#[test]
fn case_40_41_and_42_buffers() {
    let mut p = triple::on(&flex()).unwrap();
    let a = p.replay(row([1.0, 1.0])).unwrap();
    let mut x = row([1.0, 1.0]);
    p.replay(x.clone()).unwrap();
    x = x * 5.0;
    let b = p.replay(x.clone()).unwrap();
    drop(x);
    let backup = Tensor::<2>::ones([64, 64], &flex()) * 7.0;
    let c = p.replay(row([2.0, 2.0])).unwrap();
    assert_eq!([a, b, c].map(|t| floats(&t)[0]), [3.0, 15.0, 6.0]);
    assert!(bools(&backup.equal_scalar(7.0).all())[0]);
}

#[capture_program]
fn in_place(x: Tensor<1>) -> Tensor<1> {
    (x + 1.0) * 2.0
}

/// Case 43 is about device graphs, which this build has none of: the value must be right in any case.
#[test]
fn case_43_the_first_replay_of_a_process_is_right() {
    let mut session = in_place::on(&flex()).unwrap();
    let y = session.replay(Tensor::zeros([1 << 16], &flex())).unwrap();
    assert!(floats(&y).iter().all(|value| *value == 2.0));
}

#[capture_program]
fn accumulate(s: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    *s = s.clone() + x;
    s.clone()
}

#[test]
fn case_45_one_tensor_as_state_and_input() {
    let t = row([1.0]);
    let mut p = accumulate::on(&flex(), t.clone()).unwrap();
    assert_eq!(floats(&p.replay(t.clone()).unwrap()), [2.0]);
    assert_eq!(floats(&p.replay(t.clone()).unwrap()), [3.0]);
    assert_eq!(floats(&t), [1.0]);
}

#[capture_program]
fn inner(x: Tensor<1>) -> Tensor<1> {
    x * 3.0
}

#[capture_program]
fn outer(x: Tensor<1>) -> Tensor<1> {
    inner(x) + 5.0
}

#[test]
fn case_47_programs_nest_and_captures_are_concurrent() {
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                assert_eq!(
                    outer::capture(TensorSpec::float([1]))
                        .unwrap()
                        .operations()
                        .len(),
                    2
                );
                let mut session = outer::on(&flex()).unwrap();
                assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [8.0]);
            });
        }
    });
}
