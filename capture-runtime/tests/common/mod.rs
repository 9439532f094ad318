//! What the tests share: devices, numbers that need no generator, and comparisons by bits.
#![allow(dead_code)]

use burn::module::{Module, ModuleVisitor, Param};
use burn::nn::{Linear, LinearConfig};
use burn::tensor::activation::relu;
use burn::tensor::kind::Basic;
use burn::tensor::{Bool, Device, Int, Shape, Tensor, TensorData};

/// Flex, where the same kernels run in eager code and in replays: everything is compared bit for bit.
pub(crate) fn flex() -> Device {
    Device::flex()
}

/// Flex with autodiff, for eager training.
pub(crate) fn training() -> Device {
    Device::flex().autodiff()
}

/// A tensor of rank one.
pub(crate) fn row<const N: usize>(values: [f32; N]) -> Tensor<1> {
    Tensor::from_floats(values, &flex())
}

/// The elements of a float tensor.
pub(crate) fn floats<const D: usize>(tensor: &Tensor<D>) -> Vec<f32> {
    let data = tensor.to_data().convert::<f32>();
    data.try_to_vec().unwrap()
}

/// The elements of an int tensor.
pub(crate) fn ints<const D: usize>(tensor: &Tensor<D, Int>) -> Vec<i64> {
    let data = tensor.to_data().convert::<i64>();
    data.try_to_vec().unwrap()
}

/// The elements of a bool tensor.
pub(crate) fn bools<const D: usize>(tensor: &Tensor<D, Bool>) -> Vec<bool> {
    let data = tensor.to_data().convert::<bool>();
    data.try_to_vec().unwrap()
}

/// Both tensors have the same shape, element type and bits.
#[track_caller]
pub(crate) fn assert_same<const D: usize, K: Basic>(
    replayed: &Tensor<D, K>,
    eager: &Tensor<D, K>,
    what: &str,
) {
    let (replayed, eager) = (replayed.to_data(), eager.to_data());
    assert_eq!(replayed.shape(), eager.shape(), "{what}: shape");
    assert_eq!(replayed.dtype(), eager.dtype(), "{what}: element type");
    assert_eq!(
        replayed.as_bytes(),
        eager.as_bytes(),
        "{what}: {replayed} is not {eager}"
    );
}

/// Every tensor of a module, running statistics among them.
pub(crate) fn tensors<M: Module>(module: &M) -> Vec<TensorData> {
    struct Values(Vec<TensorData>);
    impl ModuleVisitor for Values {
        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            self.0.push(param.val().into_data());
        }
        fn visit_int<const D: usize>(&mut self, param: &Param<Tensor<D, Int>>) {
            self.0.push(param.val().into_data());
        }
        fn visit_bool<const D: usize>(&mut self, param: &Param<Tensor<D, Bool>>) {
            self.0.push(param.val().into_data());
        }
    }
    let mut values = Values(Vec::new());
    module.visit(&mut values);
    values.0
}

/// Both modules hold the same bits.
#[track_caller]
pub(crate) fn assert_same_module<M: Module>(replayed: &M, eager: &M, what: &str) {
    let (replayed, eager) = (tensors(replayed), tensors(eager));
    assert_eq!(replayed.len(), eager.len(), "{what}: number of tensors");
    assert!(!eager.is_empty(), "{what}: nothing to compare");
    for (i, (replayed, eager)) in replayed.iter().zip(&eager).enumerate() {
        assert_eq!(
            replayed.as_bytes(),
            eager.as_bytes(),
            "{what}: tensor {i}: {replayed} is not {eager}"
        );
    }
}

/// Numbers in -1..1 that look random and are the same in every run; no generator of Burn is touched.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    pub(crate) fn next(&mut self) -> f32 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }

    pub(crate) fn tensor<const D: usize>(
        &mut self,
        shape: [usize; D],
        device: &Device,
    ) -> Tensor<D> {
        let shape = Shape::from(shape);
        let values: Vec<f32> = (0..shape.num_elements()).map(|_| self.next()).collect();
        Tensor::from_data(TensorData::new(values, shape), device)
    }

    pub(crate) fn indices<const D: usize>(
        &mut self,
        shape: [usize; D],
        below: usize,
        device: &Device,
    ) -> Tensor<D, Int> {
        let shape = Shape::from(shape);
        let index = |number: f32| ((number + 1.0) * 0.5 * below as f32) as i64;
        let values: Vec<i64> = (0..shape.num_elements())
            .map(|_| index(self.next()))
            .collect();
        Tensor::from_data(TensorData::new(values, shape), device)
    }
}

/// A perceptron with one hidden layer.
#[derive(Module, Debug)]
pub(crate) struct Mlp {
    pub(crate) hidden: Linear,
    pub(crate) output: Linear,
}

impl Mlp {
    /// A perceptron whose lazy parameters are drawn already, so that clones start from the same weights.
    pub(crate) fn new(device: &Device) -> Self {
        let model = Self {
            hidden: LinearConfig::new(5, 8).init(device),
            output: LinearConfig::new(8, 3).init(device),
        };
        let _ = tensors(&model);
        model
    }

    pub(crate) fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        self.output.forward(relu(self.hidden.forward(x)))
    }
}
