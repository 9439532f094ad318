//! A long training: replays beside the interpreter, with changing inputs, rates and allocations in between.

use super::programs::{Net, fit};
use super::{FUSED, ramp, required, values};
use burn::prelude::*;
use capture_runtime::prelude::*;
use capture_runtime::{Engine, EngineChoice};

/// Trains for `steps` replays, and at each of `checkpoints` steps compares with a session that runs on the interpreter.
///
/// # Panics
///
/// When the two differ by more than rounding, or no graph runs.
pub fn soak(device: &Device, steps: usize, checkpoints: usize) {
    let mut graph = required(fit::on(device, Net::new(device), AdamWConfig::new().init()));
    let mut same = fit::on(device, Net::new(device), AdamWConfig::new().init()).unwrap();
    same.set_engine(EngineChoice::Interpreter).unwrap();
    let every = (steps / checkpoints).max(1);
    let mut kept: Vec<Tensor<1>> = Vec::new();
    for step in 0..steps {
        let rows = if step % 97 == 96 { 3 } else { 5 };
        let (x, y) = (
            ramp([rows, 4], step, device),
            ramp([rows, 2], step / 3, device),
        );
        let rate = 0.01 / (1.0 + step as f64 * 1e-3);
        let loss = graph.replay(x.clone(), y.clone(), rate).unwrap();
        let expected = same.replay(x, y, rate).unwrap();
        kept.push(Tensor::full([1 + step % 257], step as f32, device));
        if step % 11 == 0 {
            kept.clear();
        }
        if step % every == every - 1 {
            let (loss, expected) = (values(loss)[0], values(expected)[0]);
            let tolerance = if FUSED {
                1e-2 * expected.abs() + 1e-4
            } else {
                0.0
            };
            assert!(
                (loss - expected).abs() <= tolerance,
                "loss {step}: {loss}, expected {expected}"
            );
        }
    }
    let report = graph.report();
    assert_eq!(
        (report.engine, report.replays),
        (Engine::DeviceGraph, steps as u64),
        "{report}"
    );
    assert_eq!(same.report().engine, Engine::Interpreter);
}

/// Trains for `steps` steps without any program, and reads the last loss.
///
/// # Panics
///
/// When the loss is not a number.
pub fn eager(device: &Device, steps: usize) {
    let (mut net, mut optim) = (Net::new(device).train(), AdamWConfig::new().init());
    let on = device.clone().autodiff();
    let mut last = 0.0;
    for step in 0..steps {
        let (x, y) = (ramp([5, 4], step, &on), ramp([5, 2], step, &on));
        last = values(fit(&mut net, &mut optim, x, y, 0.01).inner())[0];
    }
    assert!(last.is_finite());
    println!("  eager loss after {steps} steps: {last}");
}
