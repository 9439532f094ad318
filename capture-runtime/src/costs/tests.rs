//! Programs as a file may have them, with any shape and any number of a tensor; and operations made by hand.

use crate::graph::Program;
use crate::prelude::{TensorSpec, capture_program};
use burn::tensor::{DType, Shape, Tensor};
use burn_backend::distributed::ReduceOperation;
use burn_ir::{
    AllReduceOpIr, CtcLossBackwardOpIr, CtcLossOpIr, DequantizeOpIr, DeviceIdIr,
    DistributedOperationIr, EmbeddingBackwardOpIr, FloatOperationIr, IrVisitorMut,
    LinearBiasBackwardOpIr, LinearOpIr, LinearWeightBackwardOpIr, LinearXBackwardOpIr,
    ModuleOperationIr, OperationIr, QuantizationParametersIr, QuantizeOpIr, TensorId, TensorIr,
};
use proptest::collection::vec;
use proptest::prelude::*;

#[capture_program(crate = crate)]
fn many(s: &mut Tensor<4>, x: Tensor<4>, w: Tensor<4>) -> Vec<Tensor<4>> {
    use burn::tensor::ops::{AvgPoolOptions, ConvOptions};
    use burn::tensor::{activation, module};
    let table = Tensor::<4>::ones([1, 1, 1, 1], &x.device()) * 2.0;
    let conv = module::conv2d(
        x.clone(),
        w.clone(),
        None,
        ConvOptions::new([1, 1], [1, 1], [1, 1], 1),
    );
    let product = x.clone().matmul(w.clone().swap_dims(2, 3));
    let views = x
        .clone()
        .slice([0..1, 0..2])
        .flip([0])
        .expand([2, 2, 3, 3])
        .permute([3, 2, 1, 0]);
    let means = views.clone().mean_dim(1) + views.cumsum(2).max_dim(1);
    let pooled = module::avg_pool2d(x.clone(), AvgPoolOptions::new([2, 2]));
    let resized = module::adaptive_avg_pool2d(x.clone(), [2, 2]);
    let attended = module::attention(
        x.clone(),
        x.clone(),
        x.clone(),
        None,
        None,
        Default::default(),
    );
    let rows = x.clone().argmax(0);
    let taken = x.clone().gather(0, rows);
    *s = s.clone().mul(x.clone()).clamp(-1.0, 1.0) + x.clone().reshape([2, 2, 3, 3]);
    let soft = activation::softmax(x.clone(), 2) + activation::gelu(x);
    vec![
        table, conv, product, means, pooled, resized, attended, taken, soft,
    ]
}

fn program() -> Program {
    let s = Tensor::<4>::ones([2, 2, 3, 3], &burn::tensor::Device::flex());
    let spec = || TensorSpec::float([2, 2, 3, 3]);
    many::capture(&s, spec(), spec()).unwrap()
}

struct Each<F>(F);

impl<F: FnMut(&mut TensorIr)> IrVisitorMut for Each<F> {
    fn visit_tensor_mut(&mut self, tensor: &mut TensorIr) {
        (self.0)(tensor);
    }
}

fn changed(mut program: Program, change: impl FnMut(&mut TensorIr)) -> Program {
    let mut each = Each(change);
    for operation in &mut program.operations {
        operation.ir.visit_mut(&mut each);
    }
    program
}

#[test]
fn the_largest_shapes_saturate() {
    let huge = Shape::from(vec![usize::MAX; 4]);
    let mut program = changed(program(), |tensor| tensor.shape = huge.clone());
    for binding in &mut program.signature.bindings {
        binding.shape = huge.clone();
    }
    let costs = program.costs();
    assert_eq!(costs.total().flops, u64::MAX);
    assert_eq!(costs.total().bytes(), u64::MAX);
    assert_eq!(costs.peak().bytes, u64::MAX);
    assert!(costs.total().intensity() >= 1.0);
}

#[test]
fn a_shape_without_elements_costs_nothing() {
    let none = Shape::from(vec![usize::MAX, 0, usize::MAX, 7]);
    let costs = changed(program(), |tensor| tensor.shape = none.clone()).costs();
    let total = costs.total();
    assert_eq!((total.bytes_read, total.bytes_written), (0, 0));
    assert_eq!(total.intensity(), 0.0);
}

fn float(id: u64, shape: &[usize]) -> TensorIr {
    TensorIr::uninit(TensorId::new(id), Shape::from(shape.to_vec()), DType::F32)
}

fn flops(operation: ModuleOperationIr) -> u64 {
    super::flops::flops(&OperationIr::Module(operation))
}

/// Operations that Burn's frontend takes apart, or records only backward.
#[test]
fn layers_and_their_gradients_are_counted() {
    let (x, weight, bias) = (float(0, &[6, 8]), float(1, &[8, 5]), float(2, &[5]));
    let (out, grad) = (float(3, &[6, 5]), float(4, &[6, 5]));
    // 30 results of 8 multiply-adds, and the bias.
    let linear = flops(ModuleOperationIr::Linear(LinearOpIr {
        x: x.clone(),
        weight: weight.clone(),
        bias: Some(bias.clone()),
        out,
    }));
    assert_eq!(linear, 30 * 8 * 2 + 30);
    // 48 results of 5, 40 results of 6, and 5 sums of 6.
    let of_x = flops(ModuleOperationIr::LinearXBackward(LinearXBackwardOpIr {
        weight: weight.clone(),
        output_grad: grad.clone(),
        out: x.clone(),
    }));
    assert_eq!(of_x, 48 * 5 * 2);
    let of_weight = flops(ModuleOperationIr::LinearWeightBackward(
        LinearWeightBackwardOpIr {
            x,
            output_grad: grad.clone(),
            out: weight,
        },
    ));
    assert_eq!(of_weight, 40 * 6 * 2);
    let of_bias = flops(ModuleOperationIr::LinearBiasBackward(
        LinearBiasBackwardOpIr {
            output_grad: grad,
            out: bias,
        },
    ));
    assert_eq!(of_bias, 5 * 5);
}

