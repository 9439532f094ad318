//! Other forms of reads and prints (classes 1 and 13 of the reports): what hides them, and what only looks like them.
//!
//! Each form stands under the layer that has the last word: an error while capturing, or a value.

use crate::common::{Mlp, Numbers, assert_same, flex, floats, row, training};
use burn::nn::{BatchNorm, BatchNormConfig};
use burn::prelude::*;
use capture_runtime::prelude::*;
use std::fmt::{self, Display, Write as _};

fn largest(x: Tensor<1>) -> f32 {
    x.max().into_scalar()
}

fn apply<T>(f: impl Fn(Tensor<1>) -> T, x: &Tensor<1>) -> T {
    f(x.clone())
}

/// A method that somebody adds to tensors.
trait OnHost {
    fn norm_on_host(&self) -> f32;
}

impl OnHost for Tensor<1> {
    fn norm_on_host(&self) -> f32 {
        self.clone().square().sum().sqrt().into_scalar()
    }
}

impl Mlp {
    fn scale(&self) -> f32 {
        self.hidden.weight.val().abs().max().into_scalar()
    }
}

/// Reads when it goes out of scope.
struct ReadsOnDrop(Tensor<1>);

impl Drop for ReadsOnDrop {
    fn drop(&mut self) {
        let _: f32 = self.0.clone().sum().into_scalar();
    }
}

fn guard(x: &Tensor<1>) -> ReadsOnDrop {
    ReadsOnDrop(x.clone())
}

fn by_value(xs: &mut [Tensor<1>]) {
    xs.sort_by(|a, b| largest(a.clone()).total_cmp(&largest(b.clone())));
}

fn same(a: &Tensor<1>, b: &Tensor<1>) -> bool {
    a.clone().equal(b.clone()).all().into_scalar::<bool>()
}

fn settled(mut x: Tensor<1>) -> Tensor<1> {
    for _ in 0..10 {
        let next = x.clone().sqrt();
        if same(&next, &x) {
            break;
        }
        x = next;
    }
    x
}

fn boxed(x: Box<Tensor<1>>) -> Vec<f32> {
    x.try_into_data().unwrap().iter::<f32>().collect()
}

#[capture_program]
fn function_item_as_argument(x: Tensor<1>) -> Tensor<1> {
    let n = apply(largest, &x);
    x / n
}

#[capture_program]
fn extension_trait(x: Tensor<1>) -> Tensor<1> {
    let n = x.norm_on_host();
    x / n
}

#[capture_program]
fn iterator_of_inputs(xs: Vec<Tensor<1>>) -> Tensor<1> {
    let most = xs.iter().cloned().map(largest).fold(0.0, f32::max);
    Tensor::cat(xs, 0) / most
}

#[capture_program]
fn method_of_a_module(model: &Mlp, x: Tensor<2>) -> Tensor<2> {
    let scale = model.scale();
    model.forward(x) / scale
}

#[capture_program]
fn drop_of_a_guard(x: Tensor<1>) -> Tensor<1> {
    let _guard = guard(&x);
    x * 2.0
}

#[capture_program]
fn order_of_a_sort(mut xs: Vec<Tensor<1>>) -> Tensor<1> {
    by_value(&mut xs);
    Tensor::cat(xs, 0)
}

#[capture_program]
fn loop_until_settled(x: Tensor<1>) -> Tensor<1> {
    let y = settled(x);
    y + 1.0
}

#[capture_program]
fn box_of_a_tensor(x: Tensor<1>) -> Tensor<1> {
    let values = boxed(Box::new(x.clone()));
    x * values.len() as f32
}

fn caught<R>(body: impl FnOnce() -> R, otherwise: R) -> R {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).unwrap_or(otherwise)
}

fn largest_or_one(x: &Tensor<1>) -> f32 {
    caught(|| largest(x.clone()), 1.0)
}

fn moved_or_not(x: Tensor<1>) -> Tensor<1> {
    caught(|| x.clone().to_device(&flex()), x.clone())
}

fn a_panic_of_its_own() -> f32 {
    caught(|| panic!("no file here"), 3.0)
}

#[capture_program]
fn read_that_is_caught(x: Tensor<1>) -> Tensor<1> {
    let n = largest_or_one(&x);
    let y = x * n;
    y + 1.0
}

#[capture_program]
fn move_that_is_caught(x: Tensor<1>) -> Tensor<1> {
    let y = moved_or_not(x);
    y + 1.0
}

/// Running statistics are made plain between statements, where Burn panics and the runtime catches it.
#[capture_program]
fn read_that_is_caught_in_training(norm: &mut BatchNorm, x: Tensor<2>) -> Tensor<1> {
    let y = norm.forward(x.clone());
    let n = largest_or_one(&x.reshape([-1]));
    let z = norm.forward(y) * n;
    let loss = z.sum();
    let _ = loss.backward();
    loss
}

#[capture_program]
fn panic_that_is_caught(x: Tensor<1>) -> Tensor<1> {
    let n = a_panic_of_its_own();
    x * n
}

/// What such a helper falls back on would be frozen into every replay.
#[test]
fn class_1_panics_that_a_helper_catches() {
    let spec = || TensorSpec::float([3]);
    refused(
        read_that_is_caught::capture(spec()),
        "CR0101",
        "largest_or_one(&x)",
    );
    refused(
        move_that_is_caught::capture(spec()),
        "CR0102",
        "moved_or_not(x)",
    );
    let norm = BatchNormConfig::new(2).init(&training());
    let spec = TensorSpec::float([3, 2]);
    refused(
        read_that_is_caught_in_training::capture(&norm, spec),
        "CR0101",
        "largest_or_one(",
    );
    let mut session = panic_that_is_caught::on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(row([2.0])).unwrap()), [6.0]);
}

