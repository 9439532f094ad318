//! Other forms of changing signatures, optimizers, nesting and syntax (classes 10, 11, 12 and 15 of the reports).

use crate::common::{
    Mlp, Numbers, assert_same, assert_same_module, flex, floats, row, tensors, training,
};
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::FloatDType;
use capture_runtime::prelude::*;

#[derive(ProgramInput, Clone)]
struct Batch {
    images: Tensor<2>,
    weights: Option<Tensor<1>>,
    extra: Vec<(Tensor<1>, Tensor<1, Bool>)>,
}

impl Batch {
    fn new(rows: usize) -> Self {
        Self {
            images: Tensor::ones([rows, 2], &flex()),
            weights: None,
            extra: Vec::new(),
        }
    }
}

#[capture_program(recapture = "deny")]
fn strict(s: &mut Tensor<1>, batch: Batch) -> Tensor<1> {
    let mut sum = batch.images.sum();
    if let Some(weights) = batch.weights {
        sum = sum * weights.mean();
    }
    for (value, mask) in batch.extra {
        sum = sum + value.mask_fill(mask, 0.0).sum();
    }
    *s = s.clone() + sum;
    s.clone().sum()
}

#[test]
fn class_10_signatures_that_change() {
    let mut session = strict::on(&flex(), row([0.0])).unwrap();
    session.replay(Batch::new(2)).unwrap();
    let extra = || (row([1.0]), row([1.0]).is_nan());
    let double = Batch::new(2).images.cast(FloatDType::F64);
    let changes = [
        (
            Batch::new(3),
            "`batch.images` was captured as f32[2, 2], given f32[3, 2]",
        ),
        (
            Batch {
                images: double,
                ..Batch::new(2)
            },
            "`batch.images` was captured as f32[2, 2], given f64[2, 2]",
        ),
        (
            Batch {
                weights: Some(row([2.0])),
                ..Batch::new(2)
            },
            "`batch.weights` was captured as `None`, given `Some`",
        ),
        (
            Batch {
                extra: vec![extra()],
                ..Batch::new(2)
            },
            "`batch.extra` was captured as 0 elements, given 1 elements",
        ),
    ];
    for (batch, words) in changes {
        let error = session.replay(batch).unwrap_err();
        assert_eq!(error.code(), "CR0201");
        assert!(error.to_string().contains(words), "{error}");
    }
    session.set_state(row([0.0, 0.0])).unwrap();
    let text = session.replay(Batch::new(2)).unwrap_err().to_string();
    assert!(text.contains("the weights or the state"), "{text}");
    session.set_state(row([4.0])).unwrap();
    assert_eq!(floats(&session.replay(Batch::new(2)).unwrap()), [8.0]);
}

/// Two batches, one step: gradients are added before the optimizer sees them.
#[capture_program]
fn accumulated(model: &mut Mlp, optim: &mut AdamW, a: Tensor<2>, b: Tensor<2>) -> Tensor<1> {
    let mut total = Tensor::zeros([1], &a.device());
    for x in [a, b] {
        total = total + model.forward(x).square().mean() / 2.0;
    }
    let grads = GradientsParams::from_grads(total.backward(), model);
    optim.step(1e-2, model, grads);
    total
}

/// Each layer with an optimizer and a rate of its own.
#[capture_program]
fn two_optimizers(
    model: &mut Mlp,
    slow: &mut Sgd,
    fast: &mut Adam,
    x: Tensor<2>,
    #[live] rates: f64,
) -> Tensor<1> {
    let loss = model.forward(x).square().mean();
    let mut grads = loss.backward();
    let hidden = GradientsParams::from_module(&mut grads, &model.hidden);
    let output = GradientsParams::from_module(&mut grads, &model.output);
    slow.step(rates * 0.1, &mut model.hidden, hidden);
    fast.step(rates, &mut model.output, output);
    loss
}

/// The norm of the gradients is a result; every second layer is left alone.
#[capture_program]
fn half_frozen(model: &mut Mlp, optim: &mut Sgd, x: Tensor<2>) -> Tensor<1> {
    let loss = model.forward(x).square().mean();
    let grads = loss.backward();
    let norm = model
        .output
        .weight
        .val()
        .grad(&grads)
        .map(|grad| grad.square().sum().sqrt());
    let grads = GradientsParams::from_grads(grads, &model.output);
    optim.step(0.1, &mut model.output, grads);
    norm.unwrap()
}

