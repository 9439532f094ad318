//! Where the elements of a tensor stand in its buffer, as Flex lays them out, and which operations only change that.

use super::size::{count, product};
use burn::tensor::Shape;
use burn_ir::{BaseOperationIr, OperationIr};

/// A tensor's place in its buffer. Strides and offset are in elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    shape: Vec<u64>,
    strides: Vec<i64>,
    offset: u64,
    /// The elements of the whole buffer.
    buffer: u64,
}

impl Layout {
    /// Elements side by side, in a buffer of their own.
    pub(super) fn of(shape: &Shape) -> Self {
        Self::contiguous(shape, 0, count(shape))
    }

    fn contiguous(shape: &Shape, offset: u64, buffer: u64) -> Self {
        let shape = extents(shape);
        let mut strides = vec![1; shape.len()];
        let mut stride = 1i64;
        for (place, extent) in strides.iter_mut().zip(&shape).rev() {
            *place = stride;
            stride = stride.saturating_mul(signed(*extent));
        }
        Self {
            shape,
            strides,
            offset,
            buffer,
        }
    }

    /// Whether the elements stand side by side, in order.
    pub(super) fn is_contiguous(&self) -> bool {
        if self.elements() == 0 {
            return true;
        }
        let mut stride = 1i64;
        for (extent, found) in self.shape.iter().zip(&self.strides).rev() {
            if *found <= 0 || (*extent != 1 && *found != stride) {
                return false;
            }
            stride = stride.saturating_mul(signed(*extent));
        }
        true
    }

    /// Whether the elements stand side by side from the buffer's start.
    pub(super) fn starts_buffer(&self) -> bool {
        self.offset == 0 && self.is_contiguous()
    }

    /// Whether the elements are the whole buffer, in any order that goes forward.
    pub(super) fn covers_buffer(&self) -> bool {
        let forward = self.strides.iter().all(|stride| *stride >= 0);
        forward && self.offset == 0 && self.elements() == self.buffer
    }

    /// Whether some dimension runs backward.
    pub(super) fn runs_backward(&self) -> bool {
        self.strides.iter().any(|stride| *stride < 0)
    }

    /// How many elements of the buffer the tensor shows: an expanded one shows the same again and again.
    pub(super) fn distinct(&self) -> u64 {
        let extents = self.shape.iter().zip(&self.strides);
        let walked = extents.map(|(extent, stride)| {
            if *stride == 0 && *extent > 0 {
                1
            } else {
                *extent
            }
        });
        product(walked).min(self.buffer)
    }

    fn elements(&self) -> u64 {
        product(self.shape.iter().copied())
    }

    fn viewed(&self, shape: &Shape, strides: Vec<i64>, offset: u64) -> Self {
        Self {
            shape: extents(shape),
            strides,
            offset,
            buffer: self.buffer,
        }
    }

    /// The strides of an expansion to `shape`: those of the dimensions that stay, 0 for those that are new or repeated.
    fn expanded(&self, shape: &Shape) -> Self {
        let target = extents(shape);
        let new = target.len().saturating_sub(self.shape.len());
        let strides = target.iter().enumerate().map(|(i, extent)| {
            let from = i.checked_sub(new);
            match from.and_then(|i| self.shape.get(i).zip(self.strides.get(i))) {
                Some((own, stride)) if own == extent => *stride,
                _ => 0,
            }
        });
        self.viewed(shape, strides.collect(), self.offset)
    }
}

