//! Facts about the capturing copy.

use super::expand;

/// The copy's body, without its announcements and with single spaces.
fn copy(source: &str) -> String {
    let expansion = expand(source);
    let copy = expansion.split("fn __capture").last().unwrap_or_default();
    let flat = copy.split_whitespace().collect::<Vec<_>>().join(" ");
    let private = flat.replace("::capture_runtime::__private::", "P::");
    let mut rest = String::new();
    for (index, part) in private.split("P::at!(").enumerate() {
        let after = if index == 0 {
            part
        } else {
            part.split_once("); ").map_or(part, |(_, after)| after)
        };
        rest.push_str(after);
    }
    rest.replace("( ", "(").replace(", )", ")")
}

/// The announcements of a body: the binding and the text of each.
fn announced(source: &str) -> Vec<(String, String)> {
    let expansion = expand(source);
    let calls = expansion.split("__private::at!(").skip(1);
    let read = |call: &str| {
        let (arguments, _) = call.split_once(");\n").unwrap_or((call, ""));
        let mut quoted = arguments.split('"').skip(1).step_by(2);
        let text = quoted.next().unwrap_or_default().to_owned();
        (quoted.next().unwrap_or_default().to_owned(), text)
    };
    calls.map(read).collect()
}

#[test]
fn autodiff_calls_go_to_the_runtime() {
    let copy = copy(
        "fn f(m: &mut M, x: Tensor<1>) {
            let mut g: Gradients = m.run(x).backward();
            let p = burn::optim::GradientsParams::from_module(&mut g, m);
            let a = m.w.val().grad(&g);
            m.w.val().grad_replace(&mut g, Tensor::from_inner(a.unwrap().inner()));
        }",
    );
    assert!(
        copy.contains("let mut g: P::Gradients = P::backward(&m.run(x));"),
        "{copy}"
    );
    assert!(copy.contains("P::from_module(&mut g, m)"), "{copy}");
    assert!(copy.contains("P::grad(&m.w.val(), &g)"), "{copy}");
    assert!(
        copy.contains(
            "P::grad_replace(&m.w.val(), &mut g, P::with_autodiff(P::without_autodiff(a.unwrap())))"
        ),
        "{copy}"
    );
}

#[test]
fn a_device_is_asked_for_what_the_target_can() {
    let copy = copy(
        "fn f(x: Tensor<1>, device: &Device) -> Tensor<1> {
            let a = device.supports_dtype(FloatDType::F64);
            let b = Device::supports_dtype(&x.device(), DType::F64);
            x
        }",
    );
    assert!(
        copy.contains("P::supports_dtype(&device, FloatDType::F64)"),
        "{copy}"
    );
    assert!(
        copy.contains("P::supports_dtype(&x.device(), DType::F64)"),
        "{copy}"
    );
}

#[test]
fn methods_with_other_arguments_stay() {
    let copy = copy("fn f(m: &M) { m.backward(1); m.grad(); m.inner(2); m.valid(); m.train(); }");
    assert!(copy.contains("m.backward(1)"), "{copy}");
    assert!(copy.contains("m.grad()"), "{copy}");
    assert!(copy.contains("m.inner(2)"), "{copy}");
    assert!(copy.contains("m.valid()"), "{copy}");
    assert!(copy.contains("m.train()"), "{copy}");
}

#[test]
fn a_live_number_is_used_as_it_is_written() {
    let copy = copy(
        "fn f(x: Tensor<1>, #[live] mut lr: f64) -> Tensor<1> {
            let half = lr * 0.5;
            let y = x * half;
            lr *= 0.5;
            let c = Config { lr };
            let r = &lr;
            let z = move |t: Tensor<1>| t * lr;
            y * half + y
        }",
    );
    for kept in [
        "let half = lr * 0.5;",
        "let y = x * half;",
        "lr *= 0.5;",
        "Config { lr }",
        "let r = &lr;",
        "let z = move |t: Tensor<1>| t * lr;",
        "y * half + y",
    ] {
        assert!(copy.contains(kept), "{kept}: {copy}");
    }
}

