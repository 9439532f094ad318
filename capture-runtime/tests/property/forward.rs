//! Random programs without gradients: tensors of any shape, also without elements, and three tensors of state.

use crate::compare::{Bits, bits, equal, finite, refused};
use crate::data::{STEPS, Setting, Step, config, setting};
use crate::instructions::{Kind, Program, program};
use crate::operations::LiveKind;
use crate::registers::{Registers, fit};
use burn::tensor::{Bool, Device, Int, Tensor};
use capture_runtime::prelude::*;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The results of a program: some of its tensors, of each kind.
type Results = (Vec<Tensor<2>>, Vec<Tensor<2, Int>>, Vec<Tensor<2, Bool>>);

/// Runs `program` on state, inputs and live numbers.
#[capture_program]
#[allow(clippy::too_many_arguments, clippy::clone_on_copy)]
pub(crate) fn random(
    w: &mut Tensor<2>,
    v: &mut Tensor<2>,
    n: &mut Tensor<2, Int>,
    x: Tensor<2>,
    k: Tensor<2, Int>,
    m: Tensor<2, Bool>,
    #[live] s: f64,
    #[live] j: i64,
    #[live] on: bool,
    #[frozen] program: Program,
) -> Results {
    let mut r = Registers::new(vec![v.clone(), w.clone(), x], vec![n.clone(), k], vec![m]);
    for instruction in program.instructions.iter().copied() {
        let Kind::Live(kind) = instruction.kind else {
            r.step(instruction);
            continue;
        };
        let t = r.float(instruction.a);
        let i = r.int(instruction.a);
        match kind {
            LiveKind::Add => r.keep(t + s.clone()),
            LiveKind::Sub => r.keep(t - s.clone()),
            LiveKind::SubFrom => r.keep(s.clone() - t),
            LiveKind::AddTo => r.keep(s.clone() + t),
            LiveKind::MulOf => r.keep(s.clone() * t),
            LiveKind::DivOf => r.keep(s.clone() / t),
            LiveKind::Mul => r.keep(t * s.clone()),
            LiveKind::Div => r.keep(t / s.clone()),
            LiveKind::AddScalar => r.keep(t.add_scalar(s.clone() * 2.0 - 0.5)),
            LiveKind::MulScalar => r.keep(t.mul_scalar(s.clone())),
            LiveKind::DivScalar => r.keep(t.div_scalar(1.0 + s.clone())),
            LiveKind::ClampMin => r.keep(t.clamp_min(s.clone())),
            LiveKind::ClampMax => r.keep(t.clamp_max(s.clone())),
            // Never a whole number: Burn multiplies those out where the host knows them, and rounds otherwise than a power does.
            LiveKind::Powf => r.keep(t.abs().powf_scalar(s.clone() * 0.5 + 0.250_122_070_312_5)),
            LiveKind::Greater => r.bools.push(t.greater_scalar(s.clone())),
            LiveKind::LowerEqual => r.bools.push(t.lower_equal_scalar(s.clone())),
            LiveKind::MaskFill => {
                let mask = fit(r.bool(instruction.b), t.dims());
                r.keep(t.mask_fill(mask, s.clone()));
            }
            LiveKind::Full => {
                let full = Tensor::<2>::full(t.dims(), s.clone(), &t.device());
                r.keep(full.cast(r.float));
            }
            LiveKind::Arithmetic => {
                let number = (s.clone() * s.clone() - 1.0) / 3.0 + (-s.clone()).sin();
                r.keep(t * number);
            }
            LiveKind::Select => {
                let u = fit(r.float(instruction.b), t.dims());
                r.keep(select(on.clone(), t, u));
            }
            LiveKind::RemainderScalar => {
                r.keep(t.remainder_scalar(s.clone() * s.clone() + 0.25));
            }
            LiveKind::Casts => {
                let number = (s.clone() as f32 * 0.1) as f64 + 2.0 - j.clone() as f64;
                r.keep(t.mul_scalar(number));
            }
            LiveKind::IntAdd => r.ints.push((i + j.clone()).remainder_scalar(97)),
            LiveKind::IntMul => r.ints.push(i.mul_scalar(j.clone()).remainder_scalar(97)),
            LiveKind::IntGreater => r.bools.push(i.greater_scalar(j.clone())),
            LiveKind::IntEqual => r.bools.push(i.equal_scalar(j.clone())),
            LiveKind::IntSubFrom => r.ints.push((j.clone() - i).remainder_scalar(97)),
        }
    }
    *w = fit(r.float(program.next[0]), w.dims());
    *v = fit(r.float(program.next[1]), v.dims());
    *n = fit(r.int(program.next[2]), n.dims());
    (
        program.floats.iter().map(|back| r.float(*back)).collect(),
        program.ints.iter().map(|back| r.int(*back)).collect(),
        program.bools.iter().map(|back| r.bool(*back)).collect(),
    )
}

