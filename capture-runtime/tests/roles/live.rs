//! Live numbers: every operator computes the bits that the host computes, and a number that changes captures nothing.

use crate::common::{flex, floats, ints, row};
use burn::prelude::*;
use burn::tensor::FloatDType;
use capture_runtime::prelude::*;

/// For each expression a program that multiplies it by one, and the test that its bits are the host's.
macro_rules! operators {
    ($test:ident, $ty:ident, $kind:ident, $one:expr, [$($pair:expr),* $(,)?], $($name:ident: |$a:ident, $b:ident| $value:expr;)*) => {
        $(
            #[capture_program]
            #[allow(unused_variables)]
            fn $name(one: Tensor<1, $kind>, #[live] $a: $ty, #[live] $b: $ty) -> Tensor<1, $kind> {
                one.mul_scalar($value)
            }
        )*

        #[test]
        fn $test() {
            let one: Tensor<1, $kind> = $one;
            let pairs: &[($ty, $ty)] = &[$($pair),*];
            let mut wrong = Vec::new();
            $({
                let mut session = $name::on(&flex()).unwrap();
                for &(a, b) in pairs {
                    let replayed = session.replay(one.clone(), a, b).unwrap().to_data();
                    let eager = $name(one.clone(), a, b).to_data();
                    assert_eq!(replayed.dtype(), eager.dtype());
                    if replayed.as_bytes() != eager.as_bytes() {
                        wrong.push(format!("{}({a:?}, {b:?}): {replayed} is not {eager}", stringify!($name)));
                    }
                }
                assert_eq!(session.report().captures, 1);
            })*
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        }
    };
}

operators! {
    doubles, f64, Float, row([1.0]).cast(FloatDType::F64),
    [(0.1, 0.3), (-2.75, 7.5), (1e-300, 3.0), (123456.789, -0.001), (5.5, 5.5), (0.9, 1e10)],
    f64_add: |a, b| a + b;
    f64_sub: |a, b| a - b;
    f64_mul: |a, b| a * b;
    f64_div: |a, b| a / b;
    f64_number_right: |a, b| (a + 0.1) * 3.0 - 0.7 / 1.0;
    f64_number_left: |a, b| 0.1 + 3.0 * a;
    f64_number_minus: |a, b| 0.1 - a;
    f64_number_over: |a, b| 0.3 / a;
    f64_minus_over: |a, b| (a - 0.1) / 0.7;
    f64_rem: |a, b| a % 0.7;
    f64_neg: |a, b| -a;
    f64_max: |a, b| a.max(b);
    f64_min: |a, b| a.min(b);
    f64_max_number: |a, b| a.max(0.25);
    f64_min_number: |a, b| a.min(0.25);
    f64_clamp: |a, b| a.clamp(-1.0, 1.0);
    f64_abs: |a, b| a.abs();
    f64_square: |a, b| a.powi(2);
    f64_cube: |a, b| a.powi(3);
    f64_power: |a, b| a.powi(7);
    f64_inverse: |a, b| a.powi(-2);
    f64_to_nothing: |a, b| a.powi(0);
    f64_rem_negative: |a, b| a % -0.7;
    f64_powf: |a, b| a.abs().powf(1.5);
    f64_sqrt: |a, b| a.abs().sqrt();
    f64_exp: |a, b| (a / 1000.0).exp();
    f64_ln: |a, b| a.abs().ln();
    f64_sin: |a, b| a.sin();
    f64_cos: |a, b| a.cos();
    f64_tanh: |a, b| a.tanh();
    f64_recip: |a, b| a.recip();
    f64_floor: |a, b| a.floor();
    f64_ceil: |a, b| (a * 3.0).ceil();
    f64_trunc: |a, b| (a * 3.0).trunc();
    f64_again: |a, b| a * a + a;
}

operators! {
    singles, f32, Float, row([1.0]),
    [(0.1, 0.3), (-2.75, 7.5), (1e-30, 3.0), (1234.567, -0.001), (5.5, 5.5)],
    f32_add: |a, b| a + b;
    f32_sub: |a, b| a - b;
    f32_mul: |a, b| a * b;
    f32_div: |a, b| a / b;
    f32_number_right: |a, b| (a + 0.1) * 3.0;
    f32_number_left: |a, b| 0.1 + 3.0 * a;
    f32_number_minus: |a, b| 0.1 - a;
    f32_number_over: |a, b| 0.3 / a;
    f32_minus_over: |a, b| (a - 0.1) / 0.7;
    f32_rem: |a, b| a % 0.7;
    f32_neg: |a, b| -a;
    f32_max: |a, b| a.max(b);
    f32_min: |a, b| a.min(b);
    f32_max_number: |a, b| a.max(0.25);
    f32_min_number: |a, b| a.min(0.25);
    f32_clamp: |a, b| a.clamp(-1.0, 1.0);
    f32_abs: |a, b| a.abs();
    f32_square: |a, b| a.powi(2);
    f32_power: |a, b| a.powi(5);
    f32_powf: |a, b| a.abs().powf(1.5);
    f32_sqrt: |a, b| a.abs().sqrt();
    f32_exp: |a, b| (a / 1000.0).exp();
    f32_ln: |a, b| a.abs().ln();
    f32_sin: |a, b| a.sin();
    f32_cos: |a, b| a.cos();
    f32_tanh: |a, b| a.tanh();
    f32_recip: |a, b| a.recip();
}

