//! What an optimizer remembers from step to step: moments for each parameter, step counts on the device.

use crate::boundary::Inspection;
use crate::boundary::{Leaf, LeafKind, LeafMapper};
use crate::tensor::{self, Kind};
use burn::module::ParamId;
use burn::tensor::{DType, Device, Shape, Tensor};
use burn_backend::ops::{FloatTensorOps, IntTensorOps};
use burn_dispatch::{Dispatch, DispatchTensor};
use std::collections::HashMap;

/// The tensors of an optimizer, in the order in which parameters received their first gradient.
#[derive(Clone, Default)]
pub(super) struct Memory {
    slots: Vec<Slot>,
    index: HashMap<ParamId, usize>,
    counts: Vec<DispatchTensor>,
}

/// What is remembered of one parameter.
#[derive(Clone)]
struct Slot {
    id: ParamId,
    /// Which count says how many steps this parameter took; counts are shared by parameters with one history.
    count: usize,
    moments: Vec<DispatchTensor>,
}

/// The moments of one parameter in the middle of its update, in a fixed order.
pub(super) struct Moments {
    before: std::vec::IntoIter<DispatchTensor>,
    after: Vec<DispatchTensor>,
    device: Device,
    shape: Shape,
    dtype: DType,
}

impl Moments {
    /// Replaces the next moment, zero before the first step, and gives its new value.
    pub(super) fn advance<const D: usize>(
        &mut self,
        update: impl FnOnce(Tensor<D>) -> Tensor<D>,
    ) -> Tensor<D> {
        let before = match self.before.next() {
            Some(before) => tensor::restore(tensor::moved(before, &self.device)),
            None => Tensor::zeros(self.shape.clone(), (&self.device, self.dtype)),
        };
        let after = update(before);
        self.after.push(tensor::erase(after.clone()));
        after
    }
}

impl Memory {
    /// The count that `id` shares, `None` before its first step.
    pub(super) fn count_of(&self, id: ParamId) -> Option<usize> {
        self.index.get(&id).map(|&slot| self.slots[slot].count)
    }

    /// The value of a count.
    pub(super) fn count(&self, count: usize) -> DispatchTensor {
        self.counts[count].clone()
    }

    /// Adds a count; parameters move to it with [`Self::put`].
    pub(super) fn add_count(&mut self, value: DispatchTensor) -> usize {
        self.counts.push(value);
        self.counts.len() - 1
    }

    /// Takes the moments of a parameter with this gradient.
    pub(super) fn take<const D: usize>(&mut self, id: ParamId, gradient: &Tensor<D>) -> Moments {
        let before = match self.index.get(&id) {
            Some(&slot) => core::mem::take(&mut self.slots[slot].moments),
            None => Vec::new(),
        };
        Moments {
            after: Vec::with_capacity(before.len()),
            before: before.into_iter(),
            device: gradient.device(),
            shape: gradient.shape(),
            dtype: gradient.dtype(),
        }
    }

    /// Remembers the moments of a parameter, which has now taken the steps that `count` holds.
    pub(super) fn put(&mut self, id: ParamId, count: usize, moments: Moments) {
        let moments = moments.after;
        match self.index.get(&id) {
            Some(&slot) => {
                let slot = &mut self.slots[slot];
                slot.count = count;
                slot.moments = moments;
            }
            None => {
                self.index.insert(id, self.slots.len());
                self.slots.push(Slot { id, count, moments });
            }
        }
    }

    /// Forgets counts that no parameter uses any more and numbers the others by first use.
    pub(super) fn tidy(&mut self) {
        if self.counts.is_empty() {
            return;
        }
        let mut numbers = HashMap::new();
        let mut counts = Vec::new();
        for slot in &mut self.slots {
            let old = slot.count;
            slot.count = *numbers.entry(old).or_insert_with(|| {
                counts.push(self.counts[old].clone());
                counts.len() - 1
            });
        }
        self.counts = counts;
    }

    /// Replaces every tensor: counts first, then the moments of each parameter.
    pub(super) fn map_leaves(mut self, names: &[&str], mapper: &mut dyn LeafMapper) -> Self {
        let mut map = |name: &str, i: usize, tensor: &mut DispatchTensor| {
            mapper.enter(&format!("{name}.{i}"));
            let leaf = Leaf {
                kind: LeafKind::Buffer,
                tensor: tensor.clone(),
            };
            *tensor = mapper.leaf(leaf);
            mapper.exit();
        };
        for (i, count) in self.counts.iter_mut().enumerate() {
            map("step", i, count);
        }
        for (i, slot) in self.slots.iter_mut().enumerate() {
            for (name, moment) in names.iter().zip(&mut slot.moments) {
                map(name, i, moment);
            }
        }
        self
    }

    /// Which parameters something is remembered of, and which share a count.
    pub(super) fn inspect(&self, out: &mut Inspection) {
        out.parameters(self.slots.iter().map(|slot| slot.id));
        let counts: Vec<usize> = self.slots.iter().map(|slot| slot.count).collect();
        out.value(&counts);
    }

    /// Adds, with its initial value, what `after` remembers and this does not: `after` is this after one captured step.
    pub(super) fn settle(&mut self, after: &Self) {
        let mut counts: Vec<Option<DispatchTensor>> = vec![None; after.counts.len()];
        let mut slots = Vec::with_capacity(after.slots.len());
        for slot in &after.slots {
            let known = self.index.get(&slot.id).map(|&i| &self.slots[i]);
            if let (Some(count @ None), Some(known)) = (counts.get_mut(slot.count), known) {
                *count = self.counts.get(known.count).cloned();
            }
            let mut moments = known.map(|known| known.moments.clone()).unwrap_or_default();
            let missing = slot.moments.iter().skip(moments.len());
            moments.extend(missing.map(zero));
            slots.push(Slot {
                id: slot.id,
                count: slot.count,
                moments,
            });
        }
        let counts = counts.into_iter().zip(&after.counts);
        self.counts = counts
            .map(|(known, after)| known.unwrap_or_else(|| zero(after)))
            .collect();
        self.slots = slots;
        self.index = after.index.clone();
    }
}

impl core::fmt::Debug for Memory {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let tensors = self
            .slots
            .iter()
            .map(|slot| slot.moments.len())
            .sum::<usize>();
        f.debug_struct("Memory")
            .field("parameters", &self.slots.len())
            .field("moments", &tensors)
            .field("step_counts", &self.counts.len())
            .finish()
    }
}

/// The initial value of `tensor`, which may be a placeholder: only its shape and element type are asked.
fn zero(tensor: &DispatchTensor) -> DispatchTensor {
    let device = Device::flex();
    let (shape, dtype): (Shape, DType) = (tensor::shape(tensor), tensor::dtype(tensor));
    match Kind::of(dtype) {
        Some(Kind::Int) => Dispatch::int_zeros(shape, device.as_dispatch(), dtype.into()),
        _ => Dispatch::float_zeros(shape, device.as_dispatch(), dtype.into()),
    }
}
