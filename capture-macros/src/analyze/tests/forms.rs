//! Forms of every class that is refused, other than the usual ones.

use super::refused;

/// A program of one tensor with this body is refused so.
#[track_caller]
fn body(statements: &str, wanted: &[(&str, &str)]) {
    let source = format!("fn f(x: Tensor<2>) -> Tensor<2> {{ {statements} }}");
    refused(&source, wanted);
}

/// A program with this parameter beside a tensor is refused so.
#[track_caller]
fn parameter(parameter: &str, wanted: &[(&str, &str)]) {
    let source = format!("fn f(x: Tensor<2>, {parameter}) -> Tensor<2> {{ x }}");
    refused(&source, wanted);
}

#[test]
fn host_parameters() {
    parameter("rows: Range<usize>", &[("CP0101", "rows: Range<usize>")]);
    parameter(
        "causal: Option<bool>",
        &[("CP0101", "causal: Option<bool>")],
    );
    parameter("#[live] n: usize", &[("CP0104", "usize")]);
    parameter("#[live] rate: Option<f32>", &[("CP0104", "Option<f32>")]);
    parameter(
        "#[frozen] w: Vec<Tensor<1>>",
        &[("CP0105", "Vec<Tensor<1>>")],
    );
}

#[test]
fn parameters_that_are_written_or_shared() {
    parameter(
        "cache: &mut HashMap<u32, Tensor<1>>",
        &[("CP0106", "&mut HashMap<u32, Tensor<1>>")],
    );
    parameter("decay: &mut f32", &[("CP0106", "&mut f32")]);
    parameter("count: &Cell<u32>", &[("CP0107", "&Cell<u32>")]);
    parameter("w: Rc<Tensor<1>>", &[("CP0107", "Rc<Tensor<1>>")]);
    parameter("w: &Mutex<Tensor<1>>", &[("CP0107", "&Mutex<Tensor<1>>")]);
    parameter(
        "out: &Sender<Tensor<1>>",
        &[("CP0107", "&Sender<Tensor<1>>")],
    );
    parameter(
        "pair: (Tensor<1>, Arc<Tensor<1>>)",
        &[("CP0107", "(Tensor<1>, Arc<Tensor<1>>)")],
    );
}

#[test]
fn parameters_that_hide_tensors() {
    parameter("xs: &[Tensor<1>]", &[("CP0108", "&[Tensor<1>]")]);
    parameter(
        "xs: Vec<Box<dyn Layer>>",
        &[("CP0108", "Vec<Box<dyn Layer>>")],
    );
    parameter(
        "xs: impl Iterator<Item = Tensor<1>>",
        &[("CP0109", "impl Iterator<Item = Tensor<1>>")],
    );
}

