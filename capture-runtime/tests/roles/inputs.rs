//! Everything that can be an input: tensors of every kind, tuples, arrays, `Vec`, `Option`, structs that derive `ProgramInput`.

use crate::common::{flex, floats, ints, row};
use burn::prelude::*;
use capture_runtime::prelude::*;

#[derive(ProgramInput, Clone)]
struct Batch {
    features: Tensor<2>,
    labels: Tensor<1, Int>,
    mask: Option<Tensor<1, Bool>>,
}

#[derive(ProgramInput, Clone)]
struct Pair(Tensor<1>, Vec<Tensor<1>>);

#[derive(ProgramInput, Clone)]
struct Wrapped<T: ProgramInput> {
    inner: T,
    scale: Tensor<1>,
}

#[derive(ProgramInput, Clone)]
struct Empty;

#[derive(ProgramInput, Clone)]
struct Sized<const D: usize> {
    tensor: Tensor<D>,
}

#[capture_program]
fn batch_sum(batch: Batch) -> (Tensor<1>, Tensor<1, Int>) {
    let Batch {
        features,
        labels,
        mask,
    } = batch;
    let mut rows = features.sum_dim(1).reshape([-1]);
    if let Some(mask) = mask {
        rows = rows.mask_fill(mask, 0.0);
    }
    (rows, labels + 1)
}

#[capture_program]
fn pair_sum(pair: Pair) -> Tensor<1> {
    let Pair(first, rest) = pair;
    rest.into_iter().fold(first, |a, b| a + b)
}

#[capture_program]
fn wrapped(w: Wrapped<(Tensor<1>, [Tensor<1>; 2])>, _empty: Empty) -> Tensor<1> {
    let Wrapped {
        inner: (a, [b, c]),
        scale,
    } = w;
    (a + b - c) * scale
}

#[capture_program]
fn generic<T: ProgramInput + Into<Tensor<1>>>(value: T, by: Tensor<1>) -> Tensor<1> {
    let tensor: Tensor<1> = value.into();
    tensor * by
}

impl From<Sized<1>> for Tensor<1> {
    fn from(sized: Sized<1>) -> Self {
        sized.tensor
    }
}

#[capture_program]
fn rank<const D: usize>(sized: Sized<D>, #[frozen] by: f32) -> Tensor<D> {
    sized.tensor * by
}

#[capture_program]
fn nested(xs: Vec<(Tensor<1>, Option<[Tensor<1>; 2]>)>) -> Vec<Tensor<1>> {
    let add = |(x, pair): (Tensor<1>, Option<[Tensor<1>; 2]>)| match pair {
        Some([a, b]) => x + a * b,
        None => x,
    };
    xs.into_iter().map(add).collect()
}

#[capture_program]
fn kinds(
    f: Tensor<3>,
    i: Tensor<1, Int>,
    b: Tensor<1, Bool>,
) -> (Tensor<3>, Tensor<1, Int>, Tensor<1, Bool>) {
    (f + 1.0, i * 2, b.bool_not())
}

#[capture_program]
fn pattern((a, b): (Tensor<1>, Tensor<1>), [c, d]: [Tensor<1>; 2]) -> Tensor<1> {
    a + b * c - d
}

#[test]
fn structs_with_named_fields() {
    let batch = |mask: Option<[bool; 2]>| Batch {
        features: Tensor::from_floats([[1.0, 2.0], [3.0, 4.0]], &flex()),
        labels: Tensor::from_ints([7, 8], &flex()),
        mask: mask.map(|mask| Tensor::from_data(mask, &flex())),
    };
    let mut session = batch_sum::on(&flex()).unwrap();
    let (rows, labels) = session.replay(batch(None)).unwrap();
    assert_eq!((floats(&rows), ints(&labels)), (vec![3.0, 7.0], vec![8, 9]));
    let (rows, _) = session.replay(batch(Some([false, true]))).unwrap();
    assert_eq!(floats(&rows), [3.0, 0.0]);
    let program = session.program().unwrap();
    let names: Vec<_> = program
        .signature()
        .bindings()
        .iter()
        .map(|b| b.name.as_str())
        .collect();
    assert_eq!(names, ["batch.features", "batch.labels", "batch.mask"]);
}

