//! Records a training step on the capture device and interprets the record on Flex.

use crate::common::Mlp;
use burn::module::{Module, ModuleMapper, ModuleVisitor, Param};
use burn::tensor::{Device, Int, Tensor, TensorData};
use burn_dispatch::backends::{Capture, Flex};
use burn_dispatch::{BackendTensor, DispatchTensor, DispatchTensorKind};
use burn_ir::{HandleKind, IrVisitorMut, OperationIr, TensorId, TensorIr, TensorStatus};
use burn_router::TensorInterpreter;
use capture_runtime::__private as autodiff;
use capture_runtime::Live;
use capture_runtime::optim::Rate;
use capture_runtime::{Leaf, LeafMapper, ProgramState};
use std::collections::{HashMap, HashSet};

/// What the tests do with any optimizer.
pub(crate) trait Optimizer: ProgramState + Clone {
    fn advance(&mut self, lr: Rate, model: &mut Mlp, grads: burn::optim::GradientsParams);
}

macro_rules! optimizers {
    ($($ty:ident),*) => {$(
        impl Optimizer for capture_runtime::optim::$ty {
            fn advance(&mut self, lr: Rate, model: &mut Mlp, grads: burn::optim::GradientsParams) {
                self.step(lr, model, grads);
            }
        }
    )*};
}

optimizers!(Sgd, Adam, AdamW);

/// A recorded step: `x`, `y` and the learning rate in, the parameters and the optimizer's state carried along.
pub(crate) struct Record {
    pub(crate) operations: Vec<OperationIr>,
    values: Vec<(TensorId, TensorData)>,
    inputs: [TensorId; 3],
    before: Vec<TensorId>,
    after: Vec<TensorId>,
}

/// The identifier of a plain tensor on the capture device.
fn id(tensor: &DispatchTensor) -> TensorId {
    match &tensor.kind {
        DispatchTensorKind::Capture(BackendTensor::Float(tensor)) => tensor.id(),
        DispatchTensorKind::Capture(BackendTensor::Int(tensor)) => tensor.id(),
        DispatchTensorKind::Capture(BackendTensor::Bool(tensor)) => tensor.id(),
        _ => panic!("not a plain tensor of the capture device"),
    }
}

fn float_id<const D: usize>(tensor: Tensor<D>) -> TensorId {
    tensor.try_into_primitive::<Capture>().unwrap().id()
}

/// Replaces leaves by placeholders without a value and remembers their identifiers.
struct Placeholders {
    device: Device,
    ids: Vec<TensorId>,
    names: Vec<String>,
}

impl LeafMapper for Placeholders {
    fn enter(&mut self, name: &str) {
        self.names.push(name.to_string());
    }

    fn exit(&mut self) {}

    fn leaf(&mut self, leaf: Leaf) -> DispatchTensor {
        use burn_backend::TensorMetadata;
        let (shape, dtype) = (leaf.tensor.kind.shape(), leaf.tensor.kind.dtype());
        let options = (&self.device, dtype);
        let placeholder = match (shape.num_dims(), dtype.is_float()) {
            (1, true) => Tensor::<1>::empty(shape, options).into_dispatch(),
            (2, true) => Tensor::<2>::empty(shape, options).into_dispatch(),
            (1, false) => Tensor::<1, Int>::empty(shape, options).into_dispatch(),
            rank => panic!("no leaf of these networks is like {rank:?}"),
        };
        self.ids.push(id(&placeholder));
        placeholder
    }
}

impl ModuleMapper for Placeholders {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        param.map(|value| {
            let empty = Tensor::<D>::empty(value.shape(), &self.device);
            self.ids.push(float_id(empty.clone()));
            autodiff::with_autodiff(empty).require_grad()
        })
    }
}

/// The identifiers of a value's tensors.
struct Identifiers(Vec<TensorId>);

