//! Promise 7: arguments are checked before anything is written, by parameter name, with the captured and the given value.

use crate::common::{flex, floats, row};
use burn::prelude::*;
use burn::tensor::{DType, FloatDType};
use capture_runtime::Change;
use capture_runtime::prelude::*;

#[capture_program(recapture = "deny")]
fn strict(
    s: &mut Tensor<1>,
    x: Tensor<1>,
    y: Tensor<2, Int>,
    #[live] lr: f64,
    #[frozen] k: usize,
) -> Tensor<1> {
    *s = s.clone() + x.mul_scalar(k as f32) * lr;
    s.clone() + y.sum_dim(0).reshape([-1]).float().sum()
}

#[capture_program(recapture = "deny")]
fn containers(
    xs: Vec<Tensor<1>>,
    pair: (Tensor<1>, Tensor<1>),
    maybe: Option<Tensor<1>>,
) -> Tensor<1> {
    let mut sum = pair.0 + pair.1;
    for x in xs {
        sum = sum + x;
    }
    match maybe {
        Some(x) => sum + x,
        None => sum,
    }
}

#[capture_program(recapture = "warn")]
fn warns(x: Tensor<1>) -> Tensor<1> {
    x + 1.0
}

#[capture_program]
fn allows(x: Tensor<1>) -> Tensor<1> {
    x + 1.0
}

fn ints(shape: [usize; 2]) -> Tensor<2, Int> {
    Tensor::ones(shape, &flex())
}

#[track_caller]
fn changes(error: ReplayError) -> Vec<Change> {
    match error {
        ReplayError::Signature { changes, .. } => changes,
        other => panic!("expected a refused signature, got {other}"),
    }
}

fn change(parameter: &str, captured: &str, given: &str) -> Change {
    Change {
        parameter: parameter.to_owned(),
        captured: captured.to_owned(),
        given: given.to_owned(),
    }
}

#[test]
fn every_difference_is_named_and_nothing_is_written() {
    let mut session = strict::on(&flex(), row([0.0, 0.0]), 2).unwrap();
    session.replay(row([1.0, 2.0]), ints([1, 2]), 0.5).unwrap();
    let state = floats(&session.state());

    let error = session
        .replay(row([1.0, 2.0, 3.0]), ints([4, 2]), 0.5)
        .unwrap_err();
    let text = error.to_string();
    assert_eq!(
        changes(error),
        [
            change("x", "f32[2]", "f32[3]"),
            change("y", "i32[1, 2]", "i32[4, 2]"),
        ]
    );
    assert!(
        text.contains("`x` was captured as f32[2], given f32[3]"),
        "{text}"
    );
    assert!(text.contains("= help"), "{text}");

    let double = row([1.0, 2.0]).cast(FloatDType::F64);
    assert_eq!(double.dtype(), DType::F64);
    let error = session.replay(double, ints([1, 2]), 0.5).unwrap_err();
    assert_eq!(changes(error), [change("x", "f32[2]", "f64[2]")]);

    session.set_frozen(3);
    let error = session
        .replay(row([1.0, 2.0]), ints([1, 2]), 0.5)
        .unwrap_err();
    assert_eq!(changes(error), [change("k", "2", "3")]);
    session.set_frozen(2);

    assert_eq!(floats(&session.state()), state, "nothing was written");
    session.replay(row([1.0, 2.0]), ints([1, 2]), 0.25).unwrap();
    assert_eq!(session.report().captures, 1);
    assert_eq!(session.report().replays, 2);
}