#[test]
fn a_live_number_is_cast() {
    let copy = copy(
        "fn f(x: Tensor<1>, #[live] mut lr: f64) -> Tensor<1> {
            let a = lr as f32;
            let b = f64::from(a);
            let n = x.dims()[0] as f32;
            let c = f64::sqrt(b);
            x.add_scalar(c).mul_scalar(n)
        }",
    );
    assert!(copy.contains("P::LiveCast::<f32>::live_cast(lr)"), "{copy}");
    assert!(copy.contains("P::LiveCast::<f64>::live_cast(a)"), "{copy}");
    assert!(copy.contains("let c = b.sqrt();"), "{copy}");
    assert!(copy.contains("let n = x.dims()[0] as f32;"), "{copy}");
    assert!(
        copy.contains("P::scalar::add_scalar(x, c).mul_scalar(n)"),
        "{copy}"
    );
}

#[test]
fn host_numbers_beside_live_ones_are_lifted() {
    let copy = copy(
        "fn f(x: Tensor<1>, #[live] lr: f64, #[frozen] n: usize) -> Tensor<1> {
            let mut sum = 0.0;
            let mut other = 0.0;
            other += 1.0;
            for _ in 0..n { sum += lr; }
            let s = if n > 1 { sum } else if n > 0 { 0.5 } else { drop(n); 2.0 * 3.0 };
            let a = [lr, 0.1];
            x * s
        }",
    );
    assert!(
        copy.contains("let mut sum = ::capture_runtime::Live::from(0.0);"),
        "{copy}"
    );
    assert!(copy.contains("let mut other = 0.0;"), "{copy}");
    assert!(
        copy.contains(
            "{ sum } else if n > 0 { ::capture_runtime::Live::from(0.5) } else { drop(n); ::capture_runtime::Live::from(2.0 * 3.0) }"
        ),
        "{copy}"
    );
    assert!(
        copy.contains("[lr, ::capture_runtime::Live::from(0.1)]"),
        "{copy}"
    );
}

#[test]
fn live_numbers_are_followed_into_tuples_and_arrays() {
    let copy = copy(
        "fn f(x: Tensor<1>, #[live] lr: f64) {
            let (a, y, [b, _]) = (lr, x * lr, [lr, 2.0]);
            let mut s = [a, b];
            y.mul_scalar(s[0] as f32).add_scalar(b as f32)
        }",
    );
    assert!(
        copy.contains("[lr, ::capture_runtime::Live::from(2.0)]"),
        "{copy}"
    );
    assert!(copy.contains("live_cast(s[0])"), "{copy}");
    assert!(copy.contains("live_cast(b)"), "{copy}");
}

#[test]
fn a_shadowed_name_is_not_live() {
    let copy = copy(
        "fn f(x: Tensor<1>, #[live] lr: f64) -> Tensor<1> {
            let y = { let lr = 0.5f64; x.mul_scalar(lr as f32) };
            y.mul_scalar(lr)
        }",
    );
    assert!(copy.contains("x.mul_scalar(lr as f32)"), "{copy}");
    assert!(copy.contains("P::scalar::mul_scalar(y, lr)"), "{copy}");
}

#[test]
fn without_live_numbers_nothing_of_theirs_is_rewritten() {
    let copy = copy("fn f(x: Tensor<1>, #[frozen] k: f64) -> Tensor<1> { x.mul_scalar(k as f32) }");
    assert!(copy.contains("x.mul_scalar(k as f32)"), "{copy}");
}

