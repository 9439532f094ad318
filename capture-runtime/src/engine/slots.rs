//! Where tensors wait between operations: one slot a tensor of the program, numbered as the program numbers them.

use burn_backend::tensor::{BoolTensor, FloatTensor, IntTensor};
use burn_dispatch::{BackendTensor, DispatchKindConversion, DispatchTensor};
use burn_ir::{BackendIr, HandleKind, TensorId, TensorIr, TensorStatus};

/// The tensors of one program on one device.
pub(crate) struct Slots<B: BackendIr> {
    values: Vec<Option<HandleKind<B>>>,
}

/// An operand of an operation: which slot, and whether the operation is the last to use it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    slot: usize,
    last: bool,
}

impl Operand {
    /// The operand that `tensor` stands for, by its identifier and status.
    pub(crate) fn of(tensor: &TensorIr) -> Self {
        Self {
            slot: slot(tensor.id),
            last: tensor.status == TensorStatus::ReadWrite,
        }
    }
}

impl Operand {
    /// The slot's tensor, for the last time.
    pub(crate) fn taking(slot: usize) -> Self {
        Self { slot, last: true }
    }

    /// Whether this is the last use of what is in `slot`.
    pub(crate) fn ends(self, slot: usize) -> bool {
        self.last && self.slot == slot
    }

    /// A handle on the slot's tensor.
    pub(crate) fn lending(slot: usize) -> Self {
        Self { slot, last: false }
    }
}

/// The slot of a tensor. Programs number their tensors from 0 without gaps.
pub(crate) fn slot(id: TensorId) -> usize {
    id.value() as usize
}

impl<B: BackendIr> Slots<B> {
    pub(crate) fn new(count: usize) -> Self {
        let mut values = Vec::new();
        values.resize_with(count, || None);
        Self { values }
    }

    pub(crate) fn put(&mut self, slot: usize, value: HandleKind<B>) {
        self.values[slot] = Some(value);
    }

    pub(crate) fn clear(&mut self, slot: usize) {
        self.values[slot] = None;
    }

    pub(crate) fn holds(&self, slot: usize) -> bool {
        self.values[slot].is_some()
    }

    /// Whether something beside the slot holds a handle on its tensor.
    #[cfg(feature = "_cube")]
    pub(crate) fn is_shared(&self, slot: usize) -> bool {
        use burn_backend::TensorMetadata;
        match &self.values[slot] {
            Some(HandleKind::Float(tensor)) => !tensor.can_mut(),
            Some(HandleKind::Int(tensor)) => !tensor.can_mut(),
            Some(HandleKind::Bool(tensor)) => !tensor.can_mut(),
            _ => false,
        }
    }

    /// The operand's tensor: the slot's own at its last use, a handle on the same buffer before.
    pub(crate) fn get(&mut self, operand: Operand) -> HandleKind<B> {
        let value = if operand.last {
            self.values[operand.slot].take()
        } else {
            self.values[operand.slot].clone()
        };
        value.unwrap_or_else(|| unreachable!("tensor %{} is used after its last use", operand.slot))
    }

    pub(crate) fn float(&mut self, operand: Operand) -> FloatTensor<B> {
        match self.get(operand) {
            HandleKind::Float(tensor) => tensor,
            other => unreachable!("expected a float tensor, found {}", other.name()),
        }
    }

    pub(crate) fn int(&mut self, operand: Operand) -> IntTensor<B> {
        match self.get(operand) {
            HandleKind::Int(tensor) => tensor,
            other => unreachable!("expected an int tensor, found {}", other.name()),
        }
    }

    pub(crate) fn bool(&mut self, operand: Operand) -> BoolTensor<B> {
        match self.get(operand) {
            HandleKind::Bool(tensor) => tensor,
            other => unreachable!("expected a bool tensor, found {}", other.name()),
        }
    }

    /// Puts a tensor of the boundary into its slot.
    pub(crate) fn bind(&mut self, slot: usize, value: DispatchTensor)
    where
        DispatchTensor: DispatchKindConversion<B>,
    {
        let value = <DispatchTensor as DispatchKindConversion<B>>::try_into_backend(value);
        self.values[slot] = Some(match value {
            Ok(BackendTensor::Float(tensor)) => HandleKind::Float(tensor),
            Ok(BackendTensor::Int(tensor)) => HandleKind::Int(tensor),
            Ok(BackendTensor::Bool(tensor)) => HandleKind::Bool(tensor),
            _ => unreachable!("the session binds plain tensors of its own device"),
        });
    }

    /// Hands out the tensor of an operand.
    pub(crate) fn hand_out(&mut self, operand: Operand) -> DispatchTensor
    where
        DispatchTensor: DispatchKindConversion<B>,
    {
        let tensor = match self.get(operand) {
            HandleKind::Float(tensor) => BackendTensor::Float(tensor),
            HandleKind::Int(tensor) => BackendTensor::Int(tensor),
            HandleKind::Bool(tensor) => BackendTensor::Bool(tensor),
            HandleKind::Quantized(_) => unreachable!("quantized tensors cannot be captured"),
        };
        <DispatchTensor as DispatchKindConversion<B>>::from_backend(tensor)
    }
}
