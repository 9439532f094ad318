//! Pairs of programs made by hand, and what is different between them.

use burn::prelude::*;
use capture_runtime::prelude::*;
use cargo_capture::diff::{Difference, Kind, OperationChange, compare, text};

/// Versions of one program, each in a module of its own.
macro_rules! versions {
    ($($version:ident: ($($parameter:tt)*) -> $result:ty $body:block)*) => { $(
        mod $version {
            use super::*;
            #[capture_program]
            #[allow(dead_code)]
            pub(super) fn step($($parameter)*) -> $result $body
        }
    )* };
}

versions! {
    base: (x: Tensor<2>, w: Tensor<2>) -> Tensor<2> {
        let h = x.matmul(w);
        let a = h.exp() + 1.0;
        a.sqrt()
    }
    inserted: (x: Tensor<2>, w: Tensor<2>) -> Tensor<2> {
        let h = x.matmul(w);
        let a = h.exp() * 3.0 + 1.0;
        a.sqrt()
    }
    scalar: (x: Tensor<2>, w: Tensor<2>) -> Tensor<2> {
        let h = x.matmul(w);
        let a = h.exp() + 2.0;
        a.sqrt()
    }
    on_top: (x: Tensor<2>, w: Tensor<2>) -> Tensor<2> {
        let x = x.abs();
        let h = x.matmul(w);
        let a = h.exp() + 1.0;
        a.sqrt()
    }
    elsewhere: (x: Tensor<2>, w: Tensor<2>) -> Tensor<2> {
        // Nothing but lines.

        let h = x.matmul(w);

        let a = h.exp() + 1.0;
        a.sqrt()
    }
    fewer: (x: Tensor<2>, w: Tensor<2>) -> Tensor<2> {
        let h = x.matmul(w);
        h.sqrt()
    }
    split: (x: Tensor<2>, w: Tensor<2>) -> Tensor<2> {
        let h = x.matmul(w);
        let a = h.exp();
        let a = a + 1.0;
        a.sqrt()
    }
    renamed: (input: Tensor<2>, w: Tensor<2>) -> Tensor<2> {
        let h = input.matmul(w);
        let a = h.exp() + 1.0;
        a.sqrt()
    }
    wider: (x: Tensor<2>, w: Tensor<2>, b: Tensor<2>) -> Tensor<2> {
        let h = x.matmul(w);
        let a = h.exp() + b;
        a.sqrt()
    }
    first: (x: Tensor<2>, y: Tensor<2>) -> Tensor<2> {
        let a = x.clone().exp();
        let b = y.clone().sqrt();
        a - b
    }
    swapped: (x: Tensor<2>, y: Tensor<2>) -> Tensor<2> {
        let b = y.clone().sqrt();
        let a = x.clone().exp();
        a - b
    }
    turned: (x: Tensor<2>, y: Tensor<2>) -> Tensor<2> {
        let a = x.clone().exp();
        let b = y.clone().sqrt();
        b - a
    }
    rows: (x: Tensor<2>, y: Tensor<2>) -> Tensor<2> {
        x.flip([0]) + y
    }
    columns: (x: Tensor<2>, y: Tensor<2>) -> Tensor<2> {
        x.flip([1]) + y
    }
    table: (x: Tensor<2>, y: Tensor<2>) -> Tensor<2> {
        let t = Tensor::<2>::from_floats([[1.0, 2.0]], &x.device());
        x * t + y
    }
    other_table: (x: Tensor<2>, y: Tensor<2>) -> Tensor<2> {
        let t = Tensor::<2>::from_floats([[1.0, 5.0]], &x.device());
        x * t + y
    }
    training: (x: Tensor<2>, y: Tensor<2>) -> Tensor<2> {
        let w = y.require_grad();
        let h = x.clone().matmul(w.clone()).tanh();
        let h = h.matmul(w.clone()).tanh();
        let h = h.matmul(w.clone()).tanh();
        let loss = h.square().mean();
        let grads = loss.backward();
        w.grad(&grads).unwrap()
    }
    scaled: (x: Tensor<2>, y: Tensor<2>) -> Tensor<2> {
        let w = y.require_grad();
        let h = x.clone().matmul(w.clone()).tanh();
        let h = h.matmul(w.clone()).tanh() * 3.0;
        let h = h.matmul(w.clone()).tanh();
        let loss = h.square().mean();
        let grads = loss.backward();
        w.grad(&grads).unwrap()
    }
}