#[test]
fn results_that_are_no_tensors() {
    refused(
        "fn f(x: &Tensor<1>) -> &'static Tensor<1> { x }",
        &[("CP0113", "&'static Tensor<1>")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Vec<f32> { means(x) }",
        &[("CP0113", "Vec<f32>")],
    );
    refused(
        "fn f(x: Tensor<1>) -> (Tensor<1>, Option<String>) { (x, None) }",
        &[("CP0113", "Option<String>")],
    );
}

#[test]
fn reads_through_closures_and_function_items() {
    refused(
        "fn f(x: Tensor<1>, m: Option<Tensor<1>>) -> Tensor<1> { let data = m.map(|m| m.into_data()); x }",
        &[("CP0201", "into_data")],
    );
    body(
        "let all: Vec<_> = [x.clone(), x.clone()].iter().map(|t| t.to_data()).collect(); x",
        &[("CP0201", "to_data")],
    );
    body(
        "let data = [Tensor::<2>::to_data][0](&x); x",
        &[("CP0201", "to_data")],
    );
    body(
        "let data = (|t: Tensor<2>| t.into_data())(x.clone()); x",
        &[("CP0201", "into_data")],
    );
    body("let data = (|| x.to_data())(); x", &[("CP0201", "to_data")]);
    body(
        "let best = x.clone().chunk(2, 0).into_iter().max_by_key(|t| t.clone().into_scalar::<i64>()); x",
        &[("CP0201", "into_scalar")],
    );
}

#[test]
fn reads_through_bindings() {
    body(
        "let Ok(data) = x.clone().try_into_data() else { return x; }; x",
        &[("CP0201", "try_into_data")],
    );
    body(
        "let y = x.dims(); let sum = { let y = x.clone(); y.sum().into_scalar::<f32>() }; x * sum",
        &[("CP0201", "into_scalar")],
    );
    body(
        "let first @ second = x.clone(); first.to_data(); x",
        &[("CP0201", "to_data")],
    );
    refused(
        "fn f(r#fn: Tensor<1>) -> Tensor<1> { r#fn.to_data(); r#fn }",
        &[("CP0201", "to_data")],
    );
    refused(
        "fn f(w: &mut Tensor<1>, g: Tensor<1>) -> Tensor<1> { w.to_data(); *w = w.clone() - g; (*w).to_data(); w.clone() }",
        &[("CP0201", "to_data"), ("CP0201", "to_data")],
    );
    body(
        "let read = async || x.to_data(); x",
        &[("CP0201", "to_data")],
    );
}

#[test]
fn reads_of_what_constructors_hold() {
    body(
        "Some(x.clone()).unwrap().to_data(); x",
        &[("CP0201", "to_data")],
    );
    body(
        "Box::new(x.clone()).into_data(); x",
        &[("CP0201", "into_data")],
    );
    body(
        "Wrapper(x.clone()).0.into_data(); x",
        &[("CP0201", "into_data")],
    );
    body(
        "let w = Wrapper { inner: x.clone() }; w.inner.into_data(); x",
        &[("CP0201", "into_data")],
    );
    body(
        "let Wrapper(y) = Wrapper(x.clone()); y.into_data(); x",
        &[("CP0201", "into_data")],
    );
    body(
        "std::borrow::Cow::Owned(x.clone()).to_data(); x",
        &[("CP0201", "to_data")],
    );
    body(
        "AssertUnwindSafe(x.clone()).to_data(); x",
        &[("CP0201", "to_data")],
    );
    body(
        "Some(Wrapper(x.clone())).map(|w| w.0.into_data()); x",
        &[("CP0201", "into_data")],
    );
    body(
        "Reverse(x.clone()).0.to_data(); x",
        &[("CP0201", "to_data")],
    );
}

#[test]
fn hidden_readers() {
    body(
        "let rows = Some(x.clone()).map(|m| m.greater_scalar(0.0).argwhere()); x",
        &[("CP0202", "argwhere")],
    );
    body(
        "let kept = Tensor::mask_select(x.clone(), mask()); x",
        &[("CP0202", "mask_select")],
    );
}

#[test]
fn transfers() {
    body(
        "let net = Net { w: x.clone() }.to_device(&CPU); x",
        &[("CP0301", "to_device")],
    );
    refused(
        "fn f(x: Tensor<1>, #[frozen] cpu: Device) -> Tensor<1> { let y = Some(x.clone()).map(|t| t.to_device(&cpu)); x }",
        &[("CP0301", "to_device")],
    );
    refused(
        "fn f(x: Tensor<1>, #[frozen] cpu: Device) -> Tensor<1> { let ys: Vec<_> = (0..2).map(|_| Tensor::to_device(x.clone(), &cpu)).collect(); x }",
        &[("CP0301", "to_device")],
    );
    body(
        "let y = x.clone().to_device(&Device::default()); x",
        &[("CP0301", "to_device")],
    );
}

#[test]
fn foreign_tensors() {
    body(
        "x + Tensor::<2>::zeros([2, 2], &Device::default())",
        &[("CP0302", "Device::default")],
    );
    body(
        "let c = Tensor::<2>::from_data([[1.0]], &Device::flex()); x.matmul(c)",
        &[("CP0302", "Device::flex")],
    );
    body(
        "Tensor::<2>::zeros([2, 2], &Device::default())",
        &[("CP0302", "Device::default")],
    );
}

#[test]
fn branches_on_values() {
    refused(
        "fn f(pair: (Tensor<1>, Tensor<1>)) -> Tensor<1> { let (a, b) = pair; if a.clone().sum().into_scalar::<f32>() > 0.0 { a } else { b } }",
        &[("CP0401", "into_scalar")],
    );
    body(
        "match x.dims()[0] { n if x.clone().max().into_scalar::<f32>() > n as f32 => x, _ => x * 2.0 }",
        &[("CP0401", "into_scalar")],
    );
    body(
        "let mut y = x; while !y.clone().is_finite().all().into_scalar::<bool>() { y = y * 0.5; } y",
        &[("CP0402", "into_scalar")],
    );
    body(
        "for _ in 0..x.clone().sum().int().into_scalar::<i64>() { step(); } x",
        &[("CP0402", "into_scalar")],
    );
    refused(
        "fn f(x: Tensor<1>, #[live] rate: f64) -> Tensor<1> { if rate.is_nan() { x } else { x * rate } }",
        &[("CP0403", "is_nan")],
    );
}

#[test]
fn live_numbers_where_the_host_counts() {
    refused(
        "fn f(x: Tensor<1>, #[live] lr: f64) -> Tensor<1> { let mut y = x; for _ in 0..lr as usize { y = y * 2.0; } y }",
        &[("CP0404", "lr as usize")],
    );
    refused(
        "fn f(x: Tensor<1>, #[live] k: i64) -> Tensor<1> { let buffer = [0.0; k]; x }",
        &[("CP0404", "k")],
    );
    refused(
        "fn f(x: Tensor<1>, #[live] k: i64) -> Tensor<1> { let t = Tensor::<1>::from_data([k, 1], &x.device()); x * t }",
        &[("CP0407", "[k, 1]")],
    );
}