fn split(model: &Mlp, loss: Tensor<1>) -> GradientsParams {
    GradientsParams::from_grads(loss.backward(), model)
}

#[capture_program]
fn gradients_in_a_closure(model: &mut Mlp, optim: &mut Sgd, x: Tensor<2>) {
    let before = model.forward(x.clone()).sum();
    let _ = before.backward();
    let grads = [x].map(|x| split(model, model.forward(x).sum()));
    for grads in grads {
        optim.step(0.1, model, grads);
    }
}

#[test]
fn class_11_optimizers_and_gradients() {
    let mut numbers = Numbers::new(5);
    let mut batch = || -> Tensor<2> { numbers.tensor([3, 5], &flex()) };

    let (mut model, mut optim) = (Mlp::new(&training()), AdamWConfig::new().init());
    let mut session = accumulated::on(&flex(), model.clone(), optim.clone()).unwrap();
    for _ in 0..3 {
        let (a, b) = (batch(), batch());
        let replayed = session.replay(a.clone(), b.clone()).unwrap();
        let eager = accumulated(&mut model, &mut optim, a.autodiff(), b.autodiff());
        assert_same(&replayed, &eager.inner(), "accumulated");
    }
    assert_same_module(&session.into_state().0, &model, "accumulated");

    let mut model = Mlp::new(&training());
    let (mut slow, mut fast) = (SgdConfig::new().init(), AdamConfig::new().init());
    let mut session =
        two_optimizers::on(&flex(), model.clone(), slow.clone(), fast.clone()).unwrap();
    for step in 0..3 {
        let (x, rate) = (batch(), 0.1 / (step + 1) as f64);
        let replayed = session.replay(x.clone(), rate).unwrap();
        let eager = two_optimizers(&mut model, &mut slow, &mut fast, x.autodiff(), rate);
        assert_same(&replayed, &eager.inner(), "two optimizers");
    }
    assert_same_module(&session.into_state().0, &model, "two optimizers");

    let (mut model, mut optim) = (Mlp::new(&training()), SgdConfig::new().init());
    let hidden = tensors(&model.hidden);
    let mut session = half_frozen::on(&flex(), model.clone(), optim.clone()).unwrap();
    for _ in 0..2 {
        let x = batch();
        let replayed = session.replay(x.clone()).unwrap();
        let eager = half_frozen(&mut model, &mut optim, x.autodiff());
        assert_same(&replayed, &eager, "a norm");
    }
    let trained = session.into_state().0;
    assert_same_module(&trained, &model, "half frozen");
    assert_eq!(tensors(&trained.hidden), hidden);

    let (model, optim) = (Mlp::new(&training()), SgdConfig::new().init());
    let error =
        gradients_in_a_closure::capture(&model, &optim, TensorSpec::float([3, 5])).unwrap_err();
    assert_eq!(error.code(), "CR0104", "{error}");
}

#[capture_program]
fn triple(x: Tensor<1>) -> Tensor<1> {
    x * 3.0
}

#[capture_program]
fn tower(x: Tensor<1>, #[frozen] floors: usize) -> Tensor<1> {
    match floors {
        0 => x,
        _ => tower(triple(x) + 1.0, floors - 1),
    }
}

/// A function that goes by another name.
use triple as thrice;

impl Mlp {
    #[capture_program]
    fn outputs(&self, x: Tensor<2>) -> Tensor<2> {
        self.forward(x) + 1.0
    }
}

#[capture_program]
fn uses_a_method(model: &Mlp, x: Tensor<2>, #[live] by: f32) -> Tensor<1> {
    let y = model.outputs(x) * by;
    let sums = y.sum_dim(1).squeeze_dim(1);
    thrice(sums)
}

fn replays(x: Tensor<1>) -> Tensor<1> {
    let mut session = triple::on(&flex()).unwrap();
    session.replay(x).unwrap_or_else(|error| panic!("{error}"))
}

#[capture_program]
fn replays_in_a_helper(x: Tensor<1>) -> Tensor<1> {
    let y = replays(x);
    y + 1.0
}

fn counted_operations() -> usize {
    triple::capture(TensorSpec::float([1]))
        .unwrap()
        .operations()
        .len()
}

