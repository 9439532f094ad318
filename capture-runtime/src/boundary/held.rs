//! A value that a session holds, split into its tensors and a template without them.

use super::state::{Leaf, LeafKind, LeafMapper};
use super::{Inspection, StateOps};
use crate::capture::{Lease, catch};
use crate::tensor;
use burn::tensor::{DType, Device, Shape};
use burn_dispatch::DispatchTensor;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What is known of one tensor of a held value without its data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LeafInfo {
    /// The path from the parameter down: `model.linear.weight`.
    pub(crate) name: String,
    pub(crate) kind: LeafKind,
    pub(crate) shape: Shape,
    pub(crate) dtype: DType,
    /// Whether the tensor was given with autodiff, and is handed back with it.
    pub(crate) autodiff: bool,
}

/// A held value: a template with hollow tensors, and what belongs in them.
pub(crate) struct Held<T> {
    pub(crate) template: T,
    pub(crate) leaves: Vec<LeafInfo>,
    /// The values of the template's other tensors, hashed: a program has them as constants.
    pub(crate) constants: u64,
    /// What it has beside its tensors.
    pub(crate) inspection: Inspection,
}

impl<T> Held<T> {
    /// Splits `value` into a template and its tensors. The value is a [detached](StateOps::detach) copy.
    pub(crate) fn split(ops: &StateOps<T>, value: T) -> (Self, Vec<DispatchTensor>) {
        let mut collect = Collect::default();
        let value = ops.map(value, &mut collect);
        let template = ops.map(value, &mut Hollow);
        let mut leaves = collect.leaves;
        let mut running = FindRunning::default();
        let template = running.run(ops, template);
        for (leaf, running) in leaves.iter_mut().zip(running.found) {
            if running {
                leaf.kind = LeafKind::Running;
            }
        }
        let constants = constants(ops, &template);
        let held = Self {
            inspection: inspect(ops, &template),
            template,
            leaves,
            constants,
        };
        (held, collect.tensors)
    }

    /// A copy of the template with `tensors` in it, handed out as the value was given: with autodiff where it had it.
    pub(crate) fn fill(&self, ops: &StateOps<T>, tensors: Vec<DispatchTensor>) -> T {
        let mut next = self.leaves.iter().zip(tensors);
        let mut fill = Replace(|_: Leaf| match next.next() {
            Some((info, tensor)) if info.autodiff => {
                tensor::tracked(tensor, info.kind == LeafKind::Parameter { active: true })
            }
            Some((_, tensor)) => tensor,
            None => unreachable!("a held value has as many tensors as it was split into"),
        });
        ops.map(ops.detach(&self.template), &mut fill)
    }
}

/// What `value` has beside its tensors.
pub(crate) fn inspect<T>(ops: &StateOps<T>, value: &T) -> Inspection {
    let mut inspection = Inspection::default();
    ops.inspect(value, &mut inspection);
    inspection
}

/// The tensors of `template` that are no leaves, in one number. They are read by moving them onto a capture device.
fn constants<T>(ops: &StateOps<T>, template: &T) -> u64 {
    struct Onto(Device);

    impl LeafMapper for Onto {
        fn enter(&mut self, _name: &str) {}
        fn exit(&mut self) {}
        fn leaf(&mut self, leaf: Leaf) -> DispatchTensor {
            leaf.tensor
        }
        fn constants(&self) -> Option<Device> {
            Some(self.0.clone())
        }
    }

    let lease = Lease::take(&Device::flex().settings());
    let device = lease.device().clone();
    let captured = catch(|| {
        let mut onto = Onto(device.clone());
        device.capture_scope(|scope| {
            let _ = ops.map(ops.detach(template), &mut onto);
            scope.complete([], [])
        })
    });
    let mut hasher = DefaultHasher::new();
    // What cannot be moved is refused by name when the program is captured.
    if let Ok(Ok(graph)) = captured {
        for data in graph.values.values().filter(|data| data.num_elements() > 0) {
            (data.shape(), data.dtype(), data.as_bytes()).hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// A mapper made of a closure.
pub(super) struct Replace<F: FnMut(Leaf) -> DispatchTensor>(pub(super) F);

impl<F: FnMut(Leaf) -> DispatchTensor> LeafMapper for Replace<F> {
    fn enter(&mut self, _name: &str) {}
    fn exit(&mut self) {}
    fn leaf(&mut self, leaf: Leaf) -> DispatchTensor {
        (self.0)(leaf)
    }
}

/// Collects every tensor and its path, changing nothing.
#[derive(Default)]
pub(crate) struct Collect {
    pub(crate) leaves: Vec<LeafInfo>,
    pub(crate) tensors: Vec<DispatchTensor>,
    path: Vec<String>,
}

impl LeafMapper for Collect {
    fn enter(&mut self, name: &str) {
        self.path.push(name.to_owned());
    }

    fn exit(&mut self) {
        self.path.pop();
    }

    fn leaf(&mut self, leaf: Leaf) -> DispatchTensor {
        self.leaves.push(LeafInfo {
            name: self.path.join("."),
            kind: leaf.kind,
            shape: tensor::shape(&leaf.tensor),
            dtype: tensor::dtype(&leaf.tensor),
            autodiff: tensor::is_autodiff(&leaf.tensor),
        });
        self.tensors.push(leaf.tensor.clone());
        leaf.tensor
    }
}

/// Replaces every tensor by one without elements.
pub(super) struct Hollow;

impl LeafMapper for Hollow {
    fn enter(&mut self, _name: &str) {}
    fn exit(&mut self) {}
    fn leaf(&mut self, leaf: Leaf) -> DispatchTensor {
        let rank = tensor::shape(&leaf.tensor).num_dims();
        tensor::hollow(rank, tensor::dtype(&leaf.tensor))
    }
}

/// Finds running statistics: a module's clone shares them, so what a clone's are replaced by shows in the original.
#[derive(Default)]
struct FindRunning {
    found: Vec<bool>,
}

impl FindRunning {
    fn run<T>(&mut self, ops: &StateOps<T>, template: T) -> T {
        let mut watches = Vec::new();
        ops.watch(&template, &mut watches);
        for watch in &watches {
            (watch.mark)();
        }
        ops.map(
            template,
            &mut Replace(|leaf: Leaf| {
                let shape = tensor::shape(&leaf.tensor);
                let marked = shape.num_elements() != 0;
                self.found.push(marked);
                if marked {
                    tensor::hollow(shape.num_dims(), tensor::dtype(&leaf.tensor))
                } else {
                    leaf.tensor
                }
            }),
        )
    }
}
