use super::*;
use crate::TensorSpec;
use burn::tensor::{Bool, Int, Tensor};
use proptest::prelude::*;

type Inputs = (
    Tensor<2>,
    Vec<Tensor<1, Int>>,
    Option<Tensor<1, Bool>>,
    [Tensor<1>; 2],
);

/// The parts of a container of specs.
fn described(spec: &<Inputs as ProgramInput>::Spec) -> Parts {
    let mut parts = Parts::new(Device::flex().settings());
    parts.parameter("x", |parts| Inputs::describe(spec, parts));
    assert_eq!(parts.errors, []);
    parts
}

fn values<T: burn::tensor::Element>(data: &TensorData) -> Vec<T> {
    data.iter::<T>().collect()
}

proptest! {
    /// Any container gets data of its shapes within its ranges, the same for the same seed and step, and other data else.
    #[test]
    fn data_is_what_the_specs_ask_for(
        rows in 1usize..6,
        extents in prop::collection::vec(0usize..5, 0..4),
        present in any::<bool>(),
        least in -100i64..100,
        count in 1i64..50,
        seed in any::<u64>(),
        step in 1usize..100,
    ) {
        let ints = |extent| TensorSpec::int([extent]).within(least..least + count);
        let spec = (
            TensorSpec::float([rows, 7]),
            extents.iter().copied().map(ints).collect::<Vec<_>>(),
            present.then(|| TensorSpec::bool([64])),
            [TensorSpec::float([3]).within(0.0..0.5), TensorSpec::float([3]).within(2..4)],
        );
        let parts = described(&spec);
        let data = draw(&parts, &mut Numbers::of(seed, step));
        prop_assert_eq!(data.len(), 3 + extents.len() + usize::from(present));
        prop_assert!(values::<f32>(&data[0]).iter().all(|value| (-1.0..1.0).contains(value)));
        for (data, extent) in data[1..].iter().zip(&extents) {
            prop_assert_eq!(data.shape().as_slice(), &[*extent]);
            prop_assert!(values::<i64>(data).iter().all(|value| (least..least + count).contains(value)));
        }
        let [.., low, high] = data.as_slice() else { unreachable!() };
        prop_assert!(values::<f32>(low).iter().all(|value| (0.0..0.5).contains(value)));
        prop_assert!(values::<f32>(high).iter().all(|value| (2.0..3.0).contains(value)));
        prop_assert_eq!(&draw(&parts, &mut Numbers::of(seed, step)), &data);
        prop_assert_ne!(&draw(&parts, &mut Numbers::of(seed, step + 1)), &data);
        prop_assert_ne!(&draw(&parts, &mut Numbers::of(seed.wrapping_add(1), step)), &data);

        let device = Device::flex();
        let mut drawn = Drawn::new(&parts, &parts.tokens, &data, &device.clone().autodiff());
        let (x, ys, flags, _) = drawn.input::<Inputs>();
        prop_assert!(x.device().is_autodiff());
        prop_assert_eq!(x.into_data(), data[0].clone());
        prop_assert_eq!(ys.len(), extents.len());
        prop_assert_eq!(flags.is_some(), present);
    }
}

#[test]
fn every_value_of_a_range_comes_up() {
    let mut numbers = Numbers::of(0, 1);
    let mut counts = [0; 6];
    for _ in 0..6000 {
        counts[numbers.int(0, 5) as usize] += 1;
    }
    assert!(
        counts.iter().all(|count| (800..1200).contains(count)),
        "{counts:?}"
    );
    let whole = (i128::from(i64::MIN), i128::from(i64::MAX));
    let ends: Vec<_> = (0..100).map(|_| numbers.int(whole.0, whole.1)).collect();
    assert!(ends.iter().any(|value| *value < 0) && ends.iter().any(|value| *value > 0));
}

#[test]
fn the_end_of_a_range_of_floats_is_not_reached_by_rounding() {
    for dtype in [DType::F16, DType::BF16, DType::F32, DType::F64] {
        let greatest = ((1u64 << digits(dtype)) - 1) as f64 / (1u64 << digits(dtype)) as f64;
        let data = TensorData::new(vec![greatest], [1]).convert_dtype(dtype);
        assert!(values::<f64>(&data)[0] < 1.0, "{dtype:?}");
    }
}

#[test]
fn live_numbers_are_drawn_or_given() {
    let device = Device::flex();
    let mut parts = Parts::new(device.settings());
    let mut inputs = crate::session::Inputs::new(&mut parts, &device);
    inputs.live::<f64>("rate");
    inputs.given::<f32>("scale", 2.5);
    inputs.given::<i64>("offset", i64::MAX);
    inputs.live::<i32>("count");
    inputs.given::<bool>("on", true);
    let mut rates = Vec::new();
    for step in 0..20 {
        let data = draw(&parts, &mut Numbers::of(0, step));
        let mut drawn = Drawn::new(&parts, &[], &data, &device);
        rates.push(drawn.live::<f64>());
        assert_eq!(drawn.live::<f32>(), 2.5);
        assert_eq!(drawn.live::<i64>(), i64::MAX);
        assert!((0..2).contains(&drawn.live::<i32>()));
        assert!(drawn.live::<bool>());
    }
    assert!(
        rates.iter().all(|rate| (0.0..0.1).contains(rate)),
        "{rates:?}"
    );
    rates.dedup();
    assert_eq!(rates.len(), 20, "another number in every step");
}
