//! Control flow on values and on live numbers, exits, guards.

use super::{legal, refused};

#[test]
fn branches_on_values() {
    refused(
        "fn relu(x: Tensor<1>) -> Tensor<1> { if x.clone().sum().greater_scalar(0.0).into_scalar::<bool>() { x } else { x.neg() } }",
        &[("CP0401", "into_scalar")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { match x.clone().into_scalar::<i64>() { 0 => x, _ => x * 2.0 } }",
        &[("CP0401", "into_scalar")],
    );
    refused(
        "fn newton(mut x: Tensor<1>) -> Tensor<1> { while x.clone().abs().max().into_scalar::<f32>() > 1e-3 { x = x * 0.5; } x }",
        &[("CP0402", "into_scalar")],
    );
    refused(
        "fn f(x: Tensor<1>, n: Tensor<1, Int>) -> Tensor<1> { let mut y = x; for _ in 0..n.into_scalar::<i64>() { y = y * 2.0; } y }",
        &[("CP0402", "into_scalar")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { assert_eq!(x.to_data(), y); assert!(x.clone().into_scalar::<f32>() > 0.0); x }",
        &[("CP0401", "to_data"), ("CP0401", "into_scalar")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let loss = x.clone().into_scalar::<f32>(); if loss > 1.0 { return x; } x * 2.0 }",
        &[("CP0201", "into_scalar")],
    );
}

#[test]
fn live_numbers() {
    refused(
        "fn f(x: Tensor<1>, #[live] lr: f64) -> Tensor<1> { if lr > 0.1 { x } else { x * lr } }",
        &[("CP0403", "lr > 0.1")],
    );
    refused(
        "fn f(x: Tensor<1>, #[live] on: bool) -> Tensor<1> { if on { x } else if !on && true { x * 2.0 } else { x * 3.0 } }",
        &[("CP0403", "on"), ("CP0403", "!on")],
    );
    refused(
        "fn f(x: Tensor<1>, #[live] k: i64) -> Tensor<1> { match k { 0 => x, n => x * n } }",
        &[("CP0403", "k")],
    );
    refused(
        "fn f(x: Tensor<1>, #[live] k: i64) -> Tensor<1> { let mut y = x; for _ in 0..k { y = y * 2.0; } while k > 3 { } y }",
        &[("CP0403", "0..k"), ("CP0403", "k > 3")],
    );
    refused(
        "fn f(x: Tensor<2>, #[live] k: i64) -> Tensor<2> { let n = k as usize; let y = x.narrow(0, n, 1); y.slice([k..k + 1]) }",
        &[("CP0404", "k as usize"), ("CP0404", "[k..k + 1]")],
    );
    refused(
        "fn f(x: Tensor<2>, #[live] k: i64) -> Tensor<2> { let v = vec![0; k]; let c = [1, 2][k]; let y = x.slice(s![k, ..]); y }",
        &[("CP0404", "k"), ("CP0404", "k"), ("CP0404", "k")],
    );
    refused(
        "fn f(x: Tensor<1>, #[live] lr: f32) -> Tensor<1> { let half = lr * 0.5; println!(\"{half} {lr:?}\"); let s = lr.to_string(); let t = Tensor::from_floats([half], &x.device()); x * t }",
        &[
            ("CP0603", "\"{half} {lr:?}\""),
            ("CP0603", "to_string"),
            ("CP0407", "[half]"),
        ],
    );
    refused(
        "fn f(x: Tensor<1>, #[live] lr: f32) -> Tensor<1> { let big = lr > 0.5; assert!(lr > 0.0); let m = matches!(lr, 0.0); x * lr }",
        &[
            ("CP0403", "lr > 0.5"),
            ("CP0403", "lr > 0.0"),
            ("CP0403", "lr"),
        ],
    );
}

#[test]
fn exits() {
    // The compiler refuses `?` in a function that returns a tensor.
    legal("fn f(x: Tensor<1>) -> Tensor<1> { let m = mask(&x)?; x * m }");
    refused(
        "fn f(x: Tensor<1>) -> Result<Tensor<1>, E> { Ok(x) }",
        &[("CP0112", "Result<Tensor<1>, E>")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Result<Tensor<1>, E> { let m = mask(&x)?; Ok(x * m) }",
        &[("CP0405", "?")],
    );
}

#[test]
fn eager_code_that_reaches_out() {
    refused(
        "fn f(mut x: Tensor<1>) -> Tensor<1> { if !is_placeholder(&x) { x = x * 2.0; return x; } x }",
        &[("CP0406", "x"), ("CP0406", "return")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { for i in 0..3 { eager_only! { let mut n = 0; n += 1; println!(\"{x}\"); break; } } x }",
        &[("CP0406", "break")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { if is_placeholder(&x) { x.to_data(); } else { println!(\"{x}\"); } x }",
        &[("CP0201", "to_data")],
    );
}
