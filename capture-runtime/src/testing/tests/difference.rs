use super::*;
use proptest::prelude::*;

fn part(name: &str, data: TensorData) -> Part {
    Part {
        name: name.to_owned(),
        form: format!("{:?}{:?}", data.dtype(), data.shape()),
        data: Some(data),
    }
}

fn floats(values: &[f32]) -> TensorData {
    TensorData::new(values.to_vec(), [values.len()])
}

/// The first difference between two tensors of one name.
fn of(eager: TensorData, replayed: TensorData) -> Option<Difference> {
    first(&[part("x", eager)], &[part("x", replayed)])
}

proptest! {
    /// A value is equal to itself, whatever its bits, and a flipped bit is found where it is.
    #[test]
    fn one_bit_is_found(
        bits in prop::collection::vec(any::<u32>(), 1..40),
        at in any::<prop::sample::Index>(),
        bit in 0u32..32,
    ) {
        let values: Vec<f32> = bits.iter().map(|bits| f32::from_bits(*bits)).collect();
        prop_assert_eq!(of(floats(&values), floats(&values)), None);
        let at = at.index(values.len());
        let mut other = values.clone();
        other[at] = f32::from_bits(bits[at] ^ (1 << bit));
        let found = of(floats(&values), floats(&other));
        if values[at].is_nan() && other[at].is_nan() {
            prop_assert_eq!(found, None);
        } else {
            let is_there = matches!(&found, Some(Difference::Element { index, differing: 1, .. }) if *index == [at]);
            prop_assert!(is_there, "{:?}", found);
        }
    }

    /// The index of an element is its position, row by row.
    #[test]
    fn an_index_is_a_position(rows in 1usize..5, columns in 1usize..5, depth in 1usize..5, at in any::<prop::sample::Index>()) {
        let at = at.index(rows * columns * depth);
        let index = position(at, &[rows, columns, depth]);
        prop_assert_eq!((index[0] * columns + index[1]) * depth + index[2], at);
    }
}

#[test]
fn zeros_of_two_signs_differ_and_all_nans_are_one() {
    let nan = f32::from_bits(0x7fc0_0001);
    assert_eq!(of(floats(&[f32::NAN]), floats(&[-nan])), None);
    let zeros = of(floats(&[f32::NAN, 0.0]), floats(&[nan, -0.0]));
    let (eager, replayed) = ("0.0".to_owned(), "-0.0".to_owned());
    let (index, differing, elements) = (vec![1], 1, 2);
    let name = "x".to_owned();
    assert_eq!(
        zeros,
        Some(Difference::Element {
            name,
            index,
            eager,
            replayed,
            differing,
            elements
        })
    );
}

#[test]
fn ints_and_bools_are_compared() {
    let text = |difference: Option<Difference>| difference.map(|it| it.to_string());
    let ints = |values: [i64; 2]| TensorData::from(values);
    assert_eq!(of(ints([1, 2]), ints([1, 2])), None);
    assert_eq!(
        text(of(ints([1, i64::MAX]), ints([1, i64::MAX - 1]))).as_deref(),
        Some(
            " = `x` first differs at [1]: 9223372036854775807 eagerly, 9223372036854775806 replayed; 1 of 2 elements differ"
        )
    );
    let bools = |values: [bool; 2]| TensorData::from(values);
    assert_eq!(
        text(of(bools([true, false]), bools([false, true]))).as_deref(),
        Some(" = `x` first differs at [0]: true eagerly, false replayed; 2 of 2 elements differ")
    );
}

#[test]
fn parts_that_only_one_has_are_named() {
    let [x, y] = ["x", "y"].map(|name| part(name, floats(&[1.0])));
    let both = [x.clone(), y.clone()];
    assert_eq!(first(&both, &[y.clone(), x.clone()]), None, "in any order");
    assert_eq!(
        first(&both, &both[..1]).map(|it| it.to_string()).as_deref(),
        Some(" = `y` is in the eager value, and not in the replayed one")
    );
    assert_eq!(
        first(&[x], &both).map(|it| it.to_string()).as_deref(),
        Some(" = `y` is in the replayed value, and not in the eager one")
    );
    let longer = of(floats(&[1.0]), floats(&[1.0, 2.0]));
    assert!(
        matches!(longer, Some(Difference::Form { .. })),
        "{longer:?}"
    );
}