operators! {
    wide_ints, i64, Int, Tensor::<1, Int>::ones([1], &flex()).cast(burn::tensor::IntDType::I64),
    [(7, 3), (-7, 3), (1 << 40, 5), (7, -2)],
    i64_add: |a, b| a + b;
    i64_sub: |a, b| a - b;
    i64_mul: |a, b| a * b;
    i64_div: |a, b| a / b;
    i64_numbers: |a, b| (a * 2 + 1) / 3 - 4;
    i64_left: |a, b| 100 - a;
    i64_over: |a, b| 100 / a;
    i64_neg: |a, b| -a;
    i64_max: |a, b| a.max(b);
    i64_min_number: |a, b| a.min(2);
    i64_clamp: |a, b| a.clamp(-1, 5);
    i64_abs: |a, b| a.abs();
    i64_rem: |a, b| a % 4;
    i64_rem_negative: |a, b| a % -4;
}

operators! {
    narrow_ints, i32, Int, Tensor::<1, Int>::ones([1], &flex()),
    [(7, 3), (-7, 3), (1000, 5), (7, -2)],
    i32_add: |a, b| a + b;
    i32_sub: |a, b| a - b;
    i32_mul: |a, b| a * b;
    i32_div: |a, b| a / b;
    i32_left: |a, b| 100 - a;
    i32_neg: |a, b| -a;
    i32_abs: |a, b| a.abs();
    i32_min: |a, b| a.min(b);
    i32_rem: |a, b| a % 4;
}

#[capture_program]
fn casts(x: Tensor<1>, #[live] step: i64, #[live] rate: f64) -> Tensor<1> {
    let warm = (step as f64 / 10.0).min(1.0);
    let lr = rate * warm;
    x * lr as f32
}

#[capture_program]
fn schedule(x: Tensor<1>, #[live] step: i64, #[frozen] total: i64) -> Tensor<1> {
    let progress = step as f32 / total as f32;
    let lr = 0.5 * (1.0 + (progress * core::f32::consts::PI).cos());
    x.mul_scalar(lr)
}

#[capture_program]
fn with_tensors(
    x: Tensor<2>,
    i: Tensor<1, Int>,
    #[live] by: f64,
    #[live] n: i32,
) -> (Tensor<2>, Tensor<1, Int>) {
    let y = (x.clone() * by + by) / by - by;
    let z = by * x.clone() + by;
    let clamped = y.clamp_min(by - 1.0).clamp_max(2.0);
    (clamped + z.powf_scalar(by), (i + n) * n - n)
}

#[capture_program]
fn assigns(x: Tensor<1>, #[live] rate: f64, #[live] step: i64) -> Tensor<1> {
    let mut lr = rate;
    lr *= 0.5;
    lr += 1.0;
    lr -= rate / 3.0;
    lr /= 2.0;
    let phase = step % 10;
    for _ in 0..2 {
        lr *= 0.9;
    }
    x * (lr + phase as f64)
}

#[capture_program]
fn masks(x: Tensor<1>, #[live] threshold: f32, #[live] fill: f32) -> (Tensor<1, Bool>, Tensor<1>) {
    let mask = x.clone().greater_scalar(threshold);
    (mask.clone(), x.mask_fill(mask, fill))
}

#[capture_program]
fn selects(x: Tensor<1>, y: Tensor<1>, #[live] first: bool) -> Tensor<1> {
    select(first, x, y)
}

#[test]
fn casts_between_live_numbers() {
    let mut session = casts::on(&flex()).unwrap();
    let x = row([2.0, 3.0]);
    for step in [0, 3, 10, 25] {
        let replayed = session.replay(x.clone(), step, 0.3).unwrap();
        assert_eq!(
            floats(&replayed),
            floats(&casts(x.clone(), step, 0.3)),
            "step {step}"
        );
    }
    let mut session = schedule::on(&flex(), 50).unwrap();
    for step in [0, 13, 50] {
        let replayed = session.replay(x.clone(), step).unwrap();
        assert_eq!(
            floats(&replayed),
            floats(&schedule(x.clone(), step, 50)),
            "step {step}"
        );
    }
    assert_eq!(session.report().captures, 1);
}

#[test]
fn assignments_and_loops() {
    let mut session = assigns::on(&flex()).unwrap();
    for (rate, step) in [(0.1, 7), (3.0, 25)] {
        let replayed = session.replay(row([1.0, 3.0]), rate, step).unwrap();
        let eager = assigns(row([1.0, 3.0]), rate, step);
        assert_eq!(floats(&replayed), floats(&eager), "{rate} {step}");
    }
}

#[test]
fn live_numbers_beside_tensors() {
    let mut session = with_tensors::on(&flex()).unwrap();
    let x = Tensor::<2>::from_floats([[1.0, 2.0], [0.5, 4.0]], &flex());
    let i = Tensor::<1, Int>::from_ints([1, 2, 3], &flex());
    for (by, n) in [(2.0, 3), (0.5, -1), (1.25, 0)] {
        let (a, b) = session.replay(x.clone(), i.clone(), by, n).unwrap();
        let (ea, eb) = with_tensors(x.clone(), i.clone(), by, n);
        assert_eq!((floats(&a), ints(&b)), (floats(&ea), ints(&eb)), "{by} {n}");
    }
    let mut session = masks::on(&flex()).unwrap();
    for (threshold, fill) in [(1.0, 9.0), (2.5, -1.0)] {
        let (mask, filled) = session
            .replay(row([1.0, 2.0, 3.0]), threshold, fill)
            .unwrap();
        let (em, ef) = masks(row([1.0, 2.0, 3.0]), threshold, fill);
        assert_eq!(
            (crate::common::bools(&mask), floats(&filled)),
            (crate::common::bools(&em), floats(&ef))
        );
    }
    let mut session = selects::on(&flex()).unwrap();
    for first in [true, false, true] {
        let replayed = session.replay(row([1.0]), row([2.0]), first).unwrap();
        assert_eq!(floats(&replayed), if first { [1.0] } else { [2.0] });
    }
    assert_eq!(session.report().captures, 1);
}
