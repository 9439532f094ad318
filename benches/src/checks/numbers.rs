//! Live numbers: new ones at every replay, in as few transfers as there are types.

use super::programs::lives;
use super::{assert_same, ramp, required, values};
use burn::prelude::*;
use capture_runtime::prelude::*;

pub(super) fn live_numbers_of_every_type(device: &Device) {
    let mut session = required(lives::on(device));
    for step in 0..4_i32 {
        let x = ramp([3], step as usize, device);
        let (a, b) = (1.5 + step as f32, 0.25 * f64::from(step));
        let (c, d) = (step - 2, i64::from(step) * 7);
        let on = step % 2 == 0;
        let n = Tensor::<1, Int>::from_ints([1, -2, step], device);
        let (replayed, whole) = session
            .replay(x.clone(), n.clone(), a, b, c, d, on)
            .unwrap();
        let y = x * a + b;
        let expected = if on { y * a } else { y };
        let whole = (whole - n * c).into_data().convert::<i64>();
        assert_eq!(whole, TensorData::from([d; 3]), "step {step}");
        let close = values(replayed).into_iter().zip(values(expected));
        for (i, (got, want)) in close.enumerate() {
            assert!(
                (got - want).abs() <= 1e-5 * want.abs().max(1.0),
                "step {step}, value {i}: {got}, expected {want}"
            );
        }
    }
}

#[capture_program]
fn blend(
    x: Tensor<1>,
    #[live] a: f32,
    #[live] b: f32,
    #[live] c: f32,
    #[live] d: f32,
) -> Tensor<1> {
    x * a * b * c * d
}

pub(super) fn many_live_numbers_share_a_buffer(device: &Device) {
    let mut session = required(blend::on(device));
    for step in 0..3 {
        let x = ramp([3], step, device);
        let [a, b, c, d] = [2.0, 3.0, step as f32, -1.0];
        let replayed = session.replay(x.clone(), a, b, c, d).unwrap();
        assert_same(&values(replayed), &values(x * a * b * c * d), "blend");
    }
}
