//! The option `crate`: there is no crate named `capture_runtime` here.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::pedantic)]

use burn::module::Module;
use burn::nn::{Linear, LinearConfig};
use burn::optim::GradientsParams;
use burn::prelude::*;
use engine::prelude::*;

mod framework {
    pub(crate) mod parts {
        pub(crate) use engine as capture;
    }
}

#[derive(ProgramInput)]
#[program(crate = engine)]
struct Batch {
    features: Tensor<2>,
}

#[derive(ProgramOutput)]
#[program(crate = crate::framework::parts::capture)]
struct Report {
    loss: Tensor<1>,
}

#[derive(ProgramState, Clone)]
#[program(crate = engine)]
struct Trainer {
    model: Linear,
    optim: Sgd,
}

#[capture_fn(crate = engine)]
fn loss_of(model: &Linear, batch: Batch, #[live] scale: f64) -> Tensor<1> {
    let Batch { features } = batch;
    model.forward(features).square().mean().mul_scalar(scale)
}

#[capture_fn(crate = engine)]
fn halved(#[live] rate: f64) -> f64 {
    rate * 0.5
}

impl Trainer {
    #[capture_program(crate = engine, strict)]
    fn step(&mut self, batch: Batch, #[live] rate: f64, #[frozen] scale: f64) -> Report {
        let loss = loss_of(&self.model, batch, scale);
        let grads = GradientsParams::from_grads(loss.backward(), &self.model);
        self.optim.step(halved(rate), &mut self.model, grads);
        Report { loss }
    }
}

/// One step of training, by name of another path; its test is one word.
#[capture_program(
    crate = crate::framework::parts::capture,
    strict,
    test = 3,
    document = "tests/programs",
    example(
        trainer = Trainer {
            model: LinearConfig::new(3, 2).init(device),
            optim: SgdConfig::new().init(),
        },
        batch = BatchSpec { features: engine::TensorSpec::float([4, 3]) },
        scale = 2.0,
    )
)]
fn train(trainer: &mut Trainer, batch: Batch, #[live] rate: f64, #[frozen] scale: f64) -> Report {
    let loss = loss_of(&trainer.model, batch, scale);
    let grads = GradientsParams::from_grads(loss.backward(), &trainer.model);
    trainer.optim.step(halved(rate), &mut trainer.model, grads);
    Report { loss }
}

macro_rules! add {
    ($name:ident, $by:literal, $($krate:tt)*) => {
        #[capture_program(crate = $($krate)*, test, example(x = TensorSpec::float([4])))]
        fn $name(x: Tensor<1>) -> Tensor<1> {
            x + $by
        }
    };
}

add!(add_one, 1.0, crate::framework::parts::capture);

#[test]
fn a_renamed_runtime_is_found() {
    let device = Device::flex();
    let autodiff = device.clone().autodiff();
    let mut trainer = Trainer {
        model: LinearConfig::new(3, 2).init(&autodiff),
        optim: SgdConfig::new().init(),
    };
    let mut session = Trainer::step_on(&device, trainer.clone(), 2.0).expect("a session");
    for _ in 0..3 {
        let features = Tensor::<2>::ones([4, 3], &device);
        let batch = Batch {
            features: features.clone(),
        };
        let replayed = session.replay(batch, 0.1).expect("a result").loss;
        let batch = Batch {
            features: features.autodiff(),
        };
        let eager = trainer.step(batch, 0.1, 2.0).loss.inner();
        assert_eq!(replayed.into_data(), eager.into_data());
    }
    assert_eq!(trainer.model.num_params(), 8);
    let mut session = add_one::on(&device).expect("a session");
    let result = session.replay(Tensor::from_floats([1.0], &device));
    assert_eq!(
        result.expect("a result").into_data(),
        TensorData::from([2.0f32])
    );
}
