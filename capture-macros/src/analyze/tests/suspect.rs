//! What is warned of, and the look-alikes that are not.

use super::{legal, run, styled};

/// Asserts that nothing is refused and that exactly these warnings are given, in this order.
#[track_caller]
fn warned(source: &str, wanted: &[(&str, &str)]) {
    styled(source);
    legal(source);
    let found = run(source).1.into_list();
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(code, _, at)| (code.id(), at.as_str()))
        .collect();
    assert_eq!(found, wanted, "in {source}");
}

#[test]
fn effects_run_once() {
    warned(
        "fn f(x: Tensor<1>) -> Tensor<1> { for i in 0..3 { println!(\"{i}\"); } std::fs::write(\"a\", \"b\").unwrap(); log::info!(\"{:?}\", x.dims()); let f = File::create(\"a\"); dbg!(x) }",
        &[
            ("CP0901", "println"),
            ("CP0901", "write"),
            ("CP0901", "info"),
            ("CP0901", "create"),
            ("CP0901", "dbg"),
        ],
    );
    // Text that stays in the program, failures, and what only runs eagerly.
    warned(
        "fn f(x: Tensor<1>) -> Tensor<1> { let s = format!(\"{:?}\", x.dims()); let mut t = String::new(); write!(t, \"{s}\").unwrap(); assert!(s.len() > 2, \"{s}\"); if s.is_empty() { panic!(\"{s}\") } eager_only! { println!(\"{x}\"); } if !is_placeholder(&x) { println!(\"{x}\"); } x }",
        &[],
    );
}

#[test]
fn inputs_that_nothing_uses() {
    warned(
        "fn f(x: Tensor<1>, y: Tensor<1>, (a, b): (Tensor<1>, Tensor<1>), #[live] lr: f32) -> Tensor<1> { let _ = b; drop(y); x + a }",
        &[("CP0902", "y"), ("CP0902", "b"), ("CP0902", "lr")],
    );
    warned(
        "fn f(_: Tensor<1>, _y: Tensor<1>, like: Tensor<1>, shown: Tensor<1>, #[frozen] n: usize, w: &Tensor<1>) -> Tensor<1> { eager_only! { let s = format!(\"{shown}\"); } Tensor::zeros(like.dims(), &like.device()) }",
        &[],
    );
}

#[test]
fn unused_variables_that_are_meant() {
    warned(
        "#[allow(unused_variables)] fn f(x: Tensor<1>, y: Tensor<1>) -> Tensor<1> { x }",
        &[],
    );
    warned(
        "fn f(x: Tensor<1>, #[allow(unused)] y: Tensor<1>, z: Tensor<1>) -> Tensor<1> { x }",
        &[("CP0902", "z")],
    );
}

#[test]
fn frozen_numbers_that_only_scale() {
    warned(
        "fn f(x: Tensor<1>, #[frozen] a: f32, #[frozen] b: f64, #[frozen] c: i32) -> Tensor<1> { let mut y = x; for _ in 0..3 { y = a * y / a; } y.mul_scalar(b) * c }",
        &[("CP0903", "a"), ("CP0903", "b"), ("CP0903", "c")],
    );
    // One other use is enough, also if it is not understood.
    warned(
        "fn f(x: Tensor<1>, #[frozen] a: f32, #[frozen] b: f32, #[frozen] c: f32, #[frozen] d: f32, #[frozen] e: usize, #[frozen] g: f32) -> Tensor<1> { let a2 = a * 2.0; let y = x * a2 * b + b; let y = if c > 0.5 { y * c } else { y }; let y = dropout(y * d, d); let e = y.dims()[0] as f32 * g; assert!(g > 0.0, \"{g}\"); y * e * a }",
        &[],
    );
    warned(
        "fn f(x: Tensor<1>, #[frozen] a: f32) -> Tensor<1> { let s = format!(\"{a:?}\"); x * a }",
        &[],
    );
}

#[test]
fn states_that_never_change() {
    warned(
        "fn f(w: &mut Tensor<1>, m: &mut Mlp, unused: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> { let y = x + w.clone() * m.layers[0].scale.clone(); let n = m.num_params(); y + read(&w) + m.shift.clone() }",
        &[("CP0904", "w"), ("CP0904", "m"), ("CP0904", "unused")],
    );
    warned(
        "fn shift(&mut self, x: Tensor<1>) -> Tensor<1> { x + self.offset.clone() }",
        &[("CP0904", "self")],
    );
    warned(
        "fn f(a: &mut Tensor<1>, b: &mut Mlp, c: &mut Mlp, d: &mut AdamW, e: &mut State, g: &mut Tensor<1>, h: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> { *a = a.clone() + 1.0; let y = b.forward(x); update(c); d.step(0.1, b, grads()); let State { n, .. } = e; g.inplace(|g| g * 2.0); core::mem::swap(h, n); y }",
        &[],
    );
    warned(
        "fn f(m: &mut Mlp, n: &mut Mlp, o: &mut Mlp, x: Tensor<1>) -> Tensor<1> { let y = run(&m, x); let norm = n.norm.clone(); o.clone().forward(norm.forward(y)) }",
        &[],
    );
    warned(
        "fn f(a: &mut State, b: &mut State, c: &mut State, x: Tensor<1>) -> Tensor<1> { a.t = x.clone(); update(&mut b.t); c.list[0] = x.clone() + c.list[1].clone(); x }",
        &[],
    );
}

#[test]
fn globals_that_are_read_once() {
    warned(
        "fn f(x: Tensor<1>) -> Tensor<1> { let n = CALLS.load(Ordering::Relaxed); let rate = config::SETTINGS.lock().unwrap().rate; let depth = DEPTH.with(|depth| depth.get()); let k = (&TABLE).read().unwrap()[0]; x * rate }",
        &[
            ("CP0905", "load"),
            ("CP0905", "lock"),
            ("CP0905", "with"),
            ("CP0905", "read"),
        ],
    );
    // What never changes once it is there, a local of the same methods, and what only runs eagerly.
    warned(
        "fn f(x: Tensor<1>, #[frozen] cell: Settings) -> Tensor<1> { let k = SIZES[1] + SIZES.len() + NAMES.get(0).copied() + CONFIG.get().unwrap().rate; let local = cell.borrow().k; let z = SCALE * 2.0; eager_only! { CALLS.load(Ordering::Relaxed); } x * z }",
        &[],
    );
    warned(
        "fn f(x: Tensor<1>) -> Tensor<1> { #[allow(deprecated)] let n = CALLS.load(Ordering::Relaxed); x }",
        &[],
    );
}

#[test]
fn silenced_in_place() {
    warned(
        "fn f(x: Tensor<1>, #[allow(deprecated)] y: Tensor<1>, #[frozen] #[allow(unused, deprecated)] a: f32) -> Tensor<1> { #[allow(deprecated)] { println!(\"a\"); } #[allow(deprecated)] let n = dbg!(3); #[allow(deprecated)] if n > 2 { println!(\"b\"); } #[allow(unused)] { println!(\"c\"); } x * a }",
        &[("CP0901", "println")],
    );
}
