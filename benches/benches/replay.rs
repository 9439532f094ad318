//! The quickstart's training step: eager with both optimizers, and replayed.

use benches::training::Start;
use burn::prelude::*;
use criterion::{Criterion, criterion_group, criterion_main};

fn training_step(criterion: &mut Criterion) {
    let device = Device::flex();
    let start = Start::new(&device);
    let mut group = criterion.benchmark_group("training step");
    let mut eager = start.eager(&device);
    group.bench_function("eager", |bencher| bencher.iter(|| eager.step()));
    let mut burn = start.eager_burn(&device);
    group.bench_function("eager, Burn's AdamW", |bencher| {
        bencher.iter(|| burn.step())
    });
    let mut replayed = start.replayed(&device);
    group.bench_function("replayed", |bencher| bencher.iter(|| replayed.step()));
    group.finish();
}

criterion_group!(benches, training_step);
criterion_main!(benches);
