//! Other forms of buffers that are shared, written in place or uploaded (classes 2, 6 and 14 of the reports): all are values here.

use crate::common::{
    Mlp, Numbers, assert_same, assert_same_module, flex, floats, ints, row, training,
};
use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn add_one(x: Tensor<1>) -> Tensor<1> {
    x + 1.0
}

#[capture_program]
fn views_of_state(s: &mut Tensor<2>, x: Tensor<2>) -> (Tensor<1>, Tensor<2>, Tensor<2>) {
    *s = s.clone() + x;
    let first: Tensor<1> = s.clone().slice([0..1, 0..2]).reshape([-1]);
    (first, s.clone().transpose(), s.clone())
}

#[capture_program]
fn before_and_after(s: &mut Tensor<1>, x: Tensor<1>) -> [Tensor<1>; 2] {
    let before = s.clone();
    *s = s.clone().slice_assign(0..1, x);
    [before, s.clone()]
}

#[capture_program]
fn swaps(a: &mut Tensor<1>, b: &mut Tensor<1>) -> Tensor<1> {
    core::mem::swap(a, b);
    a.clone()
}

#[capture_program]
fn rotates(ring: &mut [Tensor<1>; 3], x: Tensor<1>) -> Tensor<1> {
    ring.rotate_left(1);
    ring[2] = x;
    ring.iter().cloned().reduce(|a, b| a + b).unwrap()
}

#[test]
fn class_2_results_and_states_that_share_buffers() {
    let mut f = add_one::on(&flex()).unwrap();
    let mut g = add_one::on(&flex()).unwrap();
    let first = f.replay(row([1.0])).unwrap();
    let chained = g.replay(first.clone()).unwrap();
    let itself = f.replay(chained.clone()).unwrap();
    let again = f.replay(first.clone()).unwrap();
    let all = [first, chained, itself, again].map(|t| floats(&t)[0]);
    assert_eq!(all, [2.0, 3.0, 4.0, 3.0]);

    let mut session = views_of_state::on(&flex(), Tensor::zeros([2, 2], &flex())).unwrap();
    let x = Tensor::<2>::from_floats([[1.0, 2.0], [3.0, 4.0]], &flex());
    let kept: Vec<_> = (0..3).map(|_| session.replay(x.clone()).unwrap()).collect();
    for (i, (first, transposed, whole)) in kept.iter().enumerate() {
        let n = (i + 1) as f32;
        assert_eq!(floats(first), [n, 2.0 * n]);
        assert_eq!(floats(transposed), [n, 3.0 * n, 2.0 * n, 4.0 * n]);
        assert_eq!(floats(whole), [n, 2.0 * n, 3.0 * n, 4.0 * n]);
    }

    let mut session = before_and_after::on(&flex(), row([0.0, 9.0])).unwrap();
    let taken = session.state();
    let steps = [1.0, 2.0].map(|x| session.replay(row([x])).unwrap());
    assert_eq!(steps[0].each_ref().map(floats), [[0.0, 9.0], [1.0, 9.0]]);
    assert_eq!(steps[1].each_ref().map(floats), [[1.0, 9.0], [2.0, 9.0]]);
    assert_eq!(floats(&taken), [0.0, 9.0], "a copy that was taken stays");
}

#[test]
fn class_2_states_that_trade_places() {
    let mut session = swaps::on(&flex(), row([1.0]), row([2.0])).unwrap();
    let seen: Vec<f32> = (0..3)
        .map(|_| floats(&session.replay().unwrap())[0])
        .collect();
    assert_eq!(seen, [2.0, 1.0, 2.0]);
    let (a, b) = session.into_state();
    assert_eq!((floats(&a), floats(&b)), (vec![2.0], vec![1.0]));

    let ring = [row([1.0]), row([2.0]), row([4.0])];
    let mut session = rotates::on(&flex(), ring).unwrap();
    let sums = [8.0, 16.0, 32.0].map(|x| floats(&session.replay(row([x])).unwrap())[0]);
    assert_eq!(sums, [14.0, 28.0, 56.0]);
}

#[capture_program]
fn descend(model: &mut Mlp, optim: &mut Sgd, x: Tensor<2>) -> Tensor<1> {
    let loss = model.forward(x).square().mean();
    let grads = burn::optim::GradientsParams::from_grads(loss.backward(), model);
    optim.step(0.1, model, grads);
    loss
}

