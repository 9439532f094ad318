//! Containers of specs, live numbers of every type, frozen values, patterns, and every kind of result.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[derive(ProgramInput)]
struct Batch {
    features: Tensor<2>,
    labels: Tensor<1, Int>,
    mask: Option<Tensor<1, Bool>>,
}

#[derive(ProgramOutput)]
struct Scores {
    first: Tensor<1>,
    rest: Vec<Tensor<2>>,
    none: Option<Tensor<1>>,
}

#[capture_program(
    test,
    document = "tests/generated/programs",
    example(
        batch = BatchSpec {
            features: TensorSpec::float([3, 2]).within(0.5..2.0),
            labels: TensorSpec::int([3]).within(-4..=4),
            mask: Some(TensorSpec::bool([3])),
        },
        pair = (TensorSpec::float([3, 2]), [TensorSpec::float([3, 2]), TensorSpec::float([1, 2])]),
        many = vec![TensorSpec::float([2, 2]), TensorSpec::float([4, 2])],
        none = None,
        arg4 = [TensorSpec::float([1]), TensorSpec::float([1])],
    )
)]
fn containers(
    batch: Batch,
    pair: (Tensor<2>, [Tensor<2>; 2]),
    many: Vec<Tensor<2>>,
    none: Option<Tensor<1>>,
    [mut low, high]: [Tensor<1>; 2],
) -> (Scores, [Tensor<1, Int>; 2], Tensor<1, Bool>) {
    let Batch {
        features,
        labels,
        mask,
    } = batch;
    let (single, [full, row]) = pair;
    low = low + high;
    let mask = mask.unwrap_or_else(|| labels.clone().greater_elem(0));
    let scores = Scores {
        first: features.log().sum_dim(1).reshape([3]) * low,
        rest: many.into_iter().map(|x| x * row.clone()).collect(),
        none,
    };
    let sums = (single - full).sum().greater_elem(0.0).int();
    (scores, [labels * 2, sums], mask.bool_not())
}

#[capture_program(
    test,
    document = "tests/generated/programs",
    example(
        x = TensorSpec::float([4]),
        shift = 3,
        factors = vec![0.5, 2.0],
        name = "shifted".to_owned(),
        r#type = TensorSpec::with_dtype([4], burn::tensor::DType::F64),
    )
)]
#[allow(clippy::too_many_arguments)] // one of every type
fn numbers(
    x: Tensor<1>,
    #[live] scale: f32,
    #[live] rate: f64,
    #[live] shift: i64,
    #[live] count: i32,
    #[live] on: bool,
    #[frozen] factors: &[f32],
    #[frozen] name: &str,
    r#type: Tensor<1>,
) -> (Tensor<1>, Tensor<1>) {
    let mut y = x.mul_scalar(scale).add_scalar(rate);
    for factor in factors {
        y = y * *factor;
    }
    if name == "shifted" {
        y = y.add_scalar(shift as f32).add_scalar(count as f32);
    }
    let zeros = y.zeros_like();
    (select(on, y, zeros), r#type * 2.0)
}

/// Nothing has to be said of a program without inputs.
#[capture_program(test, document = "tests/generated/programs")]
fn nothing_to_say(device: &Device, #[live] scale: f32) -> Tensor<1> {
    Tensor::<1>::ones([3], device).mul_scalar(scale)
}

#[test]
fn an_option_and_a_container_are_what_the_example_says() {
    let page = include_str!("programs/containers.md");
    for binding in ["batch.mask", "pair.1[1]", "many[1]", "arg4[0]"] {
        assert!(page.contains(binding), "{binding} is not in {page}");
    }
}
