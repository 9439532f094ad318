//! A program of a file made ready on a device, with what the file has for it.

use crate::capture::catch;
use crate::engine::buffers::on_device;
use crate::engine::{self, EngineChoice, Runner};
use crate::error::ArchiveCause;
use crate::graph::Program;
use burn::tensor::{Device, TensorData};
use burn_dispatch::DispatchTensor;
use std::sync::Arc;

/// Why a device runs nothing.
pub(super) const NO_ENGINE: &str = "no engine of this build serves it";

/// What runs the program, and the weights and the state on its device, where there are any.
pub(crate) struct Ready {
    pub(crate) runner: Box<dyn Runner>,
    pub(crate) weights: Option<Vec<DispatchTensor>>,
    pub(crate) state: Option<Vec<DispatchTensor>>,
}

impl Ready {
    /// Makes the program ready. What depends on constants alone runs here, and may fail as any operation may.
    pub(crate) fn new(
        program: &Arc<Program>,
        device: &Device,
        want: EngineChoice,
        grows: bool,
        weights: Option<Vec<TensorData>>,
        state: Option<Vec<TensorData>>,
    ) -> Result<Self, ArchiveCause> {
        let placed = |tensors: Vec<TensorData>| -> Vec<DispatchTensor> {
            let each = tensors.into_iter();
            each.map(|data| on_device(data, device)).collect()
        };
        let ready = catch(|| {
            let runner = engine::prepare(program, device, want, grows);
            (runner, weights.map(placed), state.map(placed))
        });
        let reason = match ready {
            Ok((Some(runner), weights, state)) => {
                return Ok(Self {
                    runner,
                    weights,
                    state,
                });
            }
            Ok((None, ..)) => NO_ENGINE.to_owned(),
            Err(caught) => caught.message,
        };
        Err(ArchiveCause::Device {
            program: program.origin.name,
            device: format!("{device:?}"),
            reason,
        })
    }
}
