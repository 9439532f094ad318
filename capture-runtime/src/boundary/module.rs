//! Burn modules as weights and state, through Burn's own traversal.

use super::state::{Leaf, LeafKind, LeafMapper};
use crate::tensor;
use burn::module::{Flag, Module, ModuleMapper, ModuleVisitor, Param};
use burn::tensor::{Bool, Device, Int, Tensor};

/// Replaces every tensor of `module`.
pub(crate) fn map_leaves<M: Module>(module: M, mapper: &mut dyn LeafMapper) -> M {
    module.map(&mut Adapter { mapper })
}

struct Adapter<'a> {
    mapper: &'a mut dyn LeafMapper,
}

impl ModuleMapper for Adapter<'_> {
    fn enter_module(&mut self, name: &str, _container_type: &str) {
        self.mapper.enter(name);
    }

    fn exit_module(&mut self, _name: &str, _container_type: &str) {
        self.mapper.exit();
    }

    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let (id, value, settings) = param.consume();
        // A parameter says whether it is active only through the tensor that `train` makes of it; a stand-in without
        // elements asks without touching the value, which may stand on the capture device.
        let stand_in = Tensor::empty([0; D], &Device::flex());
        let active = Param::from_mapped_value(id, stand_in, settings.clone())
            .train()
            .is_require_grad();
        let tensor = self.mapper.leaf(Leaf {
            kind: LeafKind::Parameter { active },
            tensor: tensor::erase(value),
        });
        Param::from_mapped_value(id, tensor::restore(tensor), settings)
    }

    fn map_int<const D: usize>(&mut self, param: Param<Tensor<D, Int>>) -> Param<Tensor<D, Int>> {
        param.map(|value| self.buffer(value))
    }

    fn map_bool<const D: usize>(&mut self, param: Param<Tensor<D, Bool>>) -> Param<Tensor<D, Bool>> {
        param.map(|value| self.buffer(value))
    }

    fn map_flag(&mut self, flag: Param<Flag>) -> Param<Flag> {
        self.mapper.flag(flag)
    }
}

impl Adapter<'_> {
    fn buffer<const D: usize, K: burn::tensor::kind::Basic>(&mut self, value: Tensor<D, K>) -> Tensor<D, K> {
        tensor::restore(self.mapper.leaf(Leaf {
            kind: LeafKind::Buffer,
            tensor: tensor::erase(value),
        }))
    }
}

/// A copy of `module` that shares no running state with it: `clone` shares running statistics through an `Arc`, and writing
/// the copy's would write the original's. Lazy parameters are initialised in the original first.
pub(crate) fn detached<M: Module>(module: &M) -> M {
    let mut flags = Flags::default();
    module.visit(&mut flags);
    // `valid` is the one method of a module that gives running statistics a storage of their own. It also turns
    // training flags off and takes autodiff away; the flags are put back, and autodiff is the session's to decide.
    module.valid().map(&mut flags)
}

#[derive(Default)]
struct Flags {
    flags: Vec<Param<Flag>>,
    next: usize,
}

impl ModuleVisitor for Flags {
    fn visit_flag(&mut self, flag: &Param<Flag>) {
        self.flags.push(flag.clone());
    }
}

impl ModuleMapper for Flags {
    fn map_flag(&mut self, flag: Param<Flag>) -> Param<Flag> {
        let original = self.flags.get(self.next).cloned();
        self.next += 1;
        original.unwrap_or(flag)
    }
}

/// Folds pending running statistics into their value, then makes them plain: a training forward leaves them with autodiff,
/// which the next forward of the same layer could not move.
pub(crate) fn sync<M: Module>(module: &M) {
    // `train` is the one method that folds pending updates whatever device they are on.
    let _ = module.clone().train();
    // Running statistics are written through the storage that the clone shares; parameters of the clone are dropped.
    let _ = module.clone().map(&mut PlainBuffers);
}

struct PlainBuffers;

impl ModuleMapper for PlainBuffers {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        param.map(|value| tensor::restore(tensor::plain(tensor::erase(value))))
    }
}
