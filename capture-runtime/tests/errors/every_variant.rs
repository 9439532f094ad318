//! Every cause of a `RecordError` and every `ReplayError` is produced, under its code, and shown with program, place and remedy.

use crate::common::{flex, floats, row, tensors, training};
use crate::devices;
use crate::held::{Counted, counts_steps, distils, linear};
use burn::nn::{BatchNorm, BatchNormConfig};
use burn::prelude::*;
use burn::tensor::IndexingUpdateOp;
use burn::tensor::quantization::QuantScheme;
use capture_runtime::prelude::*;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

#[capture_program]
fn double(x: Tensor<1>) -> Tensor<1> {
    x * 2.0
}

/// A program that calls one function with its only input.
macro_rules! calls {
    ($($name:ident: $called:path;)*) => {$(
        #[capture_program]
        fn $name(x: Tensor<1>) -> Tensor<1> {
            let y = $called(x);
            y + 1.0
        }
    )*};
}

calls! {
    reads: helper::read;
    moves: helper::to_host;
    mixes: helper::add_foreign;
    leaks_left: helper::left;
    leaks_right: helper::right;
    seeds: helper::seed;
    shows: helper::show;
    counts: helper::count;
    panics: helper::refuse;
    nests: helper::nest;
}

mod helper {
    use super::*;

    pub(super) fn read(x: Tensor<1>) -> Tensor<1> {
        let largest: f32 = x.clone().max().into_scalar();
        x / largest
    }
    pub(super) fn to_host(x: Tensor<1>) -> Tensor<1> {
        x.to_device(&flex())
    }
    pub(super) fn foreign() -> Tensor<1> {
        row([1.0])
    }
    pub(super) fn add_foreign(x: Tensor<1>) -> Tensor<1> {
        x + row([1.0])
    }
    thread_local! { static KEPT: RefCell<Option<Tensor<1>>> = const { RefCell::new(None) }; }
    pub(super) fn left(x: Tensor<1>) -> Tensor<1> {
        match KEPT.replace(Some(x.clone())) {
            Some(kept) => kept + x,
            None => x,
        }
    }
    pub(super) fn right(x: Tensor<1>) -> Tensor<1> {
        match KEPT.replace(Some(x.clone())) {
            Some(kept) => x + kept,
            None => x,
        }
    }
    pub(super) fn kept(x: Tensor<1>) -> Tensor<1> {
        KEPT.replace(Some(x.clone())).unwrap_or(x)
    }
    pub(super) fn seed(x: Tensor<1>) -> Tensor<1> {
        x.device().seed(42);
        x
    }
    pub(super) fn show(x: Tensor<1>) -> Tensor<1> {
        let _ = format!("{x}");
        x
    }
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    pub(super) fn count(x: Tensor<1>) -> Tensor<1> {
        x.add_scalar(CALLS.fetch_add(1, Ordering::Relaxed) as f32)
    }
    pub(super) fn refuse(x: Tensor<1>) -> Tensor<1> {
        let n = x.dims()[0];
        assert!(n > 100, "{n} is too few");
        x
    }
    pub(super) fn nest(x: Tensor<1>) -> Tensor<1> {
        let mut session = double::on(&flex()).unwrap();
        match session.replay(x) {
            Ok(y) => y,
            Err(error) => panic!("{error}"),
        }
    }
    pub(super) fn gradients(w: &Tensor<1>, loss: Tensor<1>) -> Option<Tensor<1>> {
        w.grad(&loss.backward())
    }
}

#[capture_program]
fn gradients_outside(w: &mut Tensor<1>, x: Tensor<1>) {
    let loss = (w.clone() * x).sum();
    let _ = loss.clone().backward();
    if let Some(grad) = helper::gradients(w, loss) {
        *w = w.clone() - Tensor::from_inner(grad);
    }
}

#[capture_program]
fn twice_in_a_statement(norm: &mut BatchNorm, x: Tensor<2>) -> Tensor<1> {
    let loss = (norm.forward(x.clone()) - norm.forward(x * 2.0)).sum();
    let _ = loss.backward();
    loss
}

#[capture_program]
fn changes_weights(norm: &BatchNorm, x: Tensor<2>) -> Tensor<1> {
    let loss = norm.forward(x).sum();
    let _ = loss.backward();
    loss
}

#[capture_program]
fn returns_foreign(x: Tensor<1>) -> (Tensor<1>, Tensor<1>) {
    (x, helper::foreign())
}

#[capture_program]
fn state_is_kept(s: &mut Tensor<1>, x: Tensor<1>) {
    *s = helper::kept(x);
}

#[capture_program]
fn matmul(w: &Tensor<2>, x: Tensor<2>) -> Tensor<2> {
    x.matmul(w.clone())
}