fn all(results: &Results, w: &Tensor<2>, v: &Tensor<2>, n: &Tensor<2, Int>) -> Bits {
    let mut all = bits("floats", &results.0);
    all.extend(bits("ints", &results.1));
    all.extend(bits("bools", &results.2));
    all.extend(bits("w", core::slice::from_ref(w)));
    all.extend(bits("v", core::slice::from_ref(v)));
    all.extend(bits("n", core::slice::from_ref(n)));
    all
}

/// The bits of every step when the function is called.
pub(crate) fn called(program: &Program, setting: &Setting) -> Vec<Bits> {
    let device = Device::flex();
    let (mut w, mut v, mut n) = setting.states(&device);
    (0..STEPS)
        .map(|step| {
            let Step { x, k, m, s, j, on } = setting.step(step, &device);
            let results = random(&mut w, &mut v, &mut n, x, k, m, s, j, on, program.clone());
            all(&results, &w, &v, &n)
        })
        .collect()
}

/// The bits of every step when the function is captured once and replayed.
pub(crate) fn replayed(program: &Program, setting: &Setting) -> Result<Vec<Bits>, TestCaseError> {
    let device = Device::flex();
    let fail = |error: &dyn core::fmt::Display| TestCaseError::fail(error.to_string());
    let (w, v, n) = setting.states(&device);
    let mut session =
        random::on(&device, w, v, n, program.clone()).map_err(|error| fail(&error))?;
    let mut steps = Vec::new();
    let mut kept = Vec::new();
    for step in 0..STEPS {
        let Step { x, k, m, s, j, on } = setting.step(step, &device);
        let results = session
            .replay(x, k, m, s, j, on)
            .map_err(|error| refused(&error))?;
        let (w, v, n) = session.state();
        steps.push(all(&results, &w, &v, &n));
        kept.push((results, w, v, n));
    }
    // Results and states that were handed out are as they were, whatever later replays did.
    for (step, (results, w, v, n)) in kept.iter().enumerate() {
        equal(step as u64, &steps[step], &all(results, w, v, n))?;
    }
    if session.report().captures != 1 {
        return Err(TestCaseError::fail("captured more than once"));
    }
    Ok(steps)
}

#[test]
fn a_replay_equals_the_call() {
    let (good, total) = (AtomicUsize::new(0), AtomicUsize::new(0));
    proptest!(config(), |(program in program(), setting in setting(0))| {
        let called = called(&program, &setting);
        let replayed = replayed(&program, &setting)?;
        for (step, (called, replayed)) in called.iter().zip(&replayed).enumerate() {
            equal(step as u64, called, replayed)?;
            let (finite, all) = finite(called);
            good.fetch_add(finite, Ordering::Relaxed);
            total.fetch_add(all, Ordering::Relaxed);
        }
    });
    // NaN would hide a difference: most numbers are ordinary ones.
    let (good, total) = (good.into_inner(), total.into_inner());
    assert!(
        good * 10 > total * 6,
        "only {good} of {total} elements are finite"
    );
}
