//! Generated data: for each leaf of the arguments what its spec asks for, the same for the same seed and step.

use crate::boundary::{Parts, ProgramInput, Reader, Sample, Token, ValueRange};
use crate::definition::Role;
use crate::engine::on_device;
use crate::graph::Binding;
use crate::live::LiveNumber;
use crate::tensor::{self, Kind};
use burn::tensor::{DType, Device, Shape, TensorData};

/// Numbers that look random and depend on nothing but the seed.
///
/// SplitMix64 of G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
pub(super) struct Numbers(u64);

impl Numbers {
    /// The numbers of one step.
    pub(super) fn of(seed: u64, step: usize) -> Self {
        let mut seeds = Self(seed);
        let own = seeds.next();
        Self(own ^ (step as u64).wrapping_mul(0xD1B5_4A32_D192_ED03))
    }

    /// 64 random bits.
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number from 0 up to 1, a multiple of `2^-digits`: rounding to a type with so many digits does not reach 1.
    fn unit(&mut self, digits: u32) -> f64 {
        (self.next() >> (64 - digits)) as f64 / (1u64 << digits) as f64
    }

    /// An integer of `least..=greatest`.
    fn int(&mut self, least: i128, greatest: i128) -> i128 {
        let count = (greatest - least) as u128 + 1;
        // The high half of a product is uniform up to `count / 2^64`.
        least + ((u128::from(self.next()) * count) >> 64) as i128
    }
}

/// The range of floats without one.
const FLOATS: (f64, f64) = (-1.0, 1.0);
/// The range of live floats: they are rates more often than not, and a step with a rate of 1 leaves what can be told apart.
const RATES: (f64, f64) = (0.0, 0.1);
/// The range of ints without one.
const INTS: (i128, i128) = (0, 1);

/// The data of every leaf of the arguments, in order.
pub(super) fn draw(described: &Parts, numbers: &mut Numbers) -> Vec<TensorData> {
    let leaves = described.tokens.iter().filter_map(|token| match token {
        Token::Tensor { shape, dtype } => Some((shape.clone(), *dtype)),
        Token::Live(dtype) => Some((Shape::from(vec![1]), *dtype)),
        Token::Len(_) | Token::Present(_) => None,
    });
    leaves
        .zip(&described.samples)
        .map(|((shape, dtype), sample)| match sample {
            Sample::Number(Some(given)) => given.clone(),
            Sample::Number(None) => values(shape, dtype, None, RATES, numbers),
            Sample::Tensor(range) => values(shape, dtype, *range, FLOATS, numbers),
        })
        .collect()
}

/// Data for the tensor `binding` of a boundary, the same for the same `seed` and `place` in it: floats from -1 to 1, those that a
/// session holds from 0 to 0.1 since a second moment is never negative, ints of 0 and 1, which are indices of everything.
pub fn generated(binding: &Binding, seed: u64, place: usize) -> TensorData {
    let floats = match binding.role {
        Role::Input => FLOATS,
        _ => RATES,
    };
    let mut numbers = Numbers::of(seed, place);
    values(
        binding.shape.clone(),
        binding.dtype,
        None,
        floats,
        &mut numbers,
    )
}

fn values(
    shape: Shape,
    dtype: DType,
    range: Option<ValueRange>,
    floats: (f64, f64),
    numbers: &mut Numbers,
) -> TensorData {
    let count = shape.num_elements();
    let data = match Kind::of(dtype) {
        Some(Kind::Bool) => {
            let values: Vec<bool> = (0..count).map(|_| numbers.next() >> 63 == 1).collect();
            TensorData::new(values, shape)
        }
        Some(Kind::Int) => {
            let (least, greatest) = range.and_then(ValueRange::ints).unwrap_or(INTS);
            let values = (0..count).map(|_| numbers.int(least, greatest) as i64);
            TensorData::new(values.collect::<Vec<_>>(), shape)
        }
        _ => {
            let (start, end) = range.and_then(ValueRange::floats).unwrap_or(floats);
            let digits = digits(dtype);
            let values = (0..count).map(|_| start + (end - start) * numbers.unit(digits));
            TensorData::new(values.collect::<Vec<_>>(), shape)
        }
    };
    data.convert_dtype(dtype)
}

/// The binary digits of a float type's significand.
fn digits(dtype: DType) -> u32 {
    match dtype {
        DType::F64 => 53,
        DType::F16 => 11,
        DType::BF16 => 8,
        _ => 24,
    }
}

/// Drawn data on its way into the arguments of one call.
pub struct Drawn<'a> {
    tensors: Reader<'a>,
    numbers: std::vec::IntoIter<TensorData>,
}

impl<'a> Drawn<'a> {
    /// Brings `data` onto `device`. `structure` are the described tokens without those of live numbers.
    pub(super) fn new(
        described: &Parts,
        structure: &'a [Token],
        data: &[TensorData],
        device: &Device,
    ) -> Self {
        let plain = device.clone().without_autodiff();
        let (mut tensors, mut numbers) = (Vec::new(), Vec::new());
        for (data, sample) in data.iter().zip(&described.samples) {
            match sample {
                Sample::Number(_) => numbers.push(data.clone()),
                Sample::Tensor(_) => {
                    let tensor = on_device(data.clone(), &plain);
                    tensors.push(match device.is_autodiff() {
                        true => tensor::tracked(tensor, false),
                        false => tensor,
                    });
                }
            }
        }
        Self {
            tensors: Reader::new(structure, tensors),
            numbers: numbers.into_iter(),
        }
    }

    /// The next input.
    pub fn input<T: ProgramInput>(&mut self) -> T {
        T::assemble(&mut self.tensors)
    }

    /// The next live number.
    pub fn live<T: LiveNumber>(&mut self) -> T {
        match self.numbers.next() {
            Some(data) => T::read(&data),
            None => unreachable!("as many live numbers are drawn as were described"),
        }
    }
}

#[cfg(test)]
#[path = "tests/draw.rs"]
mod tests;