/// Writes rows of the state in place, the second time at an index that may be out of range.
#[capture_program]
fn scatter(table: &mut Tensor<2>, at: Tensor<1, Int>, x: Tensor<2>) {
    *table = table.clone().slice_fill([0..1, 0..1], 3.0);
    *table = table.clone().select_assign(0, at, x, IndexingUpdateOp::Add);
}

#[capture_program]
fn lookup(table: &Tensor<2>, at: Tensor<1, Int>) -> Tensor<2> {
    let rows = table.clone().select(0, at);
    rows * 2.0
}

#[capture_program(recapture = "deny")]
fn fixed(x: Tensor<1>) -> Tensor<1> {
    x * 2.0
}

fn one() -> TensorSpec {
    TensorSpec::float([1])
}

fn norm() -> BatchNorm {
    let norm = BatchNormConfig::new(3).init(&training());
    let _ = tensors(&norm);
    norm
}

fn quantized() -> Tensor<2> {
    Tensor::<2>::ones([32, 32], &flex()).quantize_dynamic(&QuantScheme::default())
}

/// Errors while capturing, by code.
fn record_errors() -> Vec<(&'static str, RecordError)> {
    let w = || Tensor::<1>::ones([1], &training()).require_grad();
    let matrix = || TensorSpec::float([4, 3]);
    let on_capture = double::on(&Device::capture()).err();
    vec![
        ("CR0101", reads::capture(one()).unwrap_err()),
        ("CR0102", moves::capture(one()).unwrap_err()),
        (
            "CR0103",
            twice_in_a_statement::capture(&norm(), matrix()).unwrap_err(),
        ),
        (
            "CR0104",
            gradients_outside::capture(&w(), one()).unwrap_err(),
        ),
        ("CR0105", mixes::capture(one()).unwrap_err()),
        ("CR0106", leaks_left::capture(one()).unwrap_err()),
        ("CR0106", leaks_right::capture(one()).unwrap_err()),
        (
            "CR0106",
            state_is_kept::capture(&row([0.0]), one()).unwrap_err(),
        ),
        ("CR0107", seeds::capture(one()).unwrap_err()),
        ("CR0108", shows::capture(one()).unwrap_err()),
        ("CR0109", counts::capture(one()).unwrap_err()),
        ("CR0110", panics::capture(one()).unwrap_err()),
        (
            "CR0111",
            double::capture(TensorSpec::float([2, 3])).unwrap_err(),
        ),
        (
            "CR0112",
            changes_weights::capture(&norm(), matrix()).unwrap_err(),
        ),
        ("CR0113", returns_foreign::capture(one()).unwrap_err()),
        ("CR0114", matmul::on(&flex(), quantized()).unwrap_err()),
        ("CR0115", on_capture.expect("no engine serves it")),
        ("CR0117", {
            let layer = linear();
            distils::capture(&layer, &layer, matrix()).unwrap_err()
        }),
        ("CR0118", {
            let counted = Counted {
                layer: linear(),
                steps: 0,
            };
            counts_steps::capture(&counted, matrix()).unwrap_err()
        }),
    ]
    .into_iter()
    .chain(devices::errors())
    .collect()
}

fn at<const N: usize>(index: [i64; N]) -> Tensor<1, Int> {
    Tensor::from_ints(index, &flex())
}

/// Errors at replay, by code.
fn replay_errors() -> Vec<(&'static str, ReplayError)> {
    let table = || Tensor::<2>::ones([4, 2], &flex());
    let mut session = fixed::on(&flex()).unwrap();
    session.replay(row([1.0])).unwrap();
    let signature = session.replay(row([1.0, 2.0])).unwrap_err();

    let mut session = double::on(&flex()).unwrap();
    let on_capture = Device::capture();
    let mut device = None;
    let _ = on_capture.capture_scope(|scope| {
        let x = Tensor::<1>::ones([1], &on_capture);
        device = session.replay(x).err();
        scope.complete([], [])
    });

    let mut looks = lookup::on(&flex(), table()).unwrap();
    let operation = looks.replay(at([9])).unwrap_err();

    let mut scatters = scatter::on(&flex(), table()).unwrap();
    let unusable = scatters
        .replay(at([9]), Tensor::ones([1, 2], &flex()))
        .unwrap_err();

    vec![
        (
            "CR0101",
            ReplayError::from(reads::capture(one()).unwrap_err()),
        ),
        ("CR0201", signature),
        ("CR0203", device.expect("a placeholder cannot be replayed")),
        ("CR0204", operation),
        ("CR0205", unusable),
    ]
}

/// This build has one device, so the message alone can be shown.
fn another_device() -> ReplayError {
    ReplayError::Device {
        program: "double",
        parameter: "x".to_owned(),
        expected: "Flex".to_owned(),
        given: "Cuda(0)".to_owned(),
    }
}