#[test]
fn elements_of_containers_are_named_by_path() {
    let mut session = containers::on(&flex()).unwrap();
    let t = || row([1.0, 2.0]);
    session
        .replay(vec![t(), t()], (t(), t()), Some(t()))
        .unwrap();

    let wide = row([1.0, 2.0, 3.0]);
    let error = session
        .replay(vec![t(), wide.clone()], (t(), wide), Some(t()))
        .unwrap_err();
    assert_eq!(
        changes(error),
        [
            change("xs[1]", "f32[2]", "f32[3]"),
            change("pair.1", "f32[2]", "f32[3]")
        ]
    );
    let error = session
        .replay(vec![t(), t()], (t(), t()), None)
        .unwrap_err();
    let named = changes(error);
    assert_eq!(named[0], change("maybe", "`Some`", "`None`"));
    let error = session
        .replay(vec![t(), t(), t()], (t(), t()), Some(t()))
        .unwrap_err();
    assert_eq!(changes(error)[0], change("xs", "2 elements", "3 elements"));
    session
        .replay(vec![t(), t()], (t(), t()), Some(t()))
        .unwrap();
}

#[test]
fn the_weights_and_the_state_are_part_of_the_signature() {
    let mut session = strict::on(&flex(), row([0.0, 0.0]), 2).unwrap();
    session.replay(row([1.0, 2.0]), ints([1, 2]), 0.5).unwrap();
    session.set_state(row([0.0])).unwrap();
    let error = session
        .replay(row([1.0, 2.0]), ints([1, 2]), 0.5)
        .unwrap_err();
    assert!(changes(error)[0].parameter.contains("state"));
}

#[test]
fn a_placeholder_is_no_argument() {
    let device = Device::capture();
    let mut session = allows::on(&flex()).unwrap();
    let inside = device.clone();
    let refused = device.capture_scope(|scope| {
        let error = session.replay(row([1.0]).to_device(&inside)).unwrap_err();
        assert!(
            matches!(&error, ReplayError::Placeholder { parameter, .. } if parameter == "x"),
            "{error}"
        );
        assert!(
            error.to_string().contains("call the function itself"),
            "{error}"
        );
        scope.complete([], [])
    });
    assert!(refused.is_ok());
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [2.0]);
}

/// This build has one device, so the message alone can be shown here.
#[test]
fn another_device_is_named() {
    let error = ReplayError::Device {
        program: "step",
        parameter: "xs[1]".to_owned(),
        expected: "Cuda(0)".to_owned(),
        given: "Flex(Cpu)".to_owned(),
    };
    let text = error.to_string();
    assert!(
        text.starts_with("`xs[1]` of `step` is on Flex(Cpu), the session is on Cuda(0)"),
        "{text}"
    );
}

#[test]
fn autodiff_of_an_argument_does_not_matter() {
    let mut session = allows::on(&flex()).unwrap();
    session.replay(row([1.0])).unwrap();
    let replayed = session.replay(row([1.0]).autodiff()).unwrap();
    assert_eq!(floats(&replayed), [2.0]);
    assert!(!replayed.is_autodiff());
    assert_eq!(session.report().captures, 1);
}

const CHILD: &str = "CAPTURE_PROGRAM_TEST_CHILD";

#[test]
fn a_new_signature_says_why_on_standard_error() {
    if std::env::var_os(CHILD).is_some() {
        let mut session = warns::on(&flex()).unwrap();
        for length in [1, 2, 1] {
            session.replay(Tensor::zeros([length], &flex())).unwrap();
        }
        return;
    }
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "promise_7_arguments_are_checked::a_new_signature_says_why_on_standard_error",
            "--nocapture",
        ])
        .env(CHILD, "1")
        .output()
        .unwrap();
    assert!(output.status.success());
    let errors = String::from_utf8(output.stderr).unwrap();
    let warnings: Vec<_> = errors
        .lines()
        .filter(|line| line.starts_with("warning:"))
        .collect();
    assert_eq!(
        warnings,
        ["warning: `warns` is captured again: `x` was captured as f32[1], given f32[2]"]
    );
}

#[test]
fn specs_that_do_not_fit_are_all_named() {
    let error =
        strict::capture(&row([0.0]), TensorSpec::int([2]), TensorSpec::int([2]), 1).unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("`x`: the parameter is a tensor of kind float"),
        "{text}"
    );
    assert!(text.contains("`y`: the parameter has rank 2"), "{text}");
}