#[test]
fn class_2_sessions_started_from_one_module_do_not_meet() {
    let model = Mlp::new(&training());
    let before = crate::common::tensors(&model);
    let start = || descend::on(&flex(), model.clone(), SgdConfig::new().init()).unwrap();
    let (mut one, mut two) = (start(), start());
    let x = Numbers::new(3).tensor([4, 5], &flex());
    for _ in 0..3 {
        one.replay(x.clone()).unwrap();
    }
    assert_eq!(crate::common::tensors(&two.state().0), before);
    assert_eq!(crate::common::tensors(&model), before);
    for _ in 0..3 {
        two.replay(x.clone()).unwrap();
    }
    assert_same_module(&one.state().0, &two.state().0, "the same three steps");
}

#[capture_program]
fn constants_in_a_loop(x: Tensor<1>, #[frozen] factors: Vec<i32>) -> Tensor<1> {
    let mut sum = x.zeros_like();
    for factor in &factors {
        let factor = Tensor::<1>::from_data([*factor as f32], &x.device());
        sum = sum + x.clone() * factor;
    }
    sum
}

#[capture_program]
fn one_hot_by_comparison(labels: Tensor<1, Int>, #[frozen] classes: usize) -> Tensor<2, Int> {
    let [batch] = labels.dims();
    let columns = Tensor::<1, Int>::arange(0..classes as i64, &labels.device());
    let columns = columns.unsqueeze::<2>().expand([batch, classes]);
    labels
        .unsqueeze_dim::<2>(1)
        .expand([batch, classes])
        .equal(columns)
        .int()
}

#[capture_program]
fn table_of_host_data(x: Tensor<1, Int>) -> Tensor<1> {
    let squares: Vec<f32> = (0..5).map(|i| (i * i) as f32).collect();
    let table = Tensor::<1>::from_data(TensorData::new(squares, [5]), &x.device());
    table.clone().select(0, x) + table.mean()
}

#[test]
fn class_6_uploads_become_constants_that_survive_every_replay() {
    let mut session = constants_in_a_loop::on(&flex(), vec![1, 2, 4]).unwrap();
    for _ in 0..3 {
        assert_eq!(
            floats(&session.replay(row([1.0, -1.0])).unwrap()),
            [7.0, -7.0]
        );
    }
    session.set_frozen(vec![]);
    assert_eq!(
        floats(&session.replay(row([1.0, -1.0])).unwrap()),
        [0.0, 0.0]
    );

    let mut session = one_hot_by_comparison::on(&flex(), 3).unwrap();
    for labels in [[0, 2], [1, 1], [2, 7]] {
        let labels = Tensor::<1, Int>::from_ints(labels, &flex());
        let replayed = session.replay(labels.clone()).unwrap();
        assert_same(&replayed, &one_hot_by_comparison(labels, 3), "one hot");
    }

    let mut session = table_of_host_data::on(&flex()).unwrap();
    for _ in 0..3 {
        let x = Tensor::<1, Int>::from_ints([4, 0], &flex());
        assert_eq!(floats(&session.replay(x).unwrap()), [22.0, 6.0]);
    }
}

#[capture_program]
fn overwrites(mut x: Tensor<1>, y: Tensor<1>) -> Tensor<1> {
    x = x.slice_fill(0..1, -1.0);
    x = x * 2.0;
    x + y
}

#[capture_program]
fn accumulates(s: &mut Tensor<1, Int>, x: Tensor<1, Int>) -> Tensor<1, Int> {
    *s = s.clone() + x.clone() + x;
    s.clone()
}

#[test]
fn class_14_inputs_stay_and_steps_count_once() {
    let x = row([1.0, 2.0]);
    let mut session = overwrites::on(&flex()).unwrap();
    for _ in 0..2 {
        let y = session.replay(x.clone(), x.clone()).unwrap();
        assert_eq!(floats(&y), [-1.0, 6.0]);
    }
    assert_eq!(
        floats(&x),
        [1.0, 2.0],
        "one tensor given twice stays as it is"
    );
    // The only handle: the session may use the buffer, and the value is the same.
    assert_eq!(
        floats(&session.replay(row([1.0, 2.0]), row([0.0, 0.0])).unwrap()),
        [-2.0, 4.0]
    );

    let one = || Tensor::<1, Int>::from_ints([1], &flex());
    let start = one();
    let mut session = accumulates::on(&flex(), start.clone()).unwrap();
    session.warm_up(one()).unwrap();
    session.warm_up(start.clone()).unwrap();
    assert_eq!(ints(&session.state()), [1], "nothing runs to warm up");
    // The state's own buffer as an argument.
    assert_eq!(ints(&session.replay(start.clone()).unwrap()), [3]);
    let shared = session.state();
    assert_eq!(ints(&session.replay(shared).unwrap()), [9]);
    assert_eq!(ints(&start), [1]);
}
