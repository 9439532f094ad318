//! Frozen parameters: part of the signature, compared by bits or by `Eq`, with ordinary control flow on them.

use crate::common::{flex, floats, row};
use burn::prelude::*;
use capture_runtime::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Activation {
    Relu,
    Scaled(u8),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Layout {
    sizes: Vec<usize>,
    name: String,
}

#[capture_program]
#[allow(clippy::too_many_arguments, deprecated)] // every type of frozen value
fn everything(
    x: Tensor<1>,
    #[frozen] scale: f32,
    #[frozen] layers: usize,
    #[frozen] negate: bool,
    #[frozen] name: String,
    #[frozen] activation: Activation,
    #[frozen] shift: Option<f64>,
    #[frozen] layout: Layout,
) -> Tensor<1> {
    let mut y = x.mul_scalar(scale);
    for _ in 0..layers {
        y = match activation {
            Activation::Relu => burn::tensor::activation::relu(y),
            Activation::Scaled(by) => y * f32::from(by),
        };
    }
    if negate {
        y = y.neg();
    }
    if let Some(shift) = shift {
        y = y.add_scalar(shift);
    }
    y.add_scalar((name.len() + layout.sizes.len() + layout.name.len()) as f32)
}

fn layout(sizes: &[usize]) -> Layout {
    Layout {
        sizes: sizes.to_vec(),
        name: "l".to_owned(),
    }
}

type All = (f32, usize, bool, String, Activation, Option<f64>, Layout);

fn base() -> All {
    (
        2.0,
        1,
        false,
        "ab".to_owned(),
        Activation::Relu,
        None,
        layout(&[1]),
    )
}

fn with(change: fn(&mut All)) -> All {
    let mut all = base();
    change(&mut all);
    all
}

fn eager(x: Tensor<1>, f: All) -> Vec<f32> {
    floats(&everything(x, f.0, f.1, f.2, f.3, f.4, f.5, f.6))
}

#[test]
fn every_frozen_value_decides() {
    let (a, b, c, d, e, f, g) = base();
    let mut session = everything::on(&flex(), a, b, c, d, e, f, g).unwrap();
    let x = row([-1.0, 3.0]);
    let all = [
        base(),
        with(|f| f.0 = -2.0),
        with(|f| f.1 = 0),
        with(|f| f.2 = true),
        with(|f| f.3 = "abc".to_owned()),
        with(|f| f.4 = Activation::Scaled(3)),
        with(|f| f.4 = Activation::Scaled(4)),
        with(|f| f.5 = Some(0.5)),
    ];
    for (i, frozen) in all.into_iter().enumerate() {
        session.set_frozen(frozen.clone());
        let replayed = floats(&session.replay(x.clone()).unwrap());
        assert_eq!(replayed, eager(x.clone(), frozen), "{i}");
        assert_eq!(session.report().captures, i as u64 + 1);
    }
    session.set_frozen(with(|f| f.6 = layout(&[1, 2])));
    assert_eq!(floats(&session.replay(x.clone()).unwrap()), [5.0, 11.0]);
    session.set_frozen(base());
    session.replay(x).unwrap();
    assert_eq!(
        session.report().captures,
        10,
        "the first one went: eight are kept"
    );
}

#[capture_program]
fn shifted(x: Tensor<1>, #[frozen] by: f32) -> Tensor<1> {
    x.add_scalar(by)
}

#[test]
fn floats_are_compared_by_their_bits() {
    let mut session = shifted::on(&flex(), 0.0).unwrap();
    let mut captures = |value: f32| {
        session.set_frozen(value);
        session.replay(row([1.0])).unwrap();
        session.report().captures
    };
    assert_eq!(captures(0.0), 1);
    assert_eq!(captures(-0.0), 2);
    assert_eq!(captures(f32::NAN), 3);
    assert_eq!(captures(f32::NAN), 3, "a NaN is itself");
    assert_eq!(captures(0.1), 4);
    assert_eq!(captures(f32::from_bits(0.1f32.to_bits() + 1)), 5);
}

#[test]
fn the_program_lists_its_frozen_values() {
    let program = shifted::capture(TensorSpec::float([1]), 0.25).unwrap();
    assert_eq!(
        program.signature().frozen(),
        [("by".to_owned(), "0.25".to_owned())]
    );
    assert!(
        program.to_string().contains("frozen   by = 0.25"),
        "{program}"
    );
}

#[capture_program]
fn decode(kv: &mut Tensor<2>, k: Tensor<2>, #[frozen] pos: usize) -> Tensor<2> {
    *kv = kv.clone().slice_assign([pos..pos + 1, 0..2], k);
    kv.clone()
}

#[test]
fn a_frozen_position_writes_where_it_says() {
    let mut session = decode::on(&flex(), Tensor::zeros([3, 2], &flex()), 0).unwrap();
    for pos in 0..3 {
        session.set_frozen(pos);
        let k = Tensor::<2>::ones([1, 2], &flex()) * (pos as f32 + 1.0);
        session.replay(k).unwrap();
    }
    assert_eq!(
        floats(&session.into_state()),
        [1.0, 1.0, 2.0, 2.0, 3.0, 3.0]
    );
}

#[capture_program(recapture = "deny")]
fn containers(
    x: Tensor<1>,
    #[frozen] rates: Vec<f64>,
    #[frozen] pair: (f32, f32),
    #[frozen] fixed: [f32; 2],
    #[frozen] text: &str,
) -> Tensor<1> {
    let mut y = x;
    for rate in rates {
        y = y.mul_scalar(rate);
    }
    y.add_scalar(pair.0 + pair.1 + fixed[0] + fixed[1] + text.len() as f32)
}

#[test]
fn containers_of_floats_and_borrowed_text() {
    let mut session = containers::on(
        &flex(),
        vec![2.0, 3.0],
        (1.0, 2.0),
        [3.0, 4.0],
        "ab".to_owned(),
    )
    .unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [18.0]);
    session.set_frozen((vec![2.0, 4.0], (1.0, 2.0), [3.0, 4.0], "ab".to_owned()));
    let error = session.replay(row([1.0])).unwrap_err().to_string();
    assert!(
        error.contains("`rates` was captured as [2.0, 3.0], given [2.0, 4.0]"),
        "{error}"
    );
    session.set_frozen((vec![2.0, 3.0], (1.0, 2.0), [3.0, 4.0], "ab".to_owned()));
    assert!(session.replay(row([1.0])).is_ok());
}

/// A value that lives as long as the process needs no owner, and a body may hand it on as such.
#[capture_program]
fn labelled(x: Tensor<1>, #[frozen] name: &'static str, #[frozen] by: &'static [f32]) -> Tensor<1> {
    fn kept(name: &'static str) -> usize {
        name.len()
    }
    x * by[0] + kept(name) as f32
}

#[test]
fn references_for_the_process_are_frozen_as_they_are() {
    static BY: [f32; 2] = [3.0, 4.0];
    let x = row([1.0, 2.0]);
    let mut session = labelled::on(&flex(), "ab", &BY).unwrap();
    let replayed = floats(&session.replay(x.clone()).unwrap());
    assert_eq!(replayed, floats(&labelled(x.clone(), "ab", &BY)));
    session.set_frozen(("abcd", &BY[1..]));
    let replayed = floats(&session.replay(x).unwrap());
    assert_eq!(replayed, [8.0, 12.0]);
}
