//! Steps per second on a GPU: eager Burn, the interpreter and the device graph, a line each, in the form that `peers/table.py` reads.
//!
//! ```text
//! cargo run --release -p benches --no-default-features --features cuda --bin gpu-table
//! ```
//!
//! A line is tab-separated: workload, form, milliseconds of a synchronised step (median of the medians of 5 rounds, then the least and the greatest), milliseconds of a
//! queued step (the same), milliseconds of capture, MiB in use on the device.

#![forbid(unsafe_code)]

use benches::measure::quantile;
use benches::workloads::{self, Digits, chain, train_step};
use burn::optim::{AdamWConfig as BurnAdamW, GradientsParams, ModuleOptimizer};
use burn::prelude::*;
use burn_backend::Backend;
use capture_runtime::EngineChoice;
use capture_runtime::prelude::*;
use std::time::{Duration, Instant};

const ROUNDS: usize = 5;

fn main() {
    let device = device();
    eprintln!("{device:?}");
    precision(&device);
    training(&device);
    for links in [150, 1000, 5000] {
        links_of(links, &device);
    }
}

fn device() -> Device {
    #[cfg(feature = "cuda")]
    return Device::cuda(0);
    #[cfg(not(feature = "cuda"))]
    Device::default()
}

/// How exact a matrix product in `f32` is: 1e-6 without TF32, 1e-3 with it.
fn precision(device: &Device) {
    let host = Device::flex();
    let random = || {
        Tensor::<2>::random(
            [512, 512],
            burn::tensor::Distribution::Normal(0.0, 1.0),
            &host,
        )
    };
    let (a, b) = (random(), random());
    let exact = a
        .clone()
        .cast(burn::tensor::FloatDType::F64)
        .matmul(b.clone().cast(burn::tensor::FloatDType::F64));
    let on_device = |x: Tensor<2>| Tensor::<2>::from_data(x.into_data(), device);
    let product = on_device(a)
        .matmul(on_device(b))
        .into_data()
        .convert::<f64>();
    let product = Tensor::<2>::from_data(product, (&host, burn::tensor::DType::F64));
    let error: f64 = (product - exact.clone()).abs().max().into_scalar();
    let scale: f64 = exact.abs().max().into_scalar();
    eprintln!("relative error of a 512x512 product: {:.1e}", error / scale);
}

fn training(device: &Device) {
    let batches = workloads::batches(device);
    let model = Digits::new(device);

    let mut trained = model.clone().train();
    let mut optim: ModuleOptimizer = BurnAdamW::new().init();
    let tracked: Vec<_> = batches
        .iter()
        .map(|(x, y)| {
            let on = device.clone().autodiff();
            (x.clone().to_device(&on), y.clone().to_device(&on))
        })
        .collect();
    measure(
        "training step",
        "Burn eager, Burn's AdamW",
        100,
        device,
        None,
        |step| {
            let (x, labels) = tracked[step % 8].clone();
            let loss = trained.loss(x, labels);
            let grads = GradientsParams::from_grads(loss.backward(), &trained);
            trained = optim.step(workloads::rate(step), trained.clone(), grads);
        },
    );

    for choice in [EngineChoice::Interpreter, EngineChoice::Graph] {
        let optim = AdamWConfig::new().init();
        let mut session = train_step::on(device, model.clone(), optim).expect("the session starts");
        session
            .set_engine(choice)
            .expect("the device records graphs");
        let (x, labels) = batches[0].clone();
        session
            .warm_up(x, labels, 1e-3)
            .expect("the step can be captured");
        let capture = session.report().capture_time;
        measure(
            "training step",
            name(choice),
            300,
            device,
            Some(capture),
            |step| {
                let (x, labels) = batches[step % 8].clone();
                session
                    .replay(x, labels, workloads::rate(step))
                    .expect("a replay");
            },
        );
    }
}

fn links_of(links: usize, device: &Device) {
    let workload = format!("chain of {links}");
    let inputs: Vec<_> = workloads::batches(device)
        .into_iter()
        .map(|(x, _)| x.slice([0..workloads::WIDTH, 0..workloads::WIDTH]))
        .collect();
    let turn = workloads::turn(device);
    let steps = (20_000 / links).clamp(5, 200);
    measure(&workload, "Burn eager", steps, device, None, |step| {
        let _ = chain(inputs[step % 8].clone(), turn.clone(), links);
    });
    for choice in [EngineChoice::Interpreter, EngineChoice::Graph] {
        let mut session = chain::on(device, links).expect("the session starts");
        session
            .set_engine(choice)
            .expect("the device records graphs");
        session
            .warm_up(inputs[0].clone(), turn.clone())
            .expect("the chain can be captured");
        let capture = session.report().capture_time;
        measure(
            &workload,
            name(choice),
            steps,
            device,
            Some(capture),
            |step| {
                session
                    .replay(inputs[step % 8].clone(), turn.clone())
                    .expect("a replay");
            },
        );
    }
}

fn name(choice: EngineChoice) -> &'static str {
    match choice {
        EngineChoice::Interpreter => "replay, interpreter",
        _ => "replay, device graph",
    }
}

/// Times `step` and prints its line.
fn measure(
    workload: &str,
    form: &str,
    steps: usize,
    device: &Device,
    capture: Option<Duration>,
    mut step: impl FnMut(usize),
) {
    let sync = || device.sync().expect("the device is alive");
    for i in 0..steps.min(30) {
        step(i);
    }
    sync();
    let (mut synchronised, mut queued) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let times: Vec<f64> = (0..steps)
            .map(|i| {
                let started = Instant::now();
                step(i);
                sync();
                milliseconds(started.elapsed())
            })
            .collect();
        synchronised.push(quantile(&times, 0.5));
        let started = Instant::now();
        (0..steps).for_each(&mut step);
        sync();
        queued.push(milliseconds(started.elapsed()) / steps as f64);
    }
    let in_use = burn_dispatch::Dispatch::memory_pool_usage(device.as_dispatch());
    let mib = in_use.map_or(0.0, |usage| usage.bytes_in_use as f64 / f64::from(1 << 20));
    let capture = capture.map_or("-".to_owned(), |time| format!("{:.0}", milliseconds(time)));
    println!(
        "{workload}\t{form}\t{}\t{}\t{capture}\t{mib:.0}",
        spread(synchronised),
        spread(queued)
    );
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Median, least and greatest.
fn spread(times: Vec<f64>) -> String {
    let at = |share| quantile(&times, share);
    format!("{:.4}\t{:.4}\t{:.4}", at(0.5), at(0.0), at(1.0))
}