fn int(id: u64, shape: &[usize]) -> TensorIr {
    TensorIr::uninit(TensorId::new(id), Shape::from(shape.to_vec()), DType::I64)
}

/// Forward, a cell sums three paths in logarithms (the largest 2, differences 3, exponentials 3, their sum 2, its logarithm and the largest 2)
/// and adds the probability. A. Graves et al., "Connectionist Temporal Classification", 2006, equations 6, 10 and 16.
#[test]
fn a_ctc_loss_is_counted_by_the_cells_of_its_lattice() {
    // 5 steps of 2 sequences, each of 3 labels with a blank around each: 70 cells. 4 classes.
    let (log_probs, targets) = (float(0, &[5, 2, 4]), int(1, &[2, 3]));
    let (input_lengths, target_lengths) = (int(2, &[2]), int(3, &[2]));
    let forward = flops(ModuleOperationIr::CtcLoss(CtcLossOpIr {
        log_probs: log_probs.clone(),
        targets: targets.clone(),
        input_lengths: input_lengths.clone(),
        target_lengths: target_lengths.clone(),
        blank: 0,
        out: float(4, &[2]),
    }));
    assert_eq!(forward, 70 * (2 + 3 + 3 + 2 + 2 + 1));
    let backward = flops(ModuleOperationIr::CtcLossBackward(CtcLossBackwardOpIr {
        log_probs,
        targets,
        input_lengths,
        target_lengths,
        grad_loss: float(5, &[2]),
        blank: 0,
        out: float(6, &[5, 2, 4]),
    }));
    // Both directions; the cell's share of its class (3 sums, an exponential, a sum); of the 40 results e^p, a difference, a product.
    assert_eq!(backward, 70 * (13 + 13 + 5) + 40 * 3);
}

#[test]
fn a_quantized_element_is_divided_rounded_and_held_between_two_bounds() {
    let (x, q) = (float(0, &[6, 8]), float(1, &[6, 8]));
    let count = |operation| {
        super::flops::flops(&OperationIr::Float(
            burn::tensor::FloatDType::F32.into(),
            operation,
        ))
    };
    let quantize = count(FloatOperationIr::Quantize(QuantizeOpIr {
        tensor: x.clone(),
        qparams: QuantizationParametersIr {
            scales: float(2, &[1]),
            global: None,
        },
        scheme: Default::default(),
        out: q.clone(),
    }));
    assert_eq!(quantize, 48 * (1 + 1 + 2));
    // Times the scale.
    let dequantize = count(FloatOperationIr::Dequantize(DequantizeOpIr {
        input: q,
        out: x,
    }));
    assert_eq!(dequantize, 48);
}

#[test]
fn an_element_is_added_up_over_the_devices() {
    let devices = [0, 1, 2, 3].map(|index_id| DeviceIdIr {
        type_id: 0,
        index_id,
    });
    let count = |op| {
        super::flops::flops(&OperationIr::Distributed(
            DistributedOperationIr::AllReduce(AllReduceOpIr {
                tensor: float(0, &[6, 8]),
                out: float(1, &[6, 8]),
                op,
                device_ids: devices.to_vec(),
            }),
        ))
    };
    assert_eq!(count(ReduceOperation::Sum), 48 * 3);
    assert_eq!(count(ReduceOperation::Mean), 48 * 4);
}

#[test]
fn a_gradient_of_an_embedding_does_not_read_the_table() {
    let operation = OperationIr::Module(ModuleOperationIr::EmbeddingBackward(
        EmbeddingBackwardOpIr {
            weights: float(0, &[1000, 3]),
            out_grad: float(1, &[2, 4, 3]),
            indices: TensorIr::uninit(TensorId::new(2), Shape::from(vec![2, 4]), DType::I64),
            out: float(3, &[1000, 3]),
        },
    ));
    // 24 sums; 24 floats and 8 indices in, the whole gradient out.
    assert_eq!(super::flops::flops(&operation), 24);
    let moved = super::traffic::traffic(&operation, &mut Default::default());
    assert_eq!((moved.bytes_read, moved.bytes_written), (96 + 64, 12_000));
}

proptest! {
    #[test]
    fn no_program_of_a_file_panics(
        shapes in vec(vec(prop_oneof![0usize..4, any::<usize>()], 0..6), 1..40),
        ids in vec(prop_oneof![0u64..12, any::<u64>()], 1..40),
        renames: bool,
    ) {
        let (mut shapes, mut ids) = (shapes.iter().cycle(), ids.iter().cycle());
        let program = changed(program(), |tensor| {
            if let Some(shape) = shapes.next() {
                tensor.shape = Shape::from(shape.clone());
            }
            if let Some(id) = ids.next().filter(|_| renames) {
                tensor.id = TensorId::new(*id);
            }
        });
        let costs = program.costs();
        let all: crate::Cost = costs.operations().iter().sum();
        prop_assert_eq!(all, costs.total() + costs.once());
    }
}
