//! Frozen parameters: how a host value becomes part of a program's signature.

use core::fmt::Debug;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// One frozen value in a signature: equal keys mean the same program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FrozenKey {
    /// The parameter's name.
    pub name: &'static str,
    /// The value, as `Debug` prints it.
    pub value: String,
    hash: u64,
}

/// Asks a value for its key: generated code calls `(&&&FrozenProbe(value)).key(name)`. See [`Probe`](super::Probe) for the technique.
pub struct FrozenProbe<'a, T>(pub &'a T);

/// Values made of floats, which are compared by their bits.
pub trait ViaFloat {
    /// The value's key.
    fn key(&self, name: &'static str) -> FrozenKey;
}

/// Values that are `Eq + Hash + Debug`.
pub trait ViaHash {
    /// The value's key.
    fn key(&self, name: &'static str) -> FrozenKey;
}

/// Values that are neither: the bound says what is missing.
pub trait ViaNoKey<T> {
    /// Never called.
    fn key(&self, name: &'static str) -> FrozenKey
    where
        T: FrozenValue;
}

impl<T: FloatBits + Debug> ViaFloat for &&FrozenProbe<'_, T> {
    fn key(&self, name: &'static str) -> FrozenKey {
        let mut hasher = DefaultHasher::new();
        self.0.hash_bits(&mut hasher);
        FrozenKey {
            name,
            value: format!("{:?}", self.0),
            hash: hasher.finish(),
        }
    }
}

impl<T: Eq + Hash + Debug> ViaHash for &FrozenProbe<'_, T> {
    fn key(&self, name: &'static str) -> FrozenKey {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        FrozenKey {
            name,
            value: format!("{:?}", self.0),
            hash: hasher.finish(),
        }
    }
}

/// A value that can be `#[frozen]`: anything that is `Clone + Eq + Hash + Debug`, and floats with options, arrays, vectors
/// and tuples of them, which are compared by their bits.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a frozen parameter of a captured program",
    label = "neither `Eq + Hash + Debug` nor made of floats",
    note = "a frozen value is part of the program's signature: a new value captures again, so values are compared",
    note = "derive `Clone, PartialEq, Eq, Hash, Debug` for `{Self}`"
)]
pub trait FrozenValue {}

impl<T> ViaNoKey<T> for FrozenProbe<'_, T> {
    fn key(&self, _name: &'static str) -> FrozenKey
    where
        T: FrozenValue,
    {
        unreachable!("no type implements `FrozenValue`: the bound only carries its message")
    }
}

/// Floats and containers of floats, hashed by their bits.
pub trait FloatBits {
    /// Feeds the bits to `state`.
    fn hash_bits(&self, state: &mut DefaultHasher);
}

impl FloatBits for f32 {
    fn hash_bits(&self, state: &mut DefaultHasher) {
        self.to_bits().hash(state);
    }
}

impl FloatBits for f64 {
    fn hash_bits(&self, state: &mut DefaultHasher) {
        self.to_bits().hash(state);
    }
}

impl<T: FloatBits + ?Sized> FloatBits for &T {
    fn hash_bits(&self, state: &mut DefaultHasher) {
        (**self).hash_bits(state);
    }
}

impl<T: FloatBits> FloatBits for Option<T> {
    fn hash_bits(&self, state: &mut DefaultHasher) {
        self.is_some().hash(state);
        if let Some(value) = self {
            value.hash_bits(state);
        }
    }
}

impl<T: FloatBits> FloatBits for [T] {
    fn hash_bits(&self, state: &mut DefaultHasher) {
        self.len().hash(state);
        for value in self {
            value.hash_bits(state);
        }
    }
}

impl<T: FloatBits> FloatBits for Vec<T> {
    fn hash_bits(&self, state: &mut DefaultHasher) {
        self.as_slice().hash_bits(state);
    }
}

impl<T: FloatBits, const N: usize> FloatBits for [T; N] {
    fn hash_bits(&self, state: &mut DefaultHasher) {
        self.as_slice().hash_bits(state);
    }
}

impl<A: FloatBits, B: FloatBits> FloatBits for (A, B) {
    fn hash_bits(&self, state: &mut DefaultHasher) {
        self.0.hash_bits(state);
        self.1.hash_bits(state);
    }
}

impl<A: FloatBits, B: FloatBits, C: FloatBits> FloatBits for (A, B, C) {
    fn hash_bits(&self, state: &mut DefaultHasher) {
        self.0.hash_bits(state);
        self.1.hash_bits(state);
        self.2.hash_bits(state);
    }
}
