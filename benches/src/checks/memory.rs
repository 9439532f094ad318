//! Memory that does not suffice: on a GPU only, since a software driver takes the machine's own.

use super::{assert_same, ramp, values};
use burn::prelude::*;
use capture_runtime::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[capture_program]
fn outer(total: &mut Tensor<1>, x: Tensor<2>) -> Tensor<1> {
    let products = x.clone().matmul(x.transpose());
    *total = total.clone() + products.sum();
    total.clone()
}

/// Out of memory while recording and at replay: the session says so, keeps its state, and the process lives on.
///
/// # Panics
///
/// When that does not hold.
pub fn out_of_memory(device: &Device) {
    let mut session = outer::on(device, Tensor::zeros([1], device)).unwrap();
    let mut total = Tensor::zeros([1], device);
    let x = ramp([3, 4], 1, device);
    let first = session.replay(x.clone()).unwrap();
    assert_same(
        &values(first),
        &values(outer(&mut total, x.clone())),
        "before",
    );
    // A product of 360 GB.
    let large = Tensor::<2>::ones([300_000, 4], device);
    let failed = catch_unwind(AssertUnwindSafe(|| session.replay(large)));
    let error = match failed {
        Ok(replayed) => replayed.map(drop).expect_err("no device has that memory"),
        Err(_) => panic!("a replay panicked"),
    };
    assert!(error.to_string().contains("allocate"), "{error}");
    let after = session.replay(x.clone()).unwrap();
    assert_same(&values(after), &values(outer(&mut total, x)), "after");
}