impl LeafMapper for Identifiers {
    fn enter(&mut self, _name: &str) {}
    fn exit(&mut self) {}
    fn leaf(&mut self, leaf: Leaf) -> DispatchTensor {
        self.0.push(id(&leaf.tensor));
        leaf.tensor
    }
}

impl ModuleVisitor for Identifiers {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let value = param.val();
        assert!(
            value.is_require_grad(),
            "a lifted parameter comes back lifted"
        );
        self.0.push(float_id(autodiff::without_autodiff(value)));
    }
}

/// The data of a value's tensors, on a device that computes.
struct Values(Vec<TensorData>);

impl LeafMapper for Values {
    fn enter(&mut self, _name: &str) {}
    fn exit(&mut self) {}
    fn leaf(&mut self, leaf: Leaf) -> DispatchTensor {
        use burn_backend::{
            TensorMetadata,
            ops::{FloatTensorOps, IntTensorOps},
        };
        let plain = leaf.tensor.clone();
        self.0.push(burn_std::future::block_on(async {
            if plain.kind.dtype().is_float() {
                burn_dispatch::Dispatch::float_into_data(plain)
                    .await
                    .unwrap()
            } else {
                burn_dispatch::Dispatch::int_into_data(plain).await.unwrap()
            }
        }));
        leaf.tensor
    }
}

impl ModuleVisitor for Values {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.0.push(param.val().into_data());
    }
}

/// The parameters, then the state.
pub(crate) fn values<O: ProgramState + Clone>(model: &Mlp, optim: &O) -> Vec<TensorData> {
    let mut values = Values(Vec::new());
    model.visit(&mut values);
    let _ = optim.clone().map_leaves(&mut values);
    values.0
}

/// Records one step; also the optimizer after it, on the capture device.
pub(crate) fn record<O: Optimizer>(model: &Mlp, optim: &O) -> (Record, O, Vec<String>) {
    let device = Device::capture();
    let mut result = None;
    // Placeholders are recorded as operations that make them, which are dropped below: an input that the record makes is refused.
    let captured = device
        .capture_scope(|scope| {
            let mut placeholders = Placeholders {
                device: device.clone(),
                ids: Vec::new(),
                names: Vec::new(),
            };
            let mut model = model.clone().map(&mut placeholders);
            let mut optim = optim.clone().map_leaves(&mut placeholders);
            let x = Tensor::<2>::empty([16, 5], &device);
            let y = Tensor::<2>::empty([16, 2], &device);
            let zero = Live::new(0f64, &device);
            let lr = zero.to_tensor(&device);
            let inputs = [float_id(x.clone()), float_id(y.clone()), float_id(lr)];

            let x = autodiff::with_autodiff(x);
            let y = autodiff::with_autodiff(y);
            let gradients = autodiff::backward(&model.loss(x, y));
            let gradients = autodiff::from_grads(gradients, &model);
            let first = gradients.len();
            optim.advance(zero.into(), &mut model, gradients);
            assert_eq!(first, 4);

            let mut after = Identifiers(Vec::new());
            model.visit(&mut after);
            let after_optim = optim.map_leaves(&mut after);
            let outputs = after.0.clone();
            result = Some((inputs, placeholders, after.0, after_optim, model));
            scope.complete([], outputs)
        })
        .unwrap();
    let (inputs, placeholders, after, optim, _model) = result.unwrap();
    let given: HashSet<TensorId> = inputs.iter().chain(&placeholders.ids).copied().collect();
    let mut operations = captured.graph.operations;
    operations.retain(|operation| {
        let init = matches!(operation, OperationIr::Init(_));
        !init && !operation.outputs().any(|output| given.contains(&output.id))
    });
    let values = captured.values.into_iter();
    let record = Record {
        operations,
        values: values.filter(|(id, _)| !given.contains(id)).collect(),
        inputs,
        before: placeholders.ids,
        after,
    };
    (record, optim, placeholders.names)
}

