//! Random programs with gradients: a module is trained by a random loss.

use crate::compare::{Bits, bits, equal, finite, refused};
use crate::data::{STEPS, Setting, Step, config, setting};
use crate::instructions::{Kind, Program, Update, program};
use crate::operations::LiveKind;
use crate::registers::{Registers, fit};
use burn::module::Param;
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::DType;
use capture_runtime::prelude::*;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is trained: two matrices that programs start from, and one that only the end of the loss depends on.
#[derive(Module, Debug)]
struct Net {
    w: Param<Tensor<2>>,
    v: Param<Tensor<2>>,
    scale: Param<Tensor<2>>,
}

impl Net {
    fn new(setting: &Setting, device: &Device) -> Self {
        let (w, v, _) = setting.states(device);
        let scale = Tensor::full([1, 1], 0.75, (device, setting.float));
        Self {
            w: Param::from_tensor(w),
            v: Param::from_tensor(v),
            scale: Param::from_tensor(scale),
        }
    }

    fn bits(&self) -> Bits {
        let params = [self.w.val(), self.v.val(), self.scale.val()];
        bits("params", &params.map(Tensor::without_autodiff))
    }
}

/// The loss, and some of the program's tensors.
type Results = (
    Tensor<1>,
    Vec<Tensor<2>>,
    Vec<Tensor<2, Int>>,
    Vec<Tensor<2, Bool>>,
);

/// One step: runs `program` on parameters, inputs and live numbers, and descends its loss.
#[capture_program]
#[allow(clippy::too_many_arguments, clippy::clone_on_copy)]
fn train(
    net: &mut Net,
    optim: &mut Sgd,
    x: Tensor<2>,
    k: Tensor<2, Int>,
    m: Tensor<2, Bool>,
    #[live] s: f64,
    #[live] lr: f64,
    #[frozen] program: Program,
) -> Results {
    let mut r = Registers::new(vec![net.v.val(), x, net.w.val()], vec![k], vec![m]);
    for instruction in program.instructions.iter().copied() {
        let Kind::Live(kind) = instruction.kind else {
            r.step(instruction);
            continue;
        };
        let t = r.float(instruction.a);
        match kind {
            LiveKind::Add => r.keep(t + s.clone()),
            LiveKind::SubFrom => r.keep(s.clone() - t),
            LiveKind::Mul => r.keep(t * s.clone()),
            LiveKind::DivOf => r.keep(s.clone() / t),
            // Burn rounds the derivative of a division by a number to `f32`, in `f64` programs as well; by a live number it does not.
            LiveKind::DivScalar if r.float == DType::F32 => r.keep(t.div_scalar(3.0 + s.clone())),
            LiveKind::ClampMin => r.keep(t.clamp_min(s.clone())),
            LiveKind::ClampMax => r.keep(t.clamp_max(s.clone())),
            // Never a whole number: Burn multiplies those out where the host knows them, and rounds otherwise than a power does.
            // And exact in `f32`, since the derivative takes one from the exponent: in `f64` on the host, in the tensor's type here.
            LiveKind::Powf => r.keep(t.abs().powf_scalar(s.clone() * 0.5 + 0.250_122_070_312_5)),
            LiveKind::Greater => r.bools.push(t.greater_scalar(s.clone())),
            LiveKind::MaskFill => {
                let mask = fit(r.bool(instruction.b), t.dims());
                r.keep(t.mask_fill(mask, s.clone()));
            }
            _ => r.keep(t.mul_scalar(s.clone() * 0.5 + 1.0)),
        }
    }
    let last = r.float(program.next[0]).tanh() * net.scale.val();
    let loss = last.square().mean() + net.scale.val().sum();

    match program.update {
        Update::Params => {
            let gradients = loss.backward();
            let mut gradients = GradientsParams::from_grads(gradients, net);
            if let Some(g) = gradients.remove::<2>(net.w.id) {
                net.w = net
                    .w
                    .clone()
                    .map(|w| Tensor::from_inner(w.inner() - g * lr.clone()).require_grad());
            }
            if let Some(g) = gradients.remove::<2>(net.v.id) {
                net.v = net
                    .v
                    .clone()
                    .map(|v| Tensor::from_inner(v.inner() - g * lr.clone()).require_grad());
            }
            if let Some(g) = gradients.remove::<2>(net.scale.id) {
                net.scale = net
                    .scale
                    .clone()
                    .map(|c| Tensor::from_inner(c.inner() - g * lr.clone()).require_grad());
            }
        }
        Update::Grads => {
            let mut gradients = loss.backward();
            let w = net.w.val();
            if let Some(g) = w.grad(&gradients) {
                net.w = net.w.clone().map(|w| {
                    (w.without_autodiff() - g.mul_scalar(lr.clone()))
                        .autodiff()
                        .require_grad()
                });
            }
            let v = net.v.val();
            if let Some(g) = v.grad_remove(&mut gradients) {
                net.v = net.v.clone().map(|v| {
                    (v.without_autodiff() - g.mul_scalar(lr.clone()))
                        .autodiff()
                        .require_grad()
                });
            }
        }
        Update::Sgd => {
            let gradients = GradientsParams::from_grads(loss.backward(), net);
            optim.step(lr.clone(), net, gradients);
        }
    }
    (
        loss,
        program.floats.iter().map(|back| r.float(*back)).collect(),
        program.ints.iter().map(|back| r.int(*back)).collect(),
        program.bools.iter().map(|back| r.bool(*back)).collect(),
    )
}