#[capture_program]
fn captures_in_a_helper(x: Tensor<1>) -> Tensor<1> {
    let n = counted_operations();
    x + n as f32
}

#[test]
fn class_12_programs_inside_programs() {
    let mut session = tower::on(&flex(), 3).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [40.0]);
    assert_eq!(session.report().operations, 6);
    let model = Mlp::new(&flex());
    let x: Tensor<2> = Numbers::new(2).tensor([4, 5], &flex());
    let mut session = uses_a_method::on(&flex(), model.clone()).unwrap();
    let replayed = session.replay(x.clone(), 0.5).unwrap();
    assert_same(&replayed, &uses_a_method(&model, x, 0.5), "a method inside");
    let mut session = captures_in_a_helper::on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [2.0]);
    let error = replays_in_a_helper::capture(TensorSpec::float([1])).unwrap_err();
    assert_eq!(error.code(), "CR0110");
    let text = error.to_string();
    assert!(text.contains("`x` of `triple` is a placeholder"), "{text}");
    assert!(text.contains("= help: call the function itself"), "{text}");
}

/// Every kind of pattern and block that Rust has, around three operations.
#[capture_program]
fn unusual_syntax<const N: usize>(
    (a, [b, .., c]): (Tensor<1>, [Tensor<1>; 3]),
    r#type: Tensor<1>,
    _unused: Tensor<1>,
    #[frozen] r#loop: usize,
) -> Tensor<1> {
    /// A function of the body.
    fn halved(x: Tensor<1>) -> Tensor<1> {
        x / 2.0
    }
    const TWICE: f32 = 2.0;
    let Some(first) = [a].into_iter().next() else {
        unreachable!("there is one")
    };
    let sum @ Tensor { .. } = 'sum: {
        if N == 0 {
            break 'sum first;
        }
        let b = |c: Tensor<1>| first.clone() + b.clone() * c;
        b(c)
    };
    let r#type = match r#loop {
        n @ 1..=3 if n != 2 => r#type * n as f32,
        0 | 2 => r#type,
        _ => halved(r#type),
    };
    let mut x = sum;
    'outer: for i in 0.. {
        for j in 0..3 {
            x = x * TWICE;
            if i == N {
                break 'outer;
            }
            if i == j {
                continue 'outer;
            }
        }
    }
    x + r#type
}

/// A function that a macro writes.
macro_rules! written {
    ($name:ident($($arg:ident),*) = $body:expr) => {
        #[capture_program]
        fn $name($($arg: Tensor<1>),*) -> Tensor<1> {
            let result = $body;
            result
        }
    };
}

written!(fused(x, y, z) = x * y + z);

type Row = Tensor<1>;

#[capture_program]
fn through_an_alias(x: Row, #[frozen] how: fn_like::How) -> Row {
    let x: Row = {
        #[allow(unused_variables)]
        let x = ();
        how.clone()
    }
    .apply(x);
    x
}

mod fn_like {
    use super::Row;

    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub(super) enum How {
        Exp,
        Twice(Box<How>),
    }

    impl How {
        pub(super) fn apply(&self, x: Row) -> Row {
            match self {
                Self::Exp => x.exp(),
                Self::Twice(how) => how.apply(how.apply(x)),
            }
        }
    }
}

#[test]
fn class_15_syntax() {
    for n in [0, 1, 2, 4] {
        let inputs = || (row([1.0]), [row([2.0]), row([100.0]), row([3.0])]);
        let mut session = unusual_syntax::on::<2>(&flex(), n).unwrap();
        let replayed = session.replay(inputs(), row([8.0]), row([0.0])).unwrap();
        let eager = unusual_syntax::<2>(inputs(), row([8.0]), row([0.0]), n);
        assert_same(&replayed, &eager, &format!("{n}"));
    }
    let mut session = fused::on(&flex()).unwrap();
    let replayed = session.replay(row([2.0]), row([3.0]), row([4.0])).unwrap();
    assert_eq!(floats(&replayed), [10.0]);
    let how = fn_like::How::Twice(Box::new(fn_like::How::Exp));
    let mut session = through_an_alias::on(&flex(), how.clone()).unwrap();
    let x = row([0.25]);
    assert_same(
        &session.replay(x.clone()).unwrap(),
        &through_an_alias(x, how),
        "an alias",
    );
}
