//! A chain of 200 element-wise operations on eight numbers: the overhead of an operation.

use benches::chain::{argument, captured, chain};
use burn::prelude::*;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const LENGTH: usize = 200;

fn overhead(criterion: &mut Criterion) {
    let device = Device::flex();
    let x = argument(&device);
    let mut session = captured(LENGTH, &device);
    let mut group = criterion.benchmark_group("chain");
    group.throughput(Throughput::Elements(LENGTH as u64));
    group.bench_function("eager", |bencher| bencher.iter(|| chain(x.clone(), LENGTH)));
    group.bench_function("replayed", |bencher| {
        bencher.iter(|| session.replay(x.clone()))
    });
    group.finish();
}

criterion_group!(benches, overhead);
criterion_main!(benches);
