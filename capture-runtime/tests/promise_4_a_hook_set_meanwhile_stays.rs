//! Promise 4, capturing leaves no trace: the panic hook that stands afterwards is the one that the user set last. One test in a
//! process of its own, since the hook is the process's.

use burn::prelude::*;
use capture_runtime::prelude::*;
use std::panic::{catch_unwind, set_hook, take_hook};
use std::sync::atomic::{AtomicUsize, Ordering};

static SEEN: AtomicUsize = AtomicUsize::new(0);

fn sets_a_hook() {
    set_hook(Box::new(|_| _ = SEEN.fetch_add(10, Ordering::SeqCst)));
}

#[capture_program]
fn sets(x: Tensor<1>) -> Tensor<1> {
    sets_a_hook();
    x + 1.0
}

#[capture_program]
fn panics(x: Tensor<1>, #[frozen] really: bool) -> Tensor<1> {
    assert!(!really, "really");
    x + 1.0
}

#[test]
fn a_hook_set_while_capturing_stays() {
    set_hook(Box::new(|_| _ = SEEN.fetch_add(1, Ordering::SeqCst)));
    let error = panics::capture(TensorSpec::float([2]), true).unwrap_err();
    assert!(error.to_string().contains("really"), "{error}");
    assert_eq!(SEEN.load(Ordering::SeqCst), 0, "the panic became an error");
    let _ = catch_unwind(|| panic!("loud"));
    assert_eq!(SEEN.load(Ordering::SeqCst), 1, "the hook before is back");

    sets::capture(TensorSpec::float([2])).unwrap();
    let _ = catch_unwind(|| panic!("loud"));
    let seen = SEEN.load(Ordering::SeqCst);
    let _ = take_hook();
    assert_eq!(seen, 11, "the hook that was set meanwhile stays");
}
