//! Forms of host effects, printing, macros and nesting that are refused, other than the usual ones.

use super::refused;

/// A program of one tensor with this body is refused so.
#[track_caller]
fn body(statements: &str, wanted: &[(&str, &str)]) {
    let source = format!("fn f(x: Tensor<2>) -> Tensor<2> {{ {statements} }}");
    refused(&source, wanted);
}

#[test]
fn exits() {
    refused(
        "fn f(x: Tensor<1>) -> Result<Tensor<1>, Error> { let scale = scale_of(&x)?; Ok(x * scale) }",
        &[("CP0405", "?")],
    );
    body(
        "for n in 0..3 { if !is_placeholder(&x) && n > 1 { continue; } } x",
        &[("CP0406", "continue")],
    );
}

#[test]
fn host_state() {
    refused(
        "fn step(&mut self, x: Tensor<1>) -> Tensor<1> { self.count -= 1; self.done = true; x }",
        &[("CP0501", "self.count -= 1"), ("CP0501", "self.done")],
    );
    body(
        "static CALLS: AtomicUsize = AtomicUsize::new(0); CALLS.fetch_add(1, Relaxed); x",
        &[("CP0502", "fetch_add")],
    );
    body(
        "crate::stats::CALLS.fetch_max(3, Relaxed); x",
        &[("CP0502", "fetch_max")],
    );
}

#[test]
fn leaks() {
    body(
        "KEEP.with_borrow_mut(|kept| kept.push(x.clone())); x",
        &[("CP0503", "push")],
    );
    body(
        "*LAST.lock().unwrap() = Some(x.clone()); x",
        &[("CP0503", "*LAST.lock().unwrap()")],
    );
    body("FIRST.set(x.clone()).ok(); x", &[("CP0503", "set")]);
}

#[test]
fn threads() {
    body(
        "std::thread::scope(|s| { s.spawn(|| x.clone().exp()); }); x",
        &[("CP0504", "scope")],
    );
    body(
        "let y = x.clone(); let h = thread::spawn(move || y.exp()); h.join().unwrap()",
        &[("CP0504", "spawn")],
    );
    body(
        "let h = std::thread::Builder::new().name(\"io\".into()).spawn(move || x.exp()).unwrap(); h.join().unwrap()",
        &[("CP0504", "spawn")],
    );
    body(
        "let pool = workers(); pool.spawn(async { x.clone().exp() }); x",
        &[("CP0504", "spawn")],
    );
    body(
        "let (a, b) = rayon::join(|| x.clone().exp(), || x.clone().log()); a + b",
        &[("CP0504", "join")],
    );
}

#[test]
fn values_of_the_host_that_change() {
    body(
        "let k = rand::random::<f32>(); x * k",
        &[("CP0505", "rand::random::<f32>")],
    );
    body(
        "let mut r = rand::rng(); x * r.random::<f32>()",
        &[("CP0505", "rand::rng")],
    );
    body(
        "let t = SystemTime::now(); x * secs(t)",
        &[("CP0505", "SystemTime::now")],
    );
    body(
        "let rate = std::env::var(\"RATE\").map_or(1.0, |rate| rate.parse().unwrap()); x.mul_scalar::<f32>(rate)",
        &[("CP0505", "std::env::var")],
    );
}

#[test]
fn devices() {
    body(
        "let d = x.device(); d.seed(3); d.sync().unwrap(); x",
        &[("CP0506", "seed"), ("CP0506", "sync")],
    );
    refused(
        "fn f(x: Tensor<1>, device: &Device) -> Tensor<1> { let d = device.clone(); d.sync().ok(); x }",
        &[("CP0506", "sync")],
    );
}

#[test]
fn printing() {
    body(
        "let y = x.clone(); assert!(x.dims()[0] > 1, \"{y}\"); x",
        &[("CP0601", "\"{y}\"")],
    );
    body(
        "println!(\"{0:>1$}\", x.clone(), 8); x",
        &[("CP0601", "x.clone()")],
    );
    body(
        "if x.dims()[0] == 0 { panic!(\"{}\", x); } x",
        &[("CP0601", "x")],
    );
    body(
        "let names: Vec<String> = vec![x.clone()].iter().map(|t| t.to_string()).collect(); x",
        &[("CP0602", "to_string")],
    );
    refused(
        "fn f(x: Tensor<1>, #[live] lr: f64) -> Tensor<1> { let text = format!(\"{:.3}\", lr * 2.0); x * lr }",
        &[("CP0603", "lr * 2.0")],
    );
}

#[test]
fn macros_and_nesting() {
    body("host!(x.clone()); x", &[("CP0701", "host")]);
    body(
        "let y = other::metric! { target: x, scale: 2.0 }; x",
        &[("CP0701", "other::metric")],
    );
    refused(
        "fn f(x: Tensor<1>, session: &mut Session<P>) -> Tensor<1> { session.replay(x) }",
        &[("CP0702", "&mut Session<P>")],
    );
    refused(
        "fn f(x: Tensor<1>, other: Other) -> Tensor<1> { let y = x; other.replay(y) }",
        &[("CP0702", "replay")],
    );
    body(
        "let mut s = inner::on(&x.device()); s.replay(x.clone()).unwrap()",
        &[("CP0702", "replay")],
    );
}