/// The layout of the operation's result where it is a view of its first operand, whose layout is `of`: nothing is moved then.
pub(super) fn view(operation: &OperationIr, of: &Layout) -> Option<Layout> {
    use BaseOperationIr as B;
    let (OperationIr::BaseFloat(operation)
    | OperationIr::BaseInt(operation)
    | OperationIr::BaseBool(operation)) = operation
    else {
        return None;
    };
    match operation {
        B::Reshape(op) => of
            .is_contiguous()
            .then(|| Layout::contiguous(&op.out.shape, of.offset, of.buffer)),
        B::SwapDims(op) => {
            let mut strides = of.strides.clone();
            let inside = op.dim1 < strides.len() && op.dim2 < strides.len();
            if inside {
                strides.swap(op.dim1, op.dim2);
            }
            Some(of.viewed(&op.out.shape, strides, of.offset))
        }
        B::Permute(op) => {
            let strides = op.axes.iter().map(|axis| of.strides.get(*axis).copied());
            Some(of.viewed(
                &op.out.shape,
                strides.map(Option::unwrap_or_default).collect(),
                of.offset,
            ))
        }
        B::Flip(op) => {
            let (mut strides, mut offset) = (of.strides.clone(), of.offset);
            for axis in &op.axes {
                if let (Some(stride), Some(extent)) = (strides.get_mut(*axis), of.shape.get(*axis))
                {
                    offset = moved(offset, *stride, extent.saturating_sub(1));
                    *stride = stride.saturating_neg();
                }
            }
            Some(of.viewed(&op.out.shape, strides, offset))
        }
        B::Expand(op) => Some(of.expanded(&op.out.shape)),
        B::Slice(op) => {
            let (mut strides, mut offset) = (of.strides.clone(), of.offset);
            for (dim, slice) in op.ranges.iter().enumerate() {
                let (Some(stride), Some(extent)) = (strides.get_mut(dim), of.shape.get(dim)) else {
                    break;
                };
                let (start, end) = (
                    at(slice.start as i64, *extent),
                    slice.end.map_or(*extent, |end| at(end as i64, *extent)),
                );
                let first = if slice.step > 0 {
                    start
                } else {
                    end.saturating_sub(1)
                };
                offset = moved(offset, *stride, first);
                *stride = stride.saturating_mul(slice.step as i64);
            }
            Some(of.viewed(&op.out.shape, strides, offset))
        }
        B::Unfold(op) => {
            let mut strides = of.strides.clone();
            let window = strides.get(op.dim).copied().unwrap_or_default();
            if let Some(stride) = strides.get_mut(op.dim) {
                *stride = stride.saturating_mul(i64::try_from(op.step).unwrap_or(i64::MAX));
            }
            strides.push(window);
            Some(of.viewed(&op.out.shape, strides, of.offset))
        }
        B::Cast(op) if op.input.dtype == op.out.dtype => Some(of.clone()),
        B::RepeatDim(op) if op.times == 1 => Some(of.clone()),
        B::Cat(op) if op.tensors.len() == 1 => Some(of.clone()),
        B::Cast(_) | B::RepeatDim(_) | B::Cat(_) => None,
        B::SliceAssign(_) | B::Select(_) | B::SelectAssign(_) | B::MaskWhere(_) => None,
        B::MaskFill(_) | B::Gather(_) | B::GatherNd(_) | B::Scatter(_) | B::ScatterNd(_) => None,
        B::Equal(_) | B::EqualElem(_) | B::NotEqual(_) | B::NotEqualElem(_) => None,
        B::Empty(_) | B::Ones(_) | B::Zeros(_) => None,
        B::All(_) | B::Any(_) | B::AllDim(_) | B::AnyDim(_) => None,
    }
}

fn extents(shape: &Shape) -> Vec<u64> {
    shape.iter().map(|extent| *extent as u64).collect()
}

fn signed(extent: u64) -> i64 {
    i64::try_from(extent).unwrap_or(i64::MAX)
}

/// A bound of a slice, counted from the end where it is negative.
fn at(bound: i64, extent: u64) -> u64 {
    match u64::try_from(bound) {
        Ok(bound) => bound.min(extent),
        Err(_) => extent.saturating_sub(bound.unsigned_abs()),
    }
}

/// `offset` after `steps` of `stride`.
fn moved(offset: u64, stride: i64, steps: u64) -> u64 {
    let way = stride.unsigned_abs().saturating_mul(steps);
    if stride < 0 {
        offset.saturating_sub(way)
    } else {
        offset.saturating_add(way)
    }
}