fn all(results: &Results, net: &Net) -> Bits {
    let plain = |tensors: &[Tensor<2>]| -> Vec<_> {
        tensors
            .iter()
            .map(|tensor| tensor.clone().without_autodiff())
            .collect()
    };
    let mut all = bits("loss", &[results.0.clone().without_autodiff()]);
    all.extend(bits("floats", &plain(&results.1)));
    all.extend(bits("ints", &results.2));
    all.extend(bits("bools", &results.3));
    all.extend(net.bits());
    all
}

fn rate(step: u64) -> f64 {
    0.1 / (step + 1) as f64
}

/// The bits of every step when the function is called.
pub(crate) fn called(program: &Program, setting: &Setting) -> Vec<Bits> {
    let device = Device::flex().autodiff();
    let mut net = Net::new(setting, &device);
    let mut optim = SgdConfig::new().init();
    (0..STEPS)
        .map(|step| {
            let Step { x, k, m, s, .. } = setting.step(step, &device);
            let results = train(
                &mut net,
                &mut optim,
                x,
                k,
                m,
                s,
                rate(step),
                program.clone(),
            );
            all(&results, &net)
        })
        .collect()
}

/// The bits of every step when the function is captured once and replayed.
pub(crate) fn replayed(program: &Program, setting: &Setting) -> Result<Vec<Bits>, TestCaseError> {
    let device = Device::flex();
    let fail = |error: &dyn core::fmt::Display| TestCaseError::fail(error.to_string());
    let net = Net::new(setting, &device.clone().autodiff());
    let optim = SgdConfig::new().init();
    let mut session =
        train::on(&device, net, optim, program.clone()).map_err(|error| fail(&error))?;
    let mut steps = Vec::new();
    let mut kept = Vec::new();
    for step in 0..STEPS {
        let Step { x, k, m, s, .. } = setting.step(step, &device);
        let results = session
            .replay(x, k, m, s, rate(step))
            .map_err(|error| refused(&error))?;
        let (net, _) = session.state();
        steps.push(all(&results, &net));
        kept.push((results, net));
    }
    for (step, (results, net)) in kept.iter().enumerate() {
        equal(step as u64, &steps[step], &all(results, net))?;
    }
    if session.report().captures != 1 {
        return Err(TestCaseError::fail("captured more than once"));
    }
    Ok(steps)
}

#[test]
fn a_replayed_step_equals_the_called_one() {
    let (good, total, moved) = (
        AtomicUsize::new(0),
        AtomicUsize::new(0),
        AtomicUsize::new(0),
    );
    proptest!(config(), |(program in program(), setting in setting(1))| {
        let called = called(&program, &setting);
        let replayed = replayed(&program, &setting)?;
        for (step, (called, replayed)) in called.iter().zip(&replayed).enumerate() {
            equal(step as u64, called, replayed)?;
            let (finite, all) = finite(called);
            good.fetch_add(finite, Ordering::Relaxed);
            total.fetch_add(all, Ordering::Relaxed);
        }
        let first = called.first().and_then(|bits| bits.last());
        let second = called.get(1).and_then(|bits| bits.last());
        moved.fetch_add(usize::from(first != second), Ordering::Relaxed);
    });
    let (good, total) = (good.into_inner(), total.into_inner());
    assert!(
        good * 10 > total * 6,
        "only {good} of {total} elements are finite"
    );
    // The parameter that every loss depends on moves in most programs; one kind of update leaves it where it is.
    let moved = moved.into_inner();
    assert!(moved > 100, "only {moved} programs train");
}