/// A record's operations, with tensors numbered by first appearance and without ownership: equal for equal programs.
/// Zeros are left out: a first step makes what a later one is given.
pub(crate) fn listing(record: &Record) -> Vec<String> {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let drops = |operation: &&OperationIr| {
        let text = format!("{operation:?}");
        !matches!(operation, OperationIr::Drop(_)) && !text.contains("Zeros(")
    };
    let mut describe = |operation: &OperationIr| {
        let text = format!("{operation:?}");
        let mut parts = text.split("TensorId { value: ");
        let mut line = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let (id, rest) = part.split_once(' ').unwrap_or((part, ""));
            let next = numbers.len();
            let number = numbers.entry(id.to_string()).or_insert(next);
            line.push_str(&format!("%{number} {rest}"));
        }
        line.replace("ReadWrite", "Read")
            .replace("ReadOnly", "Read")
    };
    let operations = record.operations.iter().filter(drops);
    operations.map(&mut describe).collect()
}

/// Runs a record on Flex, carrying the state from run to run.
pub(crate) struct Replay {
    interpreter: TensorInterpreter<Flex>,
    operations: Vec<OperationIr>,
    tensors: HashMap<TensorId, TensorIr>,
    record: Record,
}

impl Replay {
    pub(crate) fn new(record: Record, state: Vec<TensorData>) -> Self {
        let mut interpreter = TensorInterpreter::new(Default::default());
        let drops = |operation: &&OperationIr| !matches!(operation, OperationIr::Drop(_));
        let mut operations: Vec<OperationIr> =
            record.operations.iter().filter(drops).cloned().collect();
        let mut tensors = HashMap::new();
        for operation in &mut operations {
            // Everything stays readable: this replay need not be frugal, only right.
            operation.visit_mut(&mut ReadOnly);
            for tensor in operation.nodes() {
                tensors.entry(tensor.id).or_insert_with(|| tensor.clone());
            }
        }
        for (id, data) in &record.values {
            interpreter.register_tensor_data_id(*id, data.clone());
        }
        assert_eq!(record.before.len(), state.len());
        for (id, data) in record.before.iter().zip(state) {
            interpreter.register_tensor_data_id(*id, data);
        }
        Self {
            interpreter,
            operations,
            tensors,
            record,
        }
    }

    pub(crate) fn step(&mut self, x: TensorData, y: TensorData, lr: f64) {
        let lr = TensorData::new(vec![lr], [1]);
        for (id, data) in self.record.inputs.into_iter().zip([x, y, lr]) {
            self.interpreter.register_tensor_data_id(id, data);
        }
        for operation in &self.operations {
            self.interpreter.register_op(operation.clone());
        }
        let after: Vec<HandleKind<Flex>> = self
            .record
            .after
            .clone()
            .into_iter()
            .map(|id| self.get(id))
            .collect();
        for (id, value) in self.record.before.clone().into_iter().zip(after) {
            self.interpreter.register_tensor_to_device(id, value);
        }
    }

    pub(crate) fn state(&mut self) -> Vec<TensorData> {
        let before = self.record.before.clone();
        before
            .into_iter()
            .map(|id| match self.get(id) {
                HandleKind::Float(tensor) => {
                    Tensor::<1>::from_primitive::<Flex>(tensor).into_data()
                }
                HandleKind::Int(tensor) => {
                    Tensor::<1, Int>::from_primitive::<Flex>(tensor).into_data()
                }
                _ => panic!("states are float and int"),
            })
            .collect()
    }

    fn get(&mut self, id: TensorId) -> HandleKind<Flex> {
        let mut tensor = self.tensors[&id].clone();
        tensor.status = TensorStatus::ReadOnly;
        self.interpreter.get_tensor(&tensor)
    }
}

struct ReadOnly;

impl IrVisitorMut for ReadOnly {
    fn visit_tensor_mut(&mut self, tensor: &mut TensorIr) {
        if tensor.status != TensorStatus::NotInit {
            tensor.status = TensorStatus::ReadOnly;
        }
    }
}
