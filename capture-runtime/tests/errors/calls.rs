//! An error in a function that announces its own statements shows the statement and the calls that led to it.

use crate::common::{flex, floats, row};
use burn::prelude::*;
use capture_runtime::__private::{Site, enter, statement};
use capture_runtime::RecordCause;
use capture_runtime::prelude::*;

/// Announces a statement, as the capturing copy of a function does.
macro_rules! at {
    ($file:literal, $line:literal, $text:literal) => {
        statement(&Site {
            file: $file,
            line: $line,
            column: 5,
            binding: None,
            text: $text,
        })
    };
}

fn norm(g: &Tensor<1>) -> f32 {
    let _entered = enter();
    at!("src/norm.rs", 3, "g.square().sum().into_scalar()");
    g.clone().square().sum().into_scalar()
}

fn clip(g: Tensor<1>) -> Tensor<1> {
    let _entered = enter();
    at!("src/clip.rs", 8, "let n = norm(&g)");
    let n = norm(&g);
    at!("src/clip.rs", 9, "g / n");
    g / n
}

#[capture_program]
fn clips(g: Tensor<1>) -> Tensor<1> {
    let g = g * 2.0;
    let clipped = clip(g);
    clipped + 1.0
}

#[test]
fn the_innermost_statement_comes_first_and_every_call_is_shown() {
    let error = clips::capture(TensorSpec::float([2])).unwrap_err();
    assert_eq!(error.cause(), &RecordCause::HostRead);
    assert_eq!(error.statement().unwrap().file, "src/norm.rs");
    let calls: Vec<&str> = error.calls().iter().map(|call| call.text).collect();
    assert_eq!(calls, ["let clipped = clip(g)", "let n = norm(&g)"]);
    let text = error.to_string();
    let positions = [
        "--> src/norm.rs:3:5",
        "src/clip.rs:8:5",
        concat!("::: ", file!()),
    ]
    .map(|place| {
        text.find(place)
            .unwrap_or_else(|| panic!("{place} is missing: {text}"))
    });
    assert!(positions.is_sorted(), "{text}");
    assert!(
        text.contains("- while recording this statement of `clips`"),
        "{text}"
    );
}

fn doubled(x: Tensor<1>) -> Tensor<1> {
    let _entered = enter();
    at!("src/double.rs", 2, "x * 2.0");
    x * 2.0
}

fn read(x: Tensor<1>) -> Tensor<1> {
    let largest: f32 = x.clone().max().into_scalar();
    x / largest
}

#[capture_program]
fn reads_after_the_helper(x: Tensor<1>) -> Tensor<1> {
    let y = read(doubled(x));
    y + 1.0
}

#[capture_program]
fn adds_after_the_helper(x: Tensor<1>) -> Tensor<1> {
    let y = doubled(x).exp();
    y + 1.0
}

#[test]
fn a_function_that_was_left_is_not_blamed_for_what_follows() {
    let error = reads_after_the_helper::capture(TensorSpec::float([2])).unwrap_err();
    assert_eq!(error.statement().unwrap().binding, Some("y"), "{error}");
    assert!(error.calls().is_empty());
    let program = adds_after_the_helper::capture(TensorSpec::float([2])).unwrap();
    let places: Vec<&str> = program
        .operations()
        .iter()
        .map(|operation| program.statement(operation).unwrap().text)
        .collect();
    assert_eq!(places, ["x * 2.0", "let y = doubled(x).exp()", "y + 1.0"]);
}

/// A function that announces statements of another file without saying that it was entered.
fn silent(x: Tensor<1>) -> Tensor<1> {
    at!("src/silent.rs", 4, "x.max().into_scalar()");
    read(x)
}

#[capture_program]
fn calls_silent(x: Tensor<1>) -> Tensor<1> {
    let y = silent(x);
    y + 1.0
}

#[test]
fn statements_of_another_file_are_known_as_such() {
    let error = calls_silent::capture(TensorSpec::float([2])).unwrap_err();
    assert_eq!(error.statement().unwrap().file, "src/silent.rs");
    assert_eq!(error.calls()[0].text, "let y = silent(x)");
}

#[test]
fn outside_a_capture_announcements_do_nothing() {
    let y = clip(row([3.0, 4.0]));
    assert_eq!(floats(&y), [3.0 / 25.0, 4.0 / 25.0]);
    let mut session = adds_after_the_helper::on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(row([0.0])).unwrap()), [2.0]);
}

#[capture_fn]
fn normalized(x: Tensor<1>) -> Tensor<1> {
    let doubled = x * 2.0;
    let scaled = read(doubled);
    scaled + 0.5
}

#[capture_program]
fn inner(x: Tensor<1>) -> Tensor<1> {
    let y = normalized(x.exp());
    y * 3.0
}

#[capture_program(inline(inner))]
fn outer(x: Tensor<1>) -> Tensor<1> {
    let y = x + 1.0;
    inner(y)
}

#[test]
fn marked_helpers_and_programs_inside_programs_are_calls() {
    let error = outer::capture(TensorSpec::float([2])).unwrap_err();
    assert_eq!(error.program(), "outer");
    assert_eq!(
        error.statement().unwrap().text,
        "let scaled = read(doubled)"
    );
    let calls: Vec<&str> = error.calls().iter().map(|call| call.text).collect();
    assert_eq!(
        calls,
        ["inner(y)", "let y = normalized(x.exp())"],
        "{error}"
    );
}
