//! The values that a spec asks of generated data.

use core::ops::{Range, RangeInclusive};

/// The values of generated data: [`TensorSpec::within`](crate::TensorSpec::within) takes a range of numbers as one.
///
/// `0..6` are the integers from 0 to 5, `0..=5` are the same, `-2.0..2.0` are the numbers from -2 up to 2. Integers may be given for a
/// float tensor: its values are then any numbers between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueRange(Bounds);

/// The bounds, floats by their bits, so that specs can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Bounds {
    /// The least and the greatest integer.
    Ints(i128, i128),
    /// The bits of the two ends.
    Floats(u64, u64),
}

impl ValueRange {
    /// The two ends as floats; `None` where they are no finite numbers in order.
    pub(crate) fn floats(self) -> Option<(f64, f64)> {
        let (start, end) = match self.0 {
            Bounds::Ints(least, greatest) => (least as f64, greatest as f64),
            Bounds::Floats(start, end) => (f64::from_bits(start), f64::from_bits(end)),
        };
        (start.is_finite() && end.is_finite() && start <= end).then_some((start, end))
    }

    /// The least and the greatest integer; `None` where there is none, or where the range is one of floats.
    pub(crate) fn ints(self) -> Option<(i128, i128)> {
        match self.0 {
            Bounds::Ints(least, greatest) if least <= greatest => Some((least, greatest)),
            _ => None,
        }
    }

    /// Whether the range is one of floats.
    pub(crate) fn is_of_floats(self) -> bool {
        matches!(self.0, Bounds::Floats(..))
    }
}

macro_rules! ints {
    ($($ty:ty),*) => {$(
        impl From<Range<$ty>> for ValueRange {
            fn from(range: Range<$ty>) -> Self {
                Self(Bounds::Ints(range.start as i128, range.end as i128 - 1))
            }
        }

        impl From<RangeInclusive<$ty>> for ValueRange {
            fn from(range: RangeInclusive<$ty>) -> Self {
                Self(Bounds::Ints(*range.start() as i128, *range.end() as i128))
            }
        }
    )*};
}

ints!(i32, i64, i8, i16, u8, u16, u32, u64, isize, usize);

macro_rules! floats {
    ($($ty:ty),*) => {$(
        impl From<Range<$ty>> for ValueRange {
            fn from(range: Range<$ty>) -> Self {
                let bits = |end: $ty| f64::from(end).to_bits();
                Self(Bounds::Floats(bits(range.start), bits(range.end)))
            }
        }
    )*};
}

floats!(f64, f32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_kept() {
        assert_eq!(ValueRange::from(0..6).ints(), Some((0, 5)));
        assert_eq!(ValueRange::from(0..=5u8), ValueRange::from(0..6usize));
        assert_eq!(ValueRange::from(-1.0..1.5f32).floats(), Some((-1.0, 1.5)));
        assert_eq!(ValueRange::from(-2..3).floats(), Some((-2.0, 2.0)));
        let whole = (i128::from(i64::MIN), i128::from(i64::MAX));
        assert_eq!(ValueRange::from(i64::MIN..=i64::MAX).ints(), Some(whole));
    }

    #[test]
    fn what_holds_no_number_has_no_ends() {
        assert_eq!(ValueRange::from(3..3).ints(), None);
        assert_eq!(ValueRange::from(3..3).floats(), None);
        assert_eq!(ValueRange::from(1.0..0.5).floats(), None);
        assert_eq!(ValueRange::from(0.0..f64::NAN).floats(), None);
        assert_eq!(ValueRange::from(0.0..f64::INFINITY).floats(), None);
        assert_eq!(ValueRange::from(0.0..1.0).ints(), None);
    }
}