#[track_caller]
fn whole(text: &str, code: &str) {
    let link = format!("= note: see {code} in ERRORS.md: https://");
    assert!(text.contains(&link), "{text}");
    assert!(text.contains("= help: "), "no remedy: {text}");
    assert!(!text.contains('\u{1b}'), "no colours: {text}");
    assert!(!text.lines().next().unwrap().ends_with('.'), "{text}");
}

#[test]
fn every_error_while_capturing_has_its_code_and_says_what_to_do() {
    for (code, error) in record_errors() {
        assert_eq!(error.code(), code, "{error}");
        whole(&error.to_string(), code);
        assert!(
            error
                .to_string()
                .starts_with(&format!("`{}` cannot be captured: ", error.program()))
        );
        let file = match code {
            "CR0117" | "CR0118" => crate::held::FILE,
            "CR0119" | "CR0120" => devices::FILE,
            _ => file!(),
        };
        assert!(
            error.to_string().contains(&format!("--> {file}")),
            "{error}"
        );
        assert_eq!(
            format!("{error:?}"),
            error.to_string(),
            "what `main` prints"
        );
        assert!(error.render().contains(code), "{}", error.render());
    }
}

#[test]
fn every_error_at_replay_has_its_code_and_says_what_to_do() {
    for (code, error) in replay_errors() {
        assert_eq!(error.code(), code, "{error}");
        whole(&error.to_string(), code);
        assert!(
            error
                .to_string()
                .contains(&format!("`{}`", error.program())),
            "{error}"
        );
        assert_eq!(
            format!("{error:?}"),
            error.to_string(),
            "what `main` prints"
        );
        assert!(error.render().contains(code), "{}", error.render());
    }
    whole(&another_device().to_string(), "CR0202");
}

#[test]
fn every_section_of_the_document_is_produced_here() {
    let sections: BTreeSet<&str> = include_str!("../../../ERRORS.md")
        .lines()
        .filter_map(|line| line.strip_prefix("### "))
        .collect();
    let recorded = record_errors().into_iter().map(|(code, _)| code);
    let replayed = replay_errors().into_iter().map(|(code, _)| code);
    let mut produced: BTreeSet<&str> = recorded.chain(replayed).collect();
    produced.insert(another_device().code());
    // Takes the only capture device of a process: errors_kept_device.rs.
    produced.insert("CR0116");
    // Need a device that records graphs, or one without a driver: benches/src/checks/{pieces,lent}.rs, benches/tests/checks.rs.
    produced.extend(["CR0121", "CR0206", "CR0207"]);
    // Of archives: tests/archives/replayer.rs, and errors.rs beside it, which compares the rest with the document.
    produced.extend(["CR0208", "CR0209"]);
    produced.extend(sections.iter().filter(|code| code.starts_with("CR03")));
    assert_eq!(produced, sections);
}

#[test]
fn the_statement_is_underlined_where_it_stands() {
    let error = gradients_outside::capture(&row([1.0]), one()).unwrap_err();
    let statement = error.statement().unwrap();
    let text = error.to_string();
    let line = format!("{} |     {}\n", statement.line, statement.text);
    let carets = format!(" |     {}\n", "^".repeat(statement.text.len()));
    assert!(text.contains(&line) && text.contains(&carets), "{text}");
    assert!(error.calls().is_empty());
}

#[test]
fn an_operation_that_refuses_its_arguments_is_shown_without_the_frame_of_its_message() {
    let w = Tensor::<2>::ones([3, 2], &flex());
    let error = matmul::capture(&w, TensorSpec::float([4, 5])).unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("an operation refuses its arguments"),
        "{text}"
    );
    assert!(
        !text.contains("===") && !text.contains("/registry/"),
        "{text}"
    );
    assert!(text.contains("raised at burn-tensor-"), "{text}");
}

#[test]
fn a_session_that_is_lost_says_so_with_the_operation_that_failed() {
    let table = Tensor::<2>::ones([4, 2], &flex());
    let update = || Tensor::<2>::ones([1, 2], &flex());
    let mut session = scatter::on(&flex(), table.clone()).unwrap();
    let first = session.replay(at([9]), update()).unwrap_err();
    let ReplayError::Unusable { statement, .. } = &first else {
        panic!("expected a lost session, got {first}")
    };
    assert_eq!(statement.as_ref().unwrap().binding, Some("*table"));
    assert_eq!(session.replay(at([0]), update()).unwrap_err(), first);
    session.set_state(table).unwrap();
    session.replay(at([0]), update()).unwrap();
    assert_eq!(floats(&session.into_state())[..3], [4.0, 2.0, 1.0]);
}
