//! The tensors that a program has so far, and shapes made to agree.

use crate::instructions::{Instruction, Kind};
use burn::tensor::kind::Basic;
use burn::tensor::{Bool, DType, Device, Int, Tensor};

/// No dimension grows beyond this.
const LARGEST: usize = 5;

/// Every tensor that the program has made or was given, by kind.
pub(crate) struct Registers {
    pub(crate) floats: Vec<Tensor<2>>,
    pub(crate) ints: Vec<Tensor<2, Int>>,
    pub(crate) bools: Vec<Tensor<2, Bool>>,
    pub(crate) float: DType,
    pub(crate) int: DType,
}

/// The tensor `back` places before the last one, around the end.
fn nth<T: Clone>(tensors: &[T], back: u8) -> T {
    tensors[tensors.len() - 1 - back as usize % tensors.len()].clone()
}

impl Registers {
    pub(crate) fn new(
        floats: Vec<Tensor<2>>,
        ints: Vec<Tensor<2, Int>>,
        bools: Vec<Tensor<2, Bool>>,
    ) -> Self {
        let (float, int) = (floats[0].dtype(), ints[0].dtype());
        Self {
            floats,
            ints,
            bools,
            float,
            int,
        }
    }

    pub(crate) fn device(&self) -> Device {
        self.floats[0].device()
    }

    pub(crate) fn float(&self, back: u8) -> Tensor<2> {
        nth(&self.floats, back)
    }

    pub(crate) fn int(&self, back: u8) -> Tensor<2, Int> {
        nth(&self.ints, back)
    }

    pub(crate) fn bool(&self, back: u8) -> Tensor<2, Bool> {
        nth(&self.bools, back)
    }

    /// Runs every instruction but those on live numbers, which the captured function runs itself.
    pub(crate) fn step(&mut self, instruction: Instruction) {
        let Instruction { kind, a, b, n } = instruction;
        let (t, u) = (self.float(a), self.float(b));
        match kind {
            Kind::Unary(kind) => self.keep(kind.apply(t, n)),
            Kind::Binary(kind) => {
                let u = fit(u, t.dims());
                self.keep(kind.apply(t, u));
            }
            Kind::Ternary(kind) => {
                let (u, mask) = (fit(u, t.dims()), fit(self.bool(b), t.dims()));
                self.keep(kind.apply(t, u, mask));
            }
            Kind::Reshape(kind) => self.keep(kind.apply(t, u, n)),
            Kind::Reduce(kind) => {
                if t.shape().num_elements() > 0 {
                    self.keep(kind.apply(t, n));
                }
            }
            Kind::Layer(kind) => {
                if t.shape().num_elements() > 0 && u.shape().num_elements() > 0 {
                    self.keep(kind.apply(t, u, n));
                }
            }
            Kind::Assign(kind) => {
                if t.shape().num_elements() > 0 && u.shape().num_elements() > 0 {
                    self.keep(kind.apply(t, u, n));
                }
            }
            Kind::Index(kind) => {
                let index = self.int(b);
                if t.shape().num_elements() > 0 && index.shape().num_elements() > 0 {
                    self.keep(kind.apply(t, index, u));
                }
            }
            Kind::Make(kind) => self.keep(kind.apply(t.dims(), n, &self.device(), self.float)),
            Kind::Convert(kind) => {
                if t.shape().num_elements() > 0 {
                    kind.apply(self, t, n);
                }
            }
            Kind::Compare(kind) => {
                let u = fit(u, t.dims());
                self.bools.push(kind.apply(t, u, n));
            }
            Kind::Logic(kind) => {
                let (p, q) = (self.bool(a), self.bool(b));
                let q = fit(q, p.dims());
                self.bools.push(kind.apply(p, q));
            }
            Kind::IntUnary(kind) => {
                let i = self.int(a);
                if i.shape().num_elements() > 0 {
                    self.ints.push(shrink(kind.apply(i, n)));
                }
            }
            Kind::IntBinary(kind) => {
                let (i, j) = (self.int(a), self.int(b));
                let j = fit(j, i.dims());
                self.ints.push(kind.apply(i, j));
            }
            Kind::Live(_) => unreachable!("the captured function runs operations on live numbers"),
        }
    }

    /// Keeps a result, cut to a size that stays small.
    pub(crate) fn keep(&mut self, tensor: Tensor<2>) {
        self.floats.push(shrink(tensor));
    }
}

/// `tensor` cut to small dimensions.
pub(crate) fn shrink<K: Basic>(tensor: Tensor<2, K>) -> Tensor<2, K> {
    let [rows, columns] = tensor.dims();
    fit(tensor, [rows.min(LARGEST), columns.min(LARGEST)])
}

/// `tensor` cut or repeated to `dims`.
pub(crate) fn fit<K: Basic>(tensor: Tensor<2, K>, dims: [usize; 2]) -> Tensor<2, K> {
    let mut tensor = tensor;
    if tensor.dims() == dims {
        return tensor;
    }
    if tensor.shape().num_elements() == 0 || dims.contains(&0) {
        return Tensor::zeros(dims, (&tensor.device(), tensor.dtype()));
    }
    for (dim, wanted) in dims.into_iter().enumerate() {
        let have = tensor.dims()[dim];
        if have < wanted {
            tensor = tensor.repeat_dim(dim, wanted.div_ceil(have));
        }
        if tensor.dims()[dim] > wanted {
            tensor = used(tensor.narrow(dim, 0, wanted));
        }
    }
    tensor
}

/// `part`, and something that reads it where it is one element: slices of every single element that nobody reads are what displaying
/// a tensor leaves, and are refused.
pub(crate) fn used<K: Basic>(part: Tensor<2, K>) -> Tensor<2, K> {
    match part.shape().num_elements() {
        1 => part.flip([0]),
        _ => part,
    }
}
