//! Optimizers that can be captured: [`Sgd`], [`Adam`] and [`AdamW`].
//!
//! Burn's own optimizers count their steps in a host `usize` and multiply by a host learning rate. A captured program would
//! freeze both at their first values. These keep the step count and the learning rate on the device, are built from
//! configurations with the same options and defaults, and compute the same operations in the same order.
//!
//! ```
//! use burn::nn::LinearConfig;
//! use burn::optim::GradientsParams;
//! use burn::tensor::{Device, Tensor};
//! use capture_runtime::optim::AdamWConfig;
//!
//! let device = Device::flex().autodiff();
//! let mut model = LinearConfig::new(3, 1).init(&device);
//! let mut optim = AdamWConfig::new().with_weight_decay(0.01).init();
//!
//! let loss = model.forward(Tensor::<2>::ones([4, 3], &device)).square().mean();
//! let grads = GradientsParams::from_grads(loss.backward(), &model);
//! optim.step(1e-3, &mut model, grads);
//! ```
//!
//! `step` updates the model in place and is called the same way in eager and in captured code; the learning rate is a
//! number of the host or a [`Live`](crate::live::Live) one (see [`Rate`]).
//!
//! # How close to Burn
//!
//! The tolerance is a relative difference of `1e-6` (of a parameter's largest element) after 100 steps with a changing learning
//! rate. On Flex the measured difference is zero: every combination of options that the tests cover agrees with Burn in every bit.
//! Other devices may round a bias correction differently: they order its product of powers as they like. A captured replay and
//! an eager call run the same operations, so the two agree bit for bit where the same kernels run.
//!
//! Parameters without a gradient are left alone and do not age: a parameter that receives its first gradient late is corrected
//! for its own number of steps, as in Burn. Parameters with the same history share one step count.

mod adam;
mod adamw;
mod adaptive;
mod bias;
mod memory;
mod rate;
mod scalar;
mod sgd;
mod update;

pub use adam::{Adam, AdamConfig};
pub use adamw::{AdamW, AdamWConfig};
pub use burn::grad_clipping::GradientClippingConfig;
pub use burn::optim::{decay::WeightDecayConfig, momentum::MomentumConfig};
pub use rate::Rate;
pub use sgd::{Sgd, SgdConfig};

/// What an optimizer's type adds to its [`Rule`](update::Rule): the public `step`, and the state that a session holds.
macro_rules! optimizer {
    ($optimizer:ident, $config:ident) => {
        impl $optimizer {
            /// Updates the parameters of `model` that have a gradient in `grads`; the others are left alone.
            ///
            /// `lr` is a number of the host or a live one. The call is the same in eager and in captured code. In eager code the update
            /// reuses the buffers of parameters that nothing else holds.
            ///
            /// # Panics
            ///
            /// When a gradient's shape differs from its parameter's. A panic leaves the parameters that have a
            /// gradient without a value, as moving `model` into Burn's optimizer would.
            pub fn step<M: burn::module::Module>(
                &mut self,
                lr: impl Into<$crate::optim::Rate>,
                model: &mut M,
                grads: burn::optim::GradientsParams,
            ) {
                $crate::optim::update::step(
                    &self.config,
                    &mut self.memory,
                    lr.into(),
                    model,
                    grads,
                );
            }

            /// The configuration that this optimizer was built from.
            pub fn config(&self) -> &$config {
                &self.config
            }
        }

        impl From<$config> for $optimizer {
            fn from(config: $config) -> Self {
                config.init()
            }
        }

        impl core::fmt::Debug for $optimizer {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($optimizer))
                    .field("config", &self.config)
                    .field("memory", &self.memory)
                    .finish()
            }
        }

        impl $crate::boundary::ProgramState for $optimizer {
            fn map_leaves(self, mapper: &mut dyn $crate::boundary::LeafMapper) -> Self {
                let names = $crate::optim::update::Rule::moments(&self.config);
                Self {
                    memory: self.memory.map_leaves(names, mapper),
                    config: self.config,
                }
            }

            fn detached(&self) -> Self {
                self.clone()
            }

            fn settle(&mut self, after: &Self) {
                self.memory.settle(&after.memory);
            }

            fn inspect(&self, out: &mut $crate::boundary::Inspection) {
                out.value(&self.config);
                self.memory.inspect(out);
            }
        }
    };
}
use optimizer;
