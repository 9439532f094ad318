//! The option `example`, and what `test` and `document` ask of it.

use super::run_with;

const STEP: &str = "fn step(
    model: &mut Net, optim: &mut AdamW, x: Tensor<2>, y: Tensor<1, Int>, #[live] lr: f64, #[frozen] smoothing: f32, device: &Device,
) -> Tensor<1> { let loss = loss_of(model, optim, x, y, lr, smoothing, device); loss }";

const WHOLE: &str = "model = Net::new(device), optim = a, x = b, y = c, smoothing = 0.1";

/// The title and the underlined tokens of every message, then all the texts.
#[track_caller]
fn found(options: &str, source: &str) -> (Vec<(String, String)>, String) {
    let list = run_with(options, source).0.into_list();
    let text: Vec<_> = list.iter().map(|(_, text, _)| text.clone()).collect();
    let titles = list.into_iter().map(|(_, text, at)| {
        let title = text.split(" [CP").next().unwrap_or_default();
        (title.to_owned(), at)
    });
    (titles.collect(), text.join("\n"))
}

#[track_caller]
fn refused(options: &str, source: &str, wanted: &[(&str, &str)], help: &str) {
    let (found, text) = found(options, source);
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(title, at)| (title.as_str(), at.as_str()))
        .collect();
    assert_eq!(found, wanted, "for {options}");
    assert!(text.contains(help), "{help} is not in {text}");
}

#[test]
fn a_whole_example_is_fine() {
    for asked in [
        "test",
        "test = 9",
        "document = \"programs\"",
        "test, document = \"a/b\"",
    ] {
        refused(&format!("{asked}, example({WHOLE})"), STEP, &[], "");
        refused(
            &format!("{asked}, example({WHOLE}, lr = 0.1)"),
            STEP,
            &[],
            "",
        );
    }
    refused(
        "test",
        "fn f(device: &Device, #[live] v: f32) -> Tensor<1> { let y = ones(device); y.mul_scalar(v) }",
        &[],
        "",
    );
    let lifetimes = "fn f<'a>(x: &'a Tensor<1>) -> Tensor<1> { x.clone() }";
    refused("test, example(x = 1)", lifetimes, &[], "");
}

#[test]
fn without_an_example_its_text_is_shown() {
    let text = "add `example(model = Net::new(.., device), optim = AdamWConfig::new().init(), \
                x = TensorSpec::float([..]), y = TensorSpec::int([..]), smoothing = ..)`";
    refused("test", STEP, &[("`test` needs an `example`", "test")], text);
    refused(
        "document = \"a\"",
        STEP,
        &[("`document` needs an `example`", "document")],
        text,
    );
    let others = "fn f(a: Vec<Tensor<1>>, b: Option<Tensor<1>>, c: Batch, d: Tensor<1, Bool>, e: &Tensor<1>, [f, g]: [Tensor<1>; 2]) \
                  -> Tensor<1> { sum(a, b, c, d, e, f, g) }";
    let text = "add `example(a = vec![..], b = Some(..), c = BatchSpec { .. }, d = TensorSpec::bool([..]), \
                e = Tensor::zeros([..], device), arg5 = ..)`";
    refused(
        "test",
        others,
        &[("`test` needs an `example`", "test")],
        text,
    );
}

#[test]
fn entries_are_matched_with_parameters() {
    let missing = "test, example(x = b, model = m)";
    let title = "the example leaves out `optim` and `y` and `smoothing`";
    let help = "add `optim = AdamWConfig::new().init(), y = TensorSpec::int([..]), smoothing = ..`";
    refused(missing, STEP, &[(title, "example")], help);

    let unknown = format!("test, example({WHOLE}, smothing = 0.1)");
    let title = "`step` has no parameter `smothing` for the example";
    let help = "there is a parameter with a similar name: `smoothing`";
    refused(&unknown, STEP, &[(title, "smothing")], help);

    let other = format!("test, example({WHOLE}, abcdefgh = 0.1)");
    let title = "`step` has no parameter `abcdefgh` for the example";
    let help = "its parameters are `model`, `optim`, `x`, `y`, `lr`, `smoothing`";
    refused(&other, STEP, &[(title, "abcdefgh")], help);

    let twice = format!("test, example({WHOLE}, x = d)");
    refused(
        &twice,
        STEP,
        &[("`x` is given twice in the example", "x")],
        "give each parameter once",
    );

    let device = format!("test, example({WHOLE}, device = d)");
    let title = "`device` is not given in an example";
    refused(
        &device,
        STEP,
        &[(title, "device")],
        "the device that the test runs on",
    );

    let raw = "fn f(r#type: Tensor<1>) -> Tensor<1> { r#type }";
    refused("test, example(r#type = s)", raw, &[], "");
    let nothing = "fn f(device: &Device) -> Tensor<1> { ones(device) }";
    refused(
        "test, example(x = s)",
        nothing,
        &[("`f` has no parameter `x` for the example", "x")],
        "remove the example",
    );
}

#[test]
fn where_no_test_can_stand() {
    let title = "`test` cannot be asked for in an `impl` block";
    let help = "write a free function that calls the method";
    let method = "fn forward(&self, x: Tensor<1>) -> Tensor<1> { x }";
    refused("test, example(x = s)", method, &[(title, "test")], help);
    let associated = "fn forward(x: Tensor<1>) -> Tensor<1> { Self::scaled(x) }";
    refused("test, example(x = s)", associated, &[(title, "test")], help);
    let title = "`document` cannot be asked for a generic program";
    let help = "write a function without generics";
    let generic = "fn f<const N: usize>(x: [Tensor<1>; N]) -> Tensor<1> { first(x) }";
    refused(
        "document = \"a\", example(x = s)",
        generic,
        &[(title, "N")],
        help,
    );
}

#[test]
fn an_example_for_nothing_is_said() {
    let title = "`example` is for `test` and `document`, and neither is asked for";
    let options = format!("example({WHOLE})");
    refused(
        &options,
        STEP,
        &[(title, "example")],
        "write `test` before it",
    );
}