/// A program of square matrices.
macro_rules! square {
    ($version:ident) => {
        $version::step::capture(TensorSpec::float([2, 2]), TensorSpec::float([2, 2])).unwrap()
    };
}

fn kinds(difference: &Difference) -> Vec<(Kind, &str)> {
    let each = difference.operations.iter();
    each.map(|change| (change.kind, change.name.as_str()))
        .collect()
}

fn details(change: &OperationChange) -> Vec<(&str, &str, &str)> {
    let each = change.details.iter();
    each.map(|detail| {
        (
            detail.what.as_str(),
            detail.old.as_str(),
            detail.new.as_str(),
        )
    })
    .collect()
}

#[track_caller]
fn only(difference: &Difference) -> &OperationChange {
    assert_eq!(difference.boundary, [], "{}", text(difference));
    match difference.operations.as_slice() {
        [only] => only,
        _ => panic!("{}", text(difference)),
    }
}

#[test]
fn equal_programs_have_no_difference() {
    assert!(compare(&square!(base), &square!(base)).is_empty());
    assert!(compare(&square!(training), &square!(training)).is_empty());
    assert_eq!(text(&compare(&square!(base), &square!(base))), "");
}

#[test]
fn statements_on_other_lines_are_no_difference() {
    let difference = compare(&square!(base), &square!(elsewhere));
    assert!(difference.is_empty(), "{}", text(&difference));
}

#[test]
fn an_operation_is_added_or_removed() {
    let difference = compare(&square!(base), &square!(inserted));
    let added = only(&difference);
    assert_eq!(
        (added.kind, added.name.as_str()),
        (Kind::Added, "mul_scalar")
    );
    let statement = added.statement.as_ref().unwrap();
    assert_eq!(statement.text, "let a = h.exp() * 3.0 + 1.0");
    let line = added.new.as_ref().unwrap();
    assert!(line.text.ends_with("mul_scalar %3 3.0"), "{}", line.text);

    let difference = compare(&square!(inserted), &square!(base));
    let removed = only(&difference);
    assert_eq!(
        (removed.kind, removed.name.as_str()),
        (Kind::Removed, "mul_scalar")
    );
    // It is listed under what its statement has become.
    let statement = removed.statement.as_ref().unwrap();
    assert_eq!(statement.text, "let a = h.exp() + 1.0");
}

#[test]
fn an_insertion_on_top_renumbers_everything_and_is_one_addition() {
    let difference = compare(&square!(base), &square!(on_top));
    assert_eq!(only(&difference).name, "abs");
}

#[test]
fn a_number_is_another() {
    let difference = compare(&square!(base), &square!(scalar));
    let changed = only(&difference);
    assert_eq!(
        (changed.kind, changed.name.as_str()),
        (Kind::Changed, "add_scalar")
    );
    assert_eq!(details(changed), [("number", "1.0", "2.0")]);
}

#[test]
fn an_attribute_is_another() {
    let difference = compare(&square!(rows), &square!(columns));
    let changed = only(&difference);
    assert_eq!(
        (changed.kind, changed.name.as_str()),
        (Kind::Changed, "flip")
    );
    assert_eq!(details(changed), [("axes", "[0]", "[1]")]);
}

#[test]
fn a_constant_has_other_values() {
    let difference = compare(&square!(table), &square!(other_table));
    let changed = only(&difference);
    assert_eq!(changed.kind, Kind::Changed);
    let [(what, old, new)] = details(changed)[..] else {
        panic!("{}", text(&difference));
    };
    assert_eq!(what, "operand 2");
    assert!(
        old.contains("constant f32[1, 2]") && old != new,
        "{old} {new}"
    );
}

