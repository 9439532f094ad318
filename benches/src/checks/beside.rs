//! A training that is replayed and run eagerly, step by step.

use super::programs::{Net, fit};
use super::{assert_same, required, values};
use burn::prelude::*;
use capture_runtime::prelude::*;

/// The session of [`fit`].
type Fit = Session<(Tensor<2>, Tensor<2>, f64), Tensor<1>, (Net, AdamW)>;

/// One training in two forms, from the same start.
pub(crate) struct Beside {
    pub(crate) session: Fit,
    pub(crate) net: Net,
    optim: AdamW,
    device: Device,
    steps: usize,
}

impl Beside {
    pub(crate) fn new(device: &Device) -> Self {
        let start = Net::new(device);
        let session = fit::on(device, start.clone(), AdamWConfig::new().init());
        Self {
            session: required(session),
            net: start.train(),
            optim: AdamWConfig::new().init(),
            device: device.clone(),
            steps: 0,
        }
    }

    /// One step of both, with `between` after the replay; their losses are the same.
    pub(crate) fn step(&mut self, x: Tensor<2>, y: Tensor<2>, rate: f64, between: impl FnOnce()) {
        let loss = self.session.replay(x.clone(), y.clone(), rate).unwrap();
        between();
        let on = self.device.clone().autodiff();
        let (x, y) = (x.to_device(&on), y.to_device(&on));
        let expected = fit(&mut self.net, &mut self.optim, x, y, rate);
        let what = format!("loss {}", self.steps);
        assert_same(&values(loss), &values(expected.inner()), &what);
        self.steps += 1;
    }
}