#[track_caller]
fn refused<T>(result: Result<T, RecordError>, code: &str, line_has: &str) {
    let Err(error) = result else {
        panic!("expected {code}")
    };
    assert_eq!(error.code(), code, "{error}");
    let text = error.statement().map_or("", |statement| statement.text);
    assert!(text.contains(line_has), "{error}");
}

#[test]
fn class_1_reads_that_are_refused_while_capturing() {
    let spec = || TensorSpec::float([3]);
    refused(
        function_item_as_argument::capture(spec()),
        "CR0101",
        "apply(largest, &x)",
    );
    refused(
        extension_trait::capture(spec()),
        "CR0101",
        "x.norm_on_host()",
    );
    refused(
        iterator_of_inputs::capture(vec![spec(), spec()]),
        "CR0101",
        "fold(0.0, f32::max)",
    );
    refused(
        order_of_a_sort::capture(vec![spec(), spec()]),
        "CR0101",
        "by_value(&mut xs)",
    );
    refused(loop_until_settled::capture(spec()), "CR0101", "settled(x)");
    refused(box_of_a_tensor::capture(spec()), "CR0101", "boxed(");
    // The guard reads after the last statement.
    refused(drop_of_a_guard::capture(spec()), "CR0101", "x * 2.0");
    let model = Mlp::new(&flex());
    refused(
        method_of_a_module::capture(&model, TensorSpec::float([2, 5])),
        "CR0101",
        "model.scale()",
    );
}

/// A tensor of the host, of which the value is part of the program.
fn factor() -> f32 {
    Tensor::<1>::from_floats([2.5], &flex()).into_scalar()
}

/// A field under the name of a method that reads.
struct Named {
    into_data: Tensor<1>,
}

#[capture_program]
fn host_tensor_in_a_helper(x: Tensor<1>) -> Tensor<1> {
    x * factor()
}

#[capture_program]
fn loop_over_shapes(xs: Vec<Tensor<1>>) -> Tensor<1> {
    let mut length = 0;
    let mut sum = Tensor::<1>::zeros([1], &xs[0].device());
    while length < xs.len() {
        let x = xs[length].clone();
        sum = match x.dims() {
            [0] => sum,
            [1] => sum + x,
            [n] if n % 2 == 0 => sum + x.sum() / n as f32,
            _ => sum + x.max(),
        };
        length += 1;
    }
    sum
}

#[capture_program]
fn field_of_the_same_name(x: Tensor<1>) -> Tensor<1> {
    let named = Named { into_data: x };
    named.into_data + 1.0
}

#[test]
fn class_1_reads_that_are_none() {
    let mut session = host_tensor_in_a_helper::on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(row([2.0])).unwrap()), [5.0]);
    let mut session = loop_over_shapes::on(&flex()).unwrap();
    let xs = || vec![row([1.0]), row([2.0, 4.0]), row([1.0, 7.0, 3.0]), row([])];
    let replayed = session.replay(xs()).unwrap();
    assert_same(&replayed, &loop_over_shapes(xs()), "a branch on shapes");
    assert_eq!(floats(&replayed), [11.0]);
    let mut session = field_of_the_same_name::on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(row([2.0])).unwrap()), [3.0]);
}

/// Displays what it holds.
struct Labelled<'a>(&'static str, &'a Tensor<2>);

impl Display for Labelled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:.2}", self.0, self.1)
    }
}

fn labelled(x: &Tensor<2>) -> String {
    Labelled("x", x).to_string()
}

fn dynamic(values: &[&dyn Display]) -> usize {
    values.iter().map(|value| format!("{value:>8}").len()).sum()
}

fn appended(log: &mut String, x: &Tensor<2>) {
    let _ = write!(log, "{x}");
}

/// Displays the shape alone.
struct Shaped<'a>(&'a Tensor<2>);

impl Display for Shaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0.dims())
    }
}

fn shaped(x: &Tensor<2>) -> String {
    format!("{} {:#?}", Shaped(x), x)
}

#[capture_program]
fn display_of_a_wrapper(x: Tensor<2>) -> Tensor<2> {
    let _label = labelled(&x);
    x * 2.0
}

#[capture_program]
fn display_of_trait_objects(x: Tensor<2>) -> Tensor<2> {
    let width = dynamic(&[&x, &"text"]);
    x + width as f32
}

#[capture_program]
fn display_into_a_local_string(x: Tensor<2>) -> Tensor<2> {
    let y = x.exp();
    let mut log = String::new();
    appended(&mut log, &y);
    y
}

#[capture_program]
fn display_of_shapes(x: Tensor<2>) -> Tensor<2> {
    let label = shaped(&x);
    assert!(label.starts_with("[2, 2] "));
    x * 2.0
}

#[test]
fn class_13_prints() {
    let spec = || TensorSpec::float([2, 2]);
    refused(
        display_of_a_wrapper::capture(spec()),
        "CR0108",
        "labelled(&x)",
    );
    refused(
        display_of_trait_objects::capture(spec()),
        "CR0108",
        "dynamic(",
    );
    refused(
        display_into_a_local_string::capture(spec()),
        "CR0108",
        "appended(",
    );
    let x = Numbers::new(1).tensor([2, 2], &flex());
    let mut session = display_of_shapes::on(&flex()).unwrap();
    assert_same(
        &session.replay(x.clone()).unwrap(),
        &(x * 2.0),
        "shapes are no display",
    );
    assert_eq!(session.report().operations, 1);
}
