//! The cost of some work: arithmetic, and bytes that are moved for it.

use core::iter::Sum;
use core::ops::{Add, AddAssign};
use serde::Serialize;

/// What some operations cost: the arithmetic that they define, and the bytes of the tensors that they read and write.
///
/// Both are counts of the program, not measurements. [The module](crate::Costs) has the table of the formulas. In short: one
/// multiply-add is two FLOPs, elementwise arithmetic and transcendental functions are one per element of the result, a reduction of `n`
/// elements is `n - 1`, and comparisons, movement of data, creation and random numbers are none. Every operand is read once and every
/// result written once; a view moves nothing.
///
/// Sums stop at [`u64::MAX`]: no shape overflows them.
///
/// ```
/// use capture_runtime::Cost;
///
/// let product = Cost { flops: 2 * 64 * 64 * 64, bytes_read: 2 * 64 * 64 * 4, bytes_written: 64 * 64 * 4 };
/// let sum = product + Cost { flops: 64 * 64, ..Cost::default() };
/// assert_eq!(sum.flops, 528_384);
/// assert_eq!(sum.bytes(), 49_152);
/// assert_eq!(sum.intensity(), 10.75);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Cost {
    /// Arithmetic operations, of floats and of integers alike.
    pub flops: u64,
    /// Bytes of operands.
    pub bytes_read: u64,
    /// Bytes of results.
    pub bytes_written: u64,
}

impl Cost {
    /// Bytes read and written.
    pub fn bytes(&self) -> u64 {
        self.bytes_read.saturating_add(self.bytes_written)
    }

    /// Arithmetic intensity: FLOPs per byte that is moved, the horizontal axis of a roofline.
    ///
    /// Where no byte is moved it is 0 if nothing is computed either, and infinite otherwise.
    pub fn intensity(&self) -> f64 {
        match (self.flops, self.bytes()) {
            (0, _) => 0.0,
            (flops, bytes) => flops as f64 / bytes as f64,
        }
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            flops: self.flops.saturating_add(other.flops),
            bytes_read: self.bytes_read.saturating_add(other.bytes_read),
            bytes_written: self.bytes_written.saturating_add(other.bytes_written),
        }
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::default(), Add::add)
    }
}

impl<'a> Sum<&'a Cost> for Cost {
    fn sum<I: Iterator<Item = &'a Self>>(costs: I) -> Self {
        costs.copied().sum()
    }
}
