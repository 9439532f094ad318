//! What moves bytes, and what moves none.

use crate::{assert_cost, kind};
use burn::prelude::*;
use capture_runtime::Cost;
use capture_runtime::prelude::*;

#[capture_program]
fn views(x: Tensor<2>) -> Tensor<2> {
    let part: Tensor<2> = x.slice([1..3, 0..4]).transpose().flip([0]);
    part.reshape([8]).unsqueeze::<2>().expand([5, 8])
}

#[test]
fn views_move_nothing_and_a_reshape_of_scattered_elements_copies() {
    let program = views::capture(TensorSpec::float([3, 4])).unwrap();
    let costs = program.costs();
    let moving: Vec<(String, Cost)> = program
        .operations()
        .iter()
        .zip(costs.operations())
        .filter(|(_, cost)| **cost != Cost::default())
        .map(|(operation, cost)| (operation.name(), *cost))
        .collect();
    // 8 elements that run backward. The copy is reshaped once more and repeated, and neither moves it.
    let copied = Cost {
        flops: 0,
        bytes_read: 32,
        bytes_written: 32,
    };
    assert_eq!(moving, [("reshape".to_owned(), copied)], "{program}");
    assert_eq!(program.operations().len(), 6);
}

#[capture_program]
fn flattens(x: Tensor<2>) -> Tensor<1> {
    x.reshape([12])
}

#[test]
fn a_reshape_of_elements_side_by_side_moves_nothing() {
    let program = flattens::capture(TensorSpec::float([3, 4])).unwrap();
    assert_eq!(kind(&program, "reshape"), (1, Cost::default()));
}

#[capture_program]
fn broadcasts(x: Tensor<2>, y: Tensor<2>) -> Tensor<2> {
    x + y
}

#[capture_program]
fn expands(x: Tensor<2>, y: Tensor<2>) -> Tensor<2> {
    x + y.expand([3, 4])
}

#[test]
fn a_repeated_row_is_read_once() {
    let specs = || (TensorSpec::float([3, 4]), TensorSpec::float([1, 4]));
    let (x, y) = specs();
    let program = broadcasts::capture(x, y).unwrap();
    assert_cost(&program, "add", 12, (12 + 4) * 4, 48);
    let (x, y) = specs();
    let program = expands::capture(x, y).unwrap();
    assert_cost(&program, "add", 12, (12 + 4) * 4, 48);
}

#[capture_program]
fn takes(x: Tensor<2>, rows: Tensor<1, Int>) -> Tensor<2> {
    x.select(0, rows)
}

#[capture_program]
fn gathers(x: Tensor<2>, at: Tensor<2, Int>) -> Tensor<2> {
    x.gather(1, at)
}

#[test]
fn elements_by_index_are_read_where_they_are_taken() {
    let ints = |shape: Vec<usize>| TensorSpec::with_dtype(shape, burn::tensor::DType::I64);
    let program = takes::capture(TensorSpec::float([10, 3]), ints(vec![4])).unwrap();
    // 4 rows of 3 floats, and 4 indices of 8 bytes; not the other 6 rows.
    assert_cost(&program, "select", 0, 48 + 32, 48);
    let program = gathers::capture(TensorSpec::float([10, 3]), ints(vec![10, 1])).unwrap();
    assert_cost(&program, "gather", 0, 40 + 80, 40);
}

#[capture_program]
fn table(x: Tensor<1>) -> Tensor<1> {
    let table = Tensor::<1>::from_floats([1.0, 2.0, 3.0], &x.device()).exp();
    x * table
}

#[test]
fn what_is_folded_is_counted_apart() {
    let program = table::capture(TensorSpec::float([3])).unwrap();
    let costs = program.costs();
    let once = Cost {
        flops: 3,
        bytes_read: 12,
        bytes_written: 12,
    };
    assert_eq!(costs.once(), once, "{program}");
    let every = Cost {
        flops: 3,
        bytes_read: 24,
        bytes_written: 12,
    };
    assert_eq!(costs.total(), every);
    assert!(costs.runs_once(0) && !costs.runs_once(1) && !costs.runs_once(2));
    assert_eq!(costs.operations(), [once, every]);
    // x, the table and what is folded of it are there; the product is new.
    assert_eq!((costs.peak().held, costs.peak().allocated), (36, 12));
}
