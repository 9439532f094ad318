//! What `#[capture_fn]` makes of functions, and what it refuses.

use super::{expand_as, expand_with};
use crate::ast::Kind;
use expect_test::expect_file;

fn helper(source: &str) -> String {
    expand_as(Kind::Helper, "", source)
}

/// The titles of the errors.
fn errors(source: &str) -> Vec<String> {
    let found = helper(source);
    let messages = found.split("compile_error!").skip(1);
    let title = |text: &str| {
        text.split(['"', '['])
            .nth(1)
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    messages.map(title).collect()
}

#[test]
fn expansion() {
    let functions = [
        "/// Doubles.
        #[inline]
        pub fn double<const D: usize>(x: Tensor<D>, n: usize) -> Result<Tensor<D>, Error> {
            check(n)?;
            eager_only! { println!(\"{x}\"); }
            if !is_placeholder(&x) { println!(\"{x}\"); }
            Ok(x * 2.0)
        }",
        "fn step(model: &mut Mlp, x: Tensor<2>, #[live] mut lr: f64) -> GradientsParams {
            lr *= 0.5;
            GradientsParams::from_grads((model.forward(x).mean() * lr).backward(), model)
        }",
        "fn rate(#[live] lr: f64, #[live] step: i64, steps: f64) -> f64 {
            if steps < 0.0 { return 1.0; }
            if steps > 0.0 { lr * (step as f64 / steps) } else { 0.5 }
        }",
    ];
    let all: Vec<_> = functions.iter().map(|source| helper(source)).collect();
    expect_file!["snapshots/helpers.rs"].assert_eq(&all.join("\n"));
}

#[test]
fn a_body_is_checked_as_a_programs() {
    assert_eq!(
        errors("fn f(x: Tensor<1>) -> f32 { let y = x.exp(); y.into_scalar() }").len(),
        1
    );
    assert_eq!(errors("fn f(x: Tensor<1>) { println!(\"{x}\"); }").len(), 1);
    assert_eq!(
        errors("fn f(#[live] on: bool) -> usize { if on { 1 } else { 2 } }").len(),
        1
    );
}

#[test]
fn a_signature_is_free() {
    for source in [
        "fn f(a: f32, b: usize, c: &str, d: Vec<usize>, e: Option<bool>) -> usize { b }",
        "fn f(config: LossConfig, x: Tensor<1>) -> Option<Tensor<1>> { if config.on { Some(x) } else { None } }",
        "fn f(g: impl Fn(Tensor<1>) -> Tensor<1>, x: Tensor<1>) -> impl Iterator<Item = Tensor<1>> { [g(x)].into_iter() }",
        "fn f(xs: &mut Vec<Tensor<1>>, x: Tensor<1>) -> &mut Tensor<1> { xs.push(x); &mut xs[0] }",
        "fn f(self, x: Tensor<1>) -> Result<Self, E> { g(x)?; Ok(self) }",
        "fn f(#[cfg(test)] a: f32, #[frozen] b: f32) {}",
        "unsafe fn f(m: Rc<RefCell<Mlp>>, h: &HashMap<String, Tensor<1>>) {}",
    ] {
        assert_eq!(errors(source), Vec::<String>::new(), "{source}");
    }
}

#[test]
fn what_cannot_be_a_helper_is_refused() {
    for source in [
        "const fn f() {}",
        "async fn f(x: Tensor<1>) {}",
        "fn f(#[live] s: String) {}",
        "fn f(g: &mut Gradients) {}",
        "fn f(x: Tensor<1>) -> Gradients { x.backward() }",
        "struct S;",
    ] {
        assert_eq!(errors(source).len(), 1, "{source}");
    }
    let options = expand_as(Kind::Helper, "strict", "fn f() {}");
    assert!(
        options.contains("unknown option `strict`, expected one of `associated` or `crate`"),
        "{options}"
    );
}

#[test]
fn after_a_mistake_the_signature_stands() {
    let found = helper("fn f(x: Tensor<1>, #[live] lr: f64) { println!(\"{x}\"); }");
    assert!(
        found.contains("lr: impl ::capture_runtime::__private::LiveArgument<f64>"),
        "{found}"
    );
    assert!(
        found.contains("impl ::capture_runtime::__private::CaptureFn for f"),
        "{found}"
    );
}

#[test]
fn a_strict_program_asks_for_each_function_once() {
    let found = expand_as(
        Kind::Program,
        "strict, inline(d)",
        "fn p(x: Tensor<1>, #[frozen] n: usize) -> Tensor<1> {
            fn local(x: Tensor<1>) -> Tensor<1> { x }
            let y = (0..2).fold(a::<1>(x), |x, _| b::c(x));
            d(local(std::mem::take(Tensor::exp(burn::tensor::activation::relu(y) + f(n)))))
        }",
    );
    let asked: Vec<_> = found
        .lines()
        .map(str::trim)
        .filter(|line| line.contains("_without_capture_fn;"))
        .collect();
    assert_eq!(
        asked,
        [
            "use a as a_without_capture_fn;",
            "use b::c as c_without_capture_fn;"
        ],
        "{found}"
    );
    let lenient = expand_with("", "fn p(x: Tensor<1>) -> Tensor<1> { a(x) }");
    assert!(!lenient.contains("without_capture_fn"), "{lenient}");
}

#[test]
fn named_programs_are_inlined() {
    let found = expand_with(
        "inline(f, m::g, Net::h)",
        "fn p(net: &Net, x: Tensor<1>) -> Tensor<1> { f::<1>(m::g(x)) + net.h(x) + Net::h(net, x) + g(x) }",
    );
    let flat: String = found.split_whitespace().collect();
    for call in [
        "f::__capture::<1,>(",
        "m::g::__capture(x)",
        "net.__h_capture(x)",
        "Net::__h_capture(net,x)",
        "+g(x)",
    ] {
        assert!(flat.contains(call), "{call}: {flat}");
    }
}
