//! Promise 4 for the panic hook: what becomes an error is not printed, and the user's hook stands as it stood.
//!
//! One test, since the hook belongs to the process.
#![forbid(unsafe_code)]

mod common;

use burn::prelude::*;
use capture_runtime::prelude::*;
use common::{flex, row};
use std::panic::{catch_unwind, set_hook};
use std::sync::atomic::{AtomicUsize, Ordering};

static PRINTED: AtomicUsize = AtomicUsize::new(0);

fn read(x: &Tensor<1>) -> f32 {
    x.clone().into_scalar()
}

#[capture_program]
fn reads(x: Tensor<1>) -> Tensor<1> {
    let n = read(&x);
    x * n
}

fn explode() {
    panic!("in the body");
}

#[capture_program]
fn explodes(x: Tensor<1>) -> Tensor<1> {
    explode();
    x
}

#[capture_program]
fn select(x: Tensor<1>, i: Tensor<1, Int>) -> Tensor<1> {
    x.select(0, i)
}

#[test]
fn no_panic_is_printed_and_the_hook_stays() {
    set_hook(Box::new(|_| {
        PRINTED.fetch_add(1, Ordering::SeqCst);
    }));
    for _ in 0..3 {
        assert!(reads::capture(TensorSpec::float([1])).is_err());
        assert!(explodes::capture(TensorSpec::float([1])).is_err());
        let mut session = select::on(&flex()).unwrap();
        let beyond = Tensor::<1, Int>::from_ints([9], &flex());
        assert!(session.replay(row([1.0]), beyond).is_err());
    }
    assert_eq!(PRINTED.load(Ordering::SeqCst), 0, "errors are values");

    assert!(catch_unwind(explode).is_err());
    assert_eq!(PRINTED.load(Ordering::SeqCst), 1, "the hook stands again");

    // Panics of other threads are printed also while this one captures.
    let threads: Vec<_> = (0..4).map(|_| std::thread::spawn(explode)).collect();
    for _ in 0..20 {
        assert!(reads::capture(TensorSpec::float([1])).is_err());
    }
    for thread in threads {
        assert!(thread.join().is_err());
    }
    assert_eq!(PRINTED.load(Ordering::SeqCst), 5);
}
