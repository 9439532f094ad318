//! Where two values first differ, bit for bit, with every NaN counted as one.

use super::value::Part;
use crate::tensor::Kind;
use burn::tensor::{DType, TensorData};

/// How a replayed value differs from the eager one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Difference {
    /// A part that only one of them has.
    Missing {
        /// The part.
        name: String,
        /// Whether the replayed value has it.
        replayed: bool,
    },
    /// A part of another shape, type or length.
    Form {
        /// The part.
        name: String,
        /// What eager code made.
        eager: String,
        /// What the replay made.
        replayed: String,
    },
    /// An element.
    Element {
        /// The tensor.
        name: String,
        /// The element's index in each dimension.
        index: Vec<usize>,
        /// What eager code computed.
        eager: String,
        /// What the replay computed.
        replayed: String,
        /// How many elements differ.
        differing: usize,
        /// How many elements there are.
        elements: usize,
    },
}

/// The first difference between two values, part by part; names match, wherever they stand.
pub(super) fn first(eager: &[Part], replayed: &[Part]) -> Option<Difference> {
    for (i, part) in eager.iter().enumerate() {
        // Parts of a structure may repeat a name: those in the same place belong together.
        let same = replayed.get(i).filter(|other| other.name == part.name);
        let Some(other) = same.or_else(|| replayed.iter().find(|other| other.name == part.name))
        else {
            return Some(missing(part, false));
        };
        if let Some(difference) = between(part, other) {
            return Some(difference);
        }
    }
    let new = replayed
        .iter()
        .find(|part| eager.iter().all(|other| other.name != part.name));
    new.map(|part| missing(part, true))
}

fn missing(part: &Part, replayed: bool) -> Difference {
    let name = part.name.clone();
    Difference::Missing { name, replayed }
}

/// The difference between two parts of one name.
fn between(eager: &Part, replayed: &Part) -> Option<Difference> {
    let name = eager.name.clone();
    if eager.form != replayed.form {
        return Some(Difference::Form {
            name,
            eager: eager.form.clone(),
            replayed: replayed.form.clone(),
        });
    }
    let (eager, replayed) = (eager.data.as_ref()?, replayed.data.as_ref()?);
    if eager.as_bytes() == replayed.as_bytes() {
        return None;
    }
    let different = different(eager, replayed);
    let first = *different.first()?;
    Some(Difference::Element {
        name,
        index: position(first, eager.shape().as_slice()),
        eager: shown(eager, first),
        replayed: shown(replayed, first),
        differing: different.len(),
        elements: eager.num_elements(),
    })
}

/// The elements that differ, by their position in memory.
fn different(eager: &TensorData, replayed: &TensorData) -> Vec<usize> {
    let float = Kind::of(eager.dtype()) == Some(Kind::Float);
    if float {
        // Every float type goes into `f64` without loss.
        let same = |(a, b): (f64, f64)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
        return positions(eager.iter::<f64>().zip(replayed.iter::<f64>()).map(same));
    }
    let size = eager.dtype().size().max(1);
    let (eager, replayed) = (eager.as_bytes(), replayed.as_bytes());
    let pairs = eager.chunks(size).zip(replayed.chunks(size));
    positions(pairs.map(|(a, b)| a == b))
}

/// Where `same` is false.
fn positions(same: impl Iterator<Item = bool>) -> Vec<usize> {
    let numbered = same.enumerate();
    numbered
        .filter_map(|(i, same)| (!same).then_some(i))
        .collect()
}

/// The index in each dimension of the element at `position`, row by row.
fn position(mut position: usize, shape: &[usize]) -> Vec<usize> {
    let mut index = Vec::with_capacity(shape.len());
    for extent in shape.iter().rev() {
        index.push(position % extent);
        position /= extent;
    }
    index.reverse();
    index
}

/// An element as the type prints it.
fn shown(data: &TensorData, at: usize) -> String {
    let text = match (Kind::of(data.dtype()), data.dtype()) {
        (Some(Kind::Bool), _) => data.iter::<bool>().nth(at).map(|value| value.to_string()),
        (Some(Kind::Int), DType::U64) => data.iter::<u64>().nth(at).map(|value| value.to_string()),
        (Some(Kind::Int), _) => data.iter::<i64>().nth(at).map(|value| value.to_string()),
        (_, DType::F64) => data.iter::<f64>().nth(at).map(|value| format!("{value:?}")),
        _ => data.iter::<f32>().nth(at).map(|value| format!("{value:?}")),
    };
    text.unwrap_or_default()
}

#[cfg(test)]
#[path = "tests/difference.rs"]
mod tests;
