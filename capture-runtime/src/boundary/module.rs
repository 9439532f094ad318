//! Burn modules as weights and state, through Burn's own traversal.

use super::held::Hollow;
use super::state::{Leaf, LeafKind, LeafMapper};
use crate::capture::catch;
use crate::tensor;
use burn::module::{Flag, Module, ModuleMapper, ModuleVisitor, Param};
use burn::tensor::{Bool, Device, Int, Tensor};

/// Replaces every tensor of `module`.
pub(crate) fn map_leaves<M: Module>(module: M, mapper: &mut dyn LeafMapper) -> M {
    let module = match mapper.constants() {
        Some(device) => onto(module, &device),
        None => module,
    };
    module.map(&mut Adapter { mapper })
}

/// The module without its leaves, and with its other tensors on `device`, plain.
fn onto<M: Module>(module: M, device: &Device) -> M {
    let mut flags = Flags::default();
    module.visit(&mut flags);
    let mut hollow = Hollow;
    let hollow = module.map(&mut Adapter {
        mapper: &mut hollow,
    });
    // A tensor with autodiff cannot move onto a capture device: `valid` takes it away, and turns training flags off.
    hollow.valid().to_device(device).map(&mut flags)
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
        let active = is_active(&param);
        let (id, value, settings) = param.consume();
        let tensor = self.mapper.leaf(Leaf {
            kind: LeafKind::Parameter { active },
            tensor: tensor::erase(value),
        });
        Param::from_mapped_value(id, tensor::restore(tensor), settings)
    }

    fn map_int<const D: usize>(&mut self, param: Param<Tensor<D, Int>>) -> Param<Tensor<D, Int>> {
        param.map(|value| self.buffer(value))
    }

    fn map_bool<const D: usize>(
        &mut self,
        param: Param<Tensor<D, Bool>>,
    ) -> Param<Tensor<D, Bool>> {
        param.map(|value| self.buffer(value))
    }

    fn map_flag(&mut self, flag: Param<Flag>) -> Param<Flag> {
        self.mapper.flag(flag)
    }
}

/// Whether training computes a gradient for `param`.
pub(super) fn is_active<const D: usize>(param: &Param<Tensor<D>>) -> bool {
    // A parameter says so only through the tensor that `train` makes of it; a stand-in without elements asks without
    // touching the value, which may stand on the capture device.
    let (id, _, settings) = param.clone().consume();
    let stand_in = Tensor::empty([0; D], &Device::flex());
    Param::from_mapped_value(id, stand_in, settings)
        .train()
        .is_require_grad()
}

impl Adapter<'_> {
    fn buffer<const D: usize, K: burn::tensor::kind::Basic>(
        &mut self,
        value: Tensor<D, K>,
    ) -> Tensor<D, K> {
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
    // training flags off and takes autodiff away: both are put back.
    let copy = module.valid();
    let copy = if module
        .devices()
        .iter()
        .any(burn::tensor::Device::is_autodiff)
    {
        copy.train()
    } else {
        copy
    };
    copy.map(&mut flags)
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
/// which the next forward of the same layer could not move. Only running statistics are written, through the storage
/// that `module` shares with the program's copy.
pub(crate) fn sync<M: Module>(module: &M) {
    let shared = module.clone();
    // `train` folds pending updates on the capture device, but stops at a tensor that is no parameter. `valid` passes those,
    // and stops at each statistic that it folded until that is plain. These panics are ours, and no sign of a helper that hides one.
    let folds = |fold: &dyn Fn()| catch(fold).is_ok();
    let mut done = folds(&|| drop(shared.clone().train()));
    let plain = shared.map(&mut PlainBuffers);
    let mut left = statistics(&plain);
    while !done && left > 0 {
        done = folds(&|| drop(plain.valid()));
        let _ = plain.clone().map(&mut PlainBuffers);
        left -= 1;
    }
}

/// At least as many as the module has running statistics.
fn statistics<M: Module>(module: &M) -> usize {
    struct Count(usize);

    impl ModuleVisitor for Count {
        fn visit_float<const D: usize>(&mut self, _param: &Param<Tensor<D>>) {
            self.0 += 1;
        }
    }

    let mut count = Count(1);
    module.visit(&mut count);
    count.0
}

struct PlainBuffers;

impl ModuleMapper for PlainBuffers {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        param.map(|value| tensor::restore(tensor::plain(tensor::erase(value))))
    }
}

/// Replaces the running statistics of `module` by tensors of one element. Parameters stay as they are: a clone's are its own.
pub(crate) fn mark<M: Module>(module: &M) {
    struct Mark;

    impl ModuleMapper for Mark {
        fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
            param.map(|_| Tensor::zeros([1; D], &Device::flex()))
        }
    }

    let _ = module.clone().map(&mut Mark);
}
