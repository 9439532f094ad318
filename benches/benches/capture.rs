//! The time to capture a program against the number of its operations.

use benches::chain::captured;
use burn::prelude::*;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn capture_time(criterion: &mut Criterion) {
    let device = Device::flex();
    let mut group = criterion.benchmark_group("capture");
    group.sample_size(10);
    for length in [100, 1_000, 10_000] {
        group.throughput(Throughput::Elements(length as u64));
        let id = BenchmarkId::from_parameter(length);
        group.bench_with_input(id, &length, |bencher, &length| {
            bencher.iter(|| captured(length, &device))
        });
    }
    group.finish();
}

criterion_group!(benches, capture_time);
criterion_main!(benches);