#[test]
fn guards_leave_one_branch() {
    let copy = copy(
        "fn f(x: Tensor<1>) -> Tensor<1> {
            if !is_placeholder(&x) { println!(\"{x}\"); }
            let y = if x.rank() == 1 && !is_placeholder(&x) { a(x) } else if is_placeholder(&x) { b(x) } else { c(x) };
            eager_only! { println!(\"{y}\"); }
            y
        }",
    );
    assert!(!copy.contains("println"), "{copy}");
    assert!(copy.contains("let y = { b(x) };"), "{copy}");
    assert!(!copy.contains("eager_only"), "{copy}");
}

#[test]
fn known_macros_are_rewritten_inside() {
    let copy = copy("fn f(x: Tensor<1>) { let v = vec![x.inner(), y]; other!(x.inner()); }");
    assert!(copy.contains("vec![P::without_autodiff(x), y]"), "{copy}");
    assert!(copy.contains("other!(x.inner())"), "{copy}");
}

#[test]
fn statements_are_announced_with_their_text() {
    let found = announced(
        "fn f(x: Tensor<1>) -> Tensor<1> {
            let (a, mut b) = split(
                x,
            );
            #[allow(unused_assignments)]
            let _ = 1;
            b = a
                .exp();
            for i in 0..3 {
                b = b.sin();
            }
            b
        }",
    );
    let expected = [
        ("(a, mut b)", "let (a, mut b) = split(x,)"),
        ("", "let _ = 1"),
        ("b", "b = a.exp()"),
        ("b", "b = b.sin()"),
        ("", "b"),
    ];
    let found: Vec<_> = found
        .iter()
        .map(|(b, t)| (b.as_str(), t.as_str()))
        .collect();
    assert_eq!(
        found, expected,
        "a loop at the start of a line announces its statements itself"
    );
}

#[test]
fn a_statement_is_announced_where_it_is_compiled() {
    let copy = expand(
        "fn f(x: Tensor<1>) -> Tensor<1> {
            #[cfg(a)]
            let y = x.exp();
            #[cfg(b)]
            #[allow(unused)]
            advance(&mut y);
            #[cfg(c)]
            log!(y);
            y
        }",
    );
    let copy = copy.split("fn __capture").last().unwrap_or_default();
    let lines: Vec<_> = copy.lines().map(str::trim).collect();
    for condition in ["#[cfg(a)]", "#[cfg(b)]", "#[cfg(c)]"] {
        let under = lines.windows(2).filter(|two| two[0] == condition);
        let announced = under.filter(|two| two[1].contains("__private::at!("));
        assert_eq!(announced.count(), 1, "{condition}: {copy}");
    }
}

#[test]
fn a_live_number_is_found_wherever_a_statement_has_it() {
    let copy = copy(
        "fn f(x: Tensor<1>, #[live] lr: f64) -> Tensor<1> {
            let [n] = x.clone().mul_scalar(lr).dims();
            let grown = |y: Tensor<1>, a| y.add_scalar(a);
            let all = vec![x.clone().sub_scalar(lr)];
            for _ in 0..n {
                if n > 1 {
                    let rate = { let half = 0.5; lr * half };
                    x = x.div_scalar(rate);
                }
                x = x.add_scalar(1.0);
            }
            x = x.powf_scalar(2.0);
            grown(x, lr)
        }",
    );
    for changed in [
        "let [n] = P::scalar::mul_scalar(x.clone(), lr) .dims();",
        "|y: Tensor<1>, a| P::scalar::add_scalar(y, a)",
        "vec![ P::scalar::sub_scalar(x.clone(), lr) ]",
        "x = P::scalar::div_scalar(x, rate);",
        "x = x.add_scalar(1.0);",
        "x = x.powf_scalar(2.0);",
    ] {
        assert!(copy.contains(changed), "{changed}: {copy}");
    }
}

#[test]
fn nothing_is_announced_in_constants_and_items() {
    let found = announced(
        "fn f(x: Tensor<1>) {
            const N: usize = { 1 };
            fn g() { let a = 1; }
            let xs = [0; { let n = 2; n }];
            let ys: [u8; { 3 }] = const { [0; 3] };
        }",
    );
    let texts: Vec<_> = found.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "let xs = [0; { let n = 2; n }]",
            "let ys: [u8; { 3 }] = const { [0; 3] }"
        ]
    );
}

#[test]
fn long_statements_are_cut() {
    let source = format!("fn f(x: Tensor<1>) {{ call({}); }}", "x, ".repeat(60));
    let found = announced(&source);
    let texts: Vec<_> = found.iter().map(|(_, text)| text.as_str()).collect();
    assert!(
        texts
            .iter()
            .all(|text| text.chars().count() <= 100 && text.ends_with('…')),
        "{texts:?}"
    );
}