#[test]
fn specs_of_structs_have_the_same_fields() {
    let spec = BatchSpec {
        features: TensorSpec::float([2, 2]),
        labels: TensorSpec::int([2]),
        mask: Some(TensorSpec::bool([2])),
    };
    let program = batch_sum::capture(spec.clone()).unwrap();
    assert!(program.to_string().contains("batch.mask"), "{program}");
    let without = batch_sum::capture(BatchSpec { mask: None, ..spec }).unwrap();
    assert!(without.operations().len() < program.operations().len());
    let pair = PairSpec(TensorSpec::float([1]), vec![TensorSpec::float([1]); 3]);
    assert_eq!(pair_sum::capture(pair).unwrap().operations().len(), 3);
}

#[test]
fn tuple_structs_generics_and_units() {
    let mut session = pair_sum::on(&flex()).unwrap();
    let pair = Pair(row([1.0]), vec![row([2.0]), row([3.0])]);
    assert_eq!(floats(&session.replay(pair).unwrap()), [6.0]);

    let mut session = wrapped::on(&flex()).unwrap();
    let inner = (row([1.0]), [row([2.0]), row([0.5])]);
    let value = Wrapped {
        inner,
        scale: row([10.0]),
    };
    assert_eq!(
        floats(&session.replay(value.clone(), Empty).unwrap()),
        floats(&wrapped(value, Empty))
    );

    let mut session = generic::on::<Sized<1>>(&flex()).unwrap();
    let sized = Sized { tensor: row([3.0]) };
    assert_eq!(floats(&session.replay(sized, row([2.0])).unwrap()), [6.0]);
    let mut session = generic::on::<Tensor<1>>(&flex()).unwrap();
    assert_eq!(
        floats(&session.replay(row([4.0]), row([2.0])).unwrap()),
        [8.0]
    );

    let mut session = rank::on::<3>(&flex(), 2.0).unwrap();
    let sized = Sized {
        tensor: Tensor::<3>::ones([1, 2, 1], &flex()),
    };
    assert_eq!(floats(&session.replay(sized).unwrap()), [2.0, 2.0]);
}

#[test]
fn containers_in_containers() {
    let mut session = nested::on(&flex()).unwrap();
    let out = session
        .replay(vec![
            (row([1.0]), None),
            (row([1.0]), Some([row([2.0]), row([3.0])])),
        ])
        .unwrap();
    assert_eq!(
        out.iter().map(|t| floats(t)[0]).collect::<Vec<_>>(),
        [1.0, 7.0]
    );
    let out = session
        .replay(vec![
            (row([1.0]), Some([row([2.0]), row([3.0])])),
            (row([1.0]), None),
        ])
        .unwrap();
    assert_eq!(
        out.iter().map(|t| floats(t)[0]).collect::<Vec<_>>(),
        [7.0, 1.0]
    );
    assert_eq!(session.report().captures, 2);
    assert!(session.replay(Vec::new()).unwrap().is_empty());
}

#[test]
fn every_kind_of_tensor_and_patterns() {
    let mut session = kinds::on(&flex()).unwrap();
    let b = Tensor::<1, Bool>::from_data([true, false], &flex());
    let (f, i, b) = session
        .replay(
            Tensor::zeros([1, 2, 1], &flex()),
            Tensor::from_ints([3], &flex()),
            b,
        )
        .unwrap();
    assert_eq!(
        (floats(&f), ints(&i), crate::common::bools(&b)),
        (vec![1.0, 1.0], vec![6], vec![false, true])
    );

    let mut session = pattern::on(&flex()).unwrap();
    let t = |v: f32| row([v]);
    assert_eq!(
        floats(&session.replay((t(1.0), t(2.0)), [t(3.0), t(4.0)]).unwrap()),
        [3.0]
    );
}
