//! Signatures and parameters.

use super::{legal, refused};

#[test]
fn qualifiers_and_receivers() {
    refused(
        "async fn f(x: Tensor<1>) -> Tensor<1> { x }",
        &[("CP0102", "async")],
    );
    refused(
        "const unsafe extern \"C\" fn f(x: Tensor<1>) -> Tensor<1> { x }",
        &[
            ("CP0102", "const"),
            ("CP0102", "unsafe"),
            ("CP0102", "extern \"C\""),
        ],
    );
    refused("fn main() {}", &[("CP0102", "main")]);
    refused(
        "fn f(self, x: Tensor<1>) -> Tensor<1> { x }",
        &[("CP0103", "self")],
    );
    refused(
        "fn f(self: Rc<Self>, x: Tensor<1>) -> Tensor<1> { x }",
        &[("CP0103", "self: Rc<Self>")],
    );
}

#[test]
fn unmarked() {
    refused(
        "fn sgd(w: &mut Tensor<1>, g: Tensor<1>, lr: f64, name: &str, sizes: Vec<usize>) -> Tensor<1> { g * lr }",
        &[
            ("CP0101", "lr: f64"),
            ("CP0101", "name: &str"),
            ("CP0101", "sizes: Vec<usize>"),
        ],
    );
}

#[test]
fn marks_on_wrong_types() {
    refused(
        "fn f(#[live] n: usize, #[live] t: Tensor<1>, #[frozen] w: Tensor<1>, #[frozen] s: &str) -> Tensor<1> { t }",
        &[
            ("CP0104", "usize"),
            ("CP0104", "Tensor<1>"),
            ("CP0105", "Tensor<1>"),
        ],
    );
}

#[test]
fn frozen_references_are_owned_by_the_session() {
    legal(
        "fn f(x: Tensor<1>, #[frozen] a: &str, #[frozen] b: &[usize], #[frozen] c: &Config, #[frozen] d: &'static Path, #[frozen] e: &[f32; 2]) -> Tensor<1> { x }",
    );
    refused(
        "fn f(x: Tensor<1>, #[frozen] a: &[Tensor<1>], #[frozen] b: &RefCell<f32>, #[frozen] c: &mut String) -> Tensor<1> { x }",
        &[
            ("CP0105", "&[Tensor<1>]"),
            ("CP0105", "&RefCell<f32>"),
            ("CP0105", "&mut String"),
        ],
    );
}

#[test]
fn types_are_shown_as_written() {
    let source = "fn f(x: Tensor<1>, log: &mut Vec<(usize,Tensor<1>)>) -> Tensor<1> { x }";
    let errors = super::run(source).0.into_list();
    assert!(
        errors[0]
            .1
            .starts_with("`&mut Vec<(usize,Tensor<1>)>` would"),
        "{errors:?}"
    );
}

#[test]
fn types_that_leak_or_hide() {
    refused(
        "fn f(x: Tensor<1>, log: &mut Vec<Tensor<1>>) -> Tensor<1> { let y = x.exp(); log.push(y.clone()); y }",
        &[("CP0106", "&mut Vec<Tensor<1>>")],
    );
    refused(
        "fn f(x: Tensor<1>, n: &mut usize, c: &RefCell<Tensor<1>>, r: Rc<Tensor<1>>) -> Tensor<1> { *n += 1; x }",
        &[
            ("CP0106", "&mut usize"),
            ("CP0107", "&RefCell<Tensor<1>>"),
            ("CP0107", "Rc<Tensor<1>>"),
        ],
    );
    refused(
        "fn f(m: HashMap<u32, Tensor<2>>, g: impl Fn(Tensor<1>) -> Tensor<1>, d: &dyn Net, p: fn(f32) -> f32, s: &[Tensor<1>]) -> Tensor<1> { g(x) }",
        &[
            ("CP0108", "HashMap<u32, Tensor<2>>"),
            ("CP0109", "impl Fn(Tensor<1>) -> Tensor<1>"),
            ("CP0108", "&dyn Net"),
            ("CP0101", "p: fn(f32) -> f32"),
            ("CP0108", "&[Tensor<1>]"),
        ],
    );
    refused(
        "fn f(o: &mut OptimizerAdaptor<Adam, M>, d: Device, x: Tensor<1>) -> Tensor<1> { x + Tensor::ones([1], &d) }",
        &[
            ("CP0110", "&mut OptimizerAdaptor<Adam, M>"),
            ("CP0111", "Device"),
        ],
    );
}

#[test]
fn results() {
    refused(
        "fn f(x: Tensor<1>) -> (Tensor<1>, usize) { let n = x.dims()[0]; (x, n) }",
        &[("CP0113", "usize")],
    );
    refused(
        "fn f(x: &Tensor<1>) -> &Tensor<1> { x }",
        &[("CP0113", "&Tensor<1>")],
    );
    refused(
        "fn f(x: Tensor<1>) -> f32 { x.into_scalar() }",
        &[("CP0201", "into_scalar")],
    );
    refused(
        "fn f(x: Tensor<1>) -> impl Clone { x }",
        &[("CP0109", "impl Clone")],
    );
}
