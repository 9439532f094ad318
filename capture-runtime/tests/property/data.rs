//! What a random program is run on: shapes, element types, and fresh numbers for every step.

use burn::tensor::{Bool, BoolStore, DType, Device, Int, Tensor, TensorData};
use proptest::prelude::*;

/// The steps that each program is run for.
pub(crate) const STEPS: u64 = 5;

/// At least 256 programs; the environment variable `PROPTEST_CASES` asks for more.
pub(crate) fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig {
        cases: default.cases.max(256),
        failure_persistence: None,
        ..default
    }
}

/// The shapes and element types of a program's tensors, and a seed for their values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) x: [usize; 2],
    pub(crate) w: [usize; 2],
    pub(crate) v: [usize; 2],
    pub(crate) k: [usize; 2],
    pub(crate) float: DType,
    pub(crate) int: DType,
    /// Whether infinities, signed zeros and NaN are among the inputs.
    pub(crate) special: bool,
    pub(crate) seed: u64,
}

/// The numbers of one step.
pub(crate) struct Step {
    pub(crate) x: Tensor<2>,
    pub(crate) k: Tensor<2, Int>,
    pub(crate) m: Tensor<2, Bool>,
    pub(crate) s: f64,
    pub(crate) j: i64,
    pub(crate) on: bool,
}

/// Any setting whose dimensions are at least `smallest`.
pub(crate) fn setting(smallest: usize) -> impl Strategy<Value = Setting> {
    let dims = || [side(smallest), side(smallest)];
    let types = (
        prop_oneof![3 => Just(DType::F32), 1 => Just(DType::F64)],
        prop_oneof![Just(DType::I64), Just(DType::I32)],
    );
    (
        dims(),
        dims(),
        dims(),
        dims(),
        types,
        prop::bool::weighted(0.1),
        any::<u64>(),
    )
        .prop_map(|(x, w, v, k, (float, int), special, seed)| Setting {
            x,
            w,
            v,
            k,
            float,
            int,
            special,
            seed,
        })
}

fn side(smallest: usize) -> impl Strategy<Value = usize> {
    prop_oneof![8 => 1usize..4, 1 => Just(smallest)]
}

/// A stream of numbers.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn float(&mut self) -> f64 {
        (self.next() % 8192) as f64 / 2048.0 - 2.0
    }
}

impl Setting {
    fn numbers(&self, stream: u64) -> Numbers {
        let mut numbers = Numbers(self.seed ^ stream.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        numbers.next();
        numbers
    }

    fn floats(&self, numbers: &mut Numbers, dims: [usize; 2], device: &Device) -> Tensor<2> {
        const SPECIAL: [f64; 4] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0];
        let values: Vec<f64> = (0..dims[0] * dims[1])
            .map(|_| match self.special && numbers.next().is_multiple_of(4) {
                true => SPECIAL[numbers.next() as usize % 4],
                false => numbers.float(),
            })
            .collect();
        Tensor::from_data(TensorData::new(values, dims), (device, self.float))
    }

    fn ints(&self, numbers: &mut Numbers, dims: [usize; 2], device: &Device) -> Tensor<2, Int> {
        let values: Vec<i64> = (0..dims[0] * dims[1])
            .map(|_| (numbers.next() % 21) as i64 - 10)
            .collect();
        Tensor::from_data(TensorData::new(values, dims), (device, self.int))
    }

    /// The float state at the start.
    pub(crate) fn states(&self, device: &Device) -> (Tensor<2>, Tensor<2>, Tensor<2, Int>) {
        let mut numbers = self.numbers(u64::MAX);
        let w = self.floats(&mut numbers, self.w, device);
        let v = self.floats(&mut numbers, self.v, device);
        (w, v, self.ints(&mut numbers, self.k, device))
    }

    /// The arguments of one step.
    pub(crate) fn step(&self, step: u64, device: &Device) -> Step {
        let mut numbers = self.numbers(step);
        let mask: Vec<bool> = (0..self.x[0] * self.x[1])
            .map(|_| numbers.next().is_multiple_of(2))
            .collect();
        Step {
            x: self.floats(&mut numbers, self.x, device),
            k: self.ints(&mut numbers, self.k, device),
            m: Tensor::from_data(
                TensorData::new(mask, self.x),
                (device, DType::Bool(BoolStore::Native)),
            ),
            // Whole numbers, halves and zero are among them: exponents and divisors with a meaning of their own.
            s: match numbers.next() % 3 {
                0 => (numbers.next() % 7) as f64 / 2.0 - 1.0,
                _ => numbers.float(),
            },
            j: (numbers.next() % 9) as i64 - 4,
            on: numbers.next().is_multiple_of(2),
        }
    }
}
