//! What programs cost, against counts by hand.

#![forbid(unsafe_code)]

#[path = "../common/mod.rs"]
mod common;
mod gradients;
mod layers;
mod movement;
mod products;
mod reductions;
mod sampling;
mod training;

use capture_runtime::{Cost, Program};

/// The cost of all operations of one name, and how many there are.
#[track_caller]
fn kind(program: &Program, name: &str) -> (usize, Cost) {
    let costs = program.costs();
    let found = costs.kinds().iter().find(|kind| kind.name == name);
    let found = found.unwrap_or_else(|| panic!("no `{name}` in\n{program}"));
    (found.operations, found.cost)
}

/// The FLOPs of the one operation of this name.
#[track_caller]
fn flops(program: &Program, name: &str) -> u64 {
    let (operations, cost) = kind(program, name);
    assert_eq!(operations, 1, "{program}");
    cost.flops
}

/// One operation of this name costs this, in FLOPs, bytes read and bytes written.
#[track_caller]
fn assert_cost(program: &Program, name: &str, flops: u64, bytes_read: u64, bytes_written: u64) {
    let expected = Cost {
        flops,
        bytes_read,
        bytes_written,
    };
    assert_eq!(kind(program, name), (1, expected), "{program}");
}
