//! What random programs once found, by itself.

use burn::prelude::*;
use burn::tensor::{DType, TensorData};
use capture_runtime::prelude::*;

fn floats<const D: usize>(tensor: &Tensor<D>) -> Vec<f32> {
    tensor.to_data().iter::<f32>().collect()
}

#[capture_program]
fn narrow_ints(k: Tensor<1, Int>) -> (Tensor<1, Int>, Tensor<1, Int>) {
    (k.clone().cast(DType::I32), k.cast(DType::I16))
}

#[test]
fn a_cast_between_int_types_replays() {
    let device = Device::flex();
    let mut session = narrow_ints::on(&device).unwrap();
    for _ in 0..2 {
        let k = Tensor::from_ints([1, -70_000], &device);
        let (wide, narrow) = session.replay(k).unwrap();
        assert_eq!(wide.to_data(), TensorData::from([1i32, -70_000]));
        assert_eq!(narrow.to_data(), TensorData::from([1i16, -4464]));
    }
}

#[capture_program]
fn number_first(x: Tensor<1>, #[live] s: f64) -> (Tensor<1>, Tensor<1>) {
    (s / x.clone(), s - x)
}

#[test]
fn a_live_number_divided_by_a_tensor_rounds_as_a_number_does() {
    let device = Device::flex();
    let mut session = number_first::on(&device).unwrap();
    for s in [1.0, 3.0, 7.5] {
        let x = Tensor::<1>::from_floats([3.0, 7.0, 41.0, 49.0, -0.3], &device);
        let (over, minus) = session.replay(x.clone(), s).unwrap();
        let (x, s) = (floats(&x), s as f32);
        let wanted: Vec<f32> = x.iter().map(|x| 1.0 / x * s).collect();
        assert_eq!(floats(&over), wanted);
        let wanted: Vec<f32> = x.iter().map(|x| -x + s).collect();
        assert_eq!(floats(&minus), wanted);
    }
}

#[capture_program]
fn clamped(x: Tensor<1>, #[live] s: f64) -> (Tensor<1>, Tensor<1>) {
    (x.clone().clamp_min(s), x.clamp_max(s))
}

#[test]
fn a_zero_that_is_clamped_by_a_live_number_has_its_sign() {
    let device = Device::flex();
    let x = || Tensor::<1>::from_floats([0.0, -0.0, 1.0, -1.0], &device);
    let mut session = clamped::on(&device).unwrap();
    for s in [0.0, -0.0] {
        let bits = |(a, b): (Tensor<1>, Tensor<1>)| -> Vec<u32> {
            let both = [floats(&a), floats(&b)].concat();
            both.into_iter().map(f32::to_bits).collect()
        };
        assert_eq!(bits(session.replay(x(), s).unwrap()), bits(clamped(x(), s)));
    }
}

#[capture_program]
fn filled(
    x: Tensor<2>,
    #[live] s: f32,
    #[live] j: i64,
) -> (Tensor<2>, Tensor<2>, Tensor<1, Bool>, Tensor<1, Int>) {
    let device = x.device();
    let full = Tensor::<2>::full([2, 2], s, &device);
    let double = Tensor::<2>::full([1, 2], s, (&device, DType::F64));
    let k = Tensor::<1, Int>::from_ints([1, 2, 3], &device);
    (
        full + x,
        double,
        k.clone().equal_scalar(j),
        k.powi_scalar(j),
    )
}

#[test]
fn live_numbers_fill_compare_and_raise() {
    let device = Device::flex();
    let mut session = filled::on(&device).unwrap();
    for (s, j) in [(0.5, 2), (-1.25, 3)] {
        let x = Tensor::<2>::ones([2, 2], &device);
        let (a, b, c, d) = session.replay(x.clone(), s, j).unwrap();
        let (e, f, g, h) = filled(x, s, j);
        assert_eq!(a.to_data(), e.to_data());
        assert_eq!(b.to_data(), f.to_data());
        assert_eq!(b.dtype(), DType::F64);
        assert_eq!(c.to_data(), g.to_data());
        assert_eq!(d.to_data(), h.to_data());
    }
}

#[capture_program]
#[allow(deprecated)] // state that training needs and does not change
fn powered(w: &mut Tensor<1>, #[live] s: f64) -> Tensor<1> {
    let tracked = Tensor::from_inner(w.clone().inner()).require_grad();
    let mut gradients = tracked.clone().powf_scalar(s).sum().backward();
    tracked
        .grad_remove(&mut gradients)
        .expect("the sum depends on it")
}

#[test]
fn the_derivative_of_a_live_power_of_zero_is_a_number() {
    let device = Device::flex();
    let w = Tensor::<1>::from_floats([0.0, 2.0], &device);
    let mut session = powered::on(&device, w).unwrap();
    assert_eq!(floats(&session.replay(0.0).unwrap()), [0.0, 0.0]);
    assert_eq!(floats(&session.replay(3.0).unwrap()), [0.0, 12.0]);
}