#[test]
fn shapes_are_others() {
    let capture = |rows| {
        base::step::capture(TensorSpec::float([rows, 3]), TensorSpec::float([3, 2])).unwrap()
    };
    let difference = compare(&capture(4), &capture(8));
    let names: Vec<_> = difference
        .boundary
        .iter()
        .map(|change| change.what.as_str())
        .collect();
    assert_eq!(names, ["input x", "result"]);
    assert_eq!(difference.boundary[0].new.as_deref(), Some("f32[8, 3]"));
    assert_eq!(
        kinds(&difference),
        ["matmul", "exp", "add_scalar", "sqrt"].map(|name| (Kind::Changed, name))
    );
    for change in &difference.operations {
        assert_eq!(details(change), [("result", "f32[4, 2]", "f32[8, 2]")]);
    }
    assert_eq!(difference.costs[1].flops, difference.costs[0].flops * 2);
    assert!(
        text(&difference).contains("2.000 x"),
        "{}",
        text(&difference)
    );
}

#[test]
fn statements_are_swapped() {
    let difference = compare(&square!(first), &square!(swapped));
    let moved = only(&difference);
    assert_eq!(moved.kind, Kind::Moved);
    assert_eq!(moved.details[0].what, "order");
}

#[test]
fn an_operation_is_in_another_statement() {
    let difference = compare(&square!(base), &square!(split));
    let moved = only(&difference);
    assert_eq!(moved.kind, Kind::Moved);
    assert_eq!(moved.details[0].what, "statement");
    assert!(moved.details[0].old.contains("let a = h.exp() + 1.0"));
}

#[test]
fn a_statement_is_gone() {
    let difference = compare(&square!(base), &square!(fewer));
    assert_eq!(
        kinds(&difference),
        [(Kind::Removed, "exp"), (Kind::Removed, "add_scalar")]
    );
    assert!(difference.operations.iter().all(|change| change.gone));
    assert_eq!(
        text(&difference).matches("(old)").count(),
        1,
        "{}",
        text(&difference)
    );
}

#[test]
fn operands_are_turned() {
    let difference = compare(&square!(first), &square!(turned));
    let changed = only(&difference);
    assert_eq!(
        (changed.kind, changed.name.as_str()),
        (Kind::Changed, "sub")
    );
    let what: Vec<_> = changed
        .details
        .iter()
        .map(|detail| detail.what.as_str())
        .collect();
    assert_eq!(what, ["operand 1", "operand 2"]);
}

#[test]
fn a_parameter_has_another_name() {
    let difference = compare(&square!(base), &square!(renamed));
    assert_eq!(kinds(&difference), []);
    let [change] = difference.boundary.as_slice() else {
        panic!("{}", text(&difference));
    };
    assert_eq!(
        (change.kind, change.what.as_str()),
        (Kind::Changed, "parameter input")
    );
}

#[test]
fn a_parameter_is_new() {
    let wider = wider::step::capture(
        TensorSpec::float([2, 2]),
        TensorSpec::float([2, 2]),
        TensorSpec::float([2, 2]),
    );
    let difference = compare(&square!(base), &wider.unwrap());
    let [change] = difference.boundary.as_slice() else {
        panic!("{}", text(&difference));
    };
    assert_eq!(
        (change.kind, change.what.as_str()),
        (Kind::Added, "parameter b")
    );
    let mut kinds = kinds(&difference);
    kinds.sort_by_key(|(_, name)| name.len());
    assert_eq!(kinds, [(Kind::Added, "add"), (Kind::Removed, "add_scalar")]);
}

#[test]
fn a_change_in_a_training_step_adds_itself_and_its_gradient() {
    let (old, new) = (square!(training), square!(scaled));
    let more = new.operations().len() - old.operations().len();
    assert!(more >= 2, "{new}");
    let difference = compare(&old, &new);
    assert_eq!(difference.boundary, []);
    let added = difference
        .operations
        .iter()
        .filter(|change| change.kind == Kind::Added)
        .count();
    assert_eq!(
        (added, difference.operations.len()),
        (more, more),
        "{}",
        text(&difference)
    );
}
