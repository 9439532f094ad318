//! The begin of the first graph, where live numbers are unpacked, and the end of the last, where the state is written.

use super::layout::Layout;
use super::overwrite;
use crate::engine::buffers::{copied, sliced};
use crate::engine::slots::{Operand, Slots};
use burn::tensor::Slice;
use burn_dispatch::{DispatchKindConversion, DispatchTensor};
use burn_ir::BackendIr;

impl Layout {
    /// Takes live numbers out of their common buffers.
    pub(super) fn unpack<B>(&self, slots: &mut Slots<B>)
    where
        B: BackendIr,
        DispatchTensor: DispatchKindConversion<B>,
    {
        for pack in self.numbers.iter().filter(|pack| pack.numbers.len() > 1) {
            let packed = slots.hand_out(Operand::lending(pack.buffer));
            for (i, (_, slot)) in pack.numbers.iter().enumerate() {
                let number = sliced(packed.clone(), &[Slice::from(i..i + 1)]);
                slots.bind(*slot, copied(&number));
            }
        }
    }

    /// Copies the results that would change with the state, and writes the state into its own buffers.
    ///
    /// Everything that is read is read before anything is written, and every handle that is not needed any more is dropped before: the
    /// buffers of the state are then held once, and written in place.
    ///
    /// # Panics
    ///
    /// When something else holds a buffer of the state.
    pub(super) fn end<B>(&self, slots: &mut Slots<B>)
    where
        B: BackendIr,
        DispatchTensor: DispatchKindConversion<B>,
    {
        for (from, to) in &self.kept_results {
            let own = copied(&slots.hand_out(Operand::lending(*from)));
            slots.bind(*to, own);
        }
        let leaves = self.state.iter().zip(&self.next);
        let changing = leaves.filter_map(|(leaf, next)| Some((*leaf, (*next)?)));
        let new: Vec<(usize, DispatchTensor)> = changing
            .map(|(leaf, next)| {
                let value = slots.hand_out(Operand::lending(next.from));
                (leaf, if next.shares { copied(&value) } else { value })
            })
            .collect();
        for slot in (0..self.count).filter(|slot| !self.lasting.contains(slot)) {
            slots.clear(slot);
        }
        for (leaf, value) in new {
            if let Err(held) = overwrite(slots, leaf, value) {
                panic!("{held}");
            }
        }
    }
}
