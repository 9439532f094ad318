//! Host state, clocks, threads, opaque macros, nesting.

use super::refused;

#[test]
fn host_state() {
    refused(
        "fn step(w: &mut Tensor<1>, g: Tensor<1>, opt: &mut AdamState) -> Tensor<1> { opt.t += 1; let lr = 0.1 / (1.0 - 0.9f32.powi(opt.t)); *w = w.clone() - g * lr; w.clone() }",
        &[("CP0501", "opt.t += 1")],
    );
    refused(
        "fn step(&mut self, x: Tensor<1>) -> Tensor<1> { self.steps = 3; self.history.push(1.0); self.mean = x.clone(); x }",
        &[("CP0501", "self.steps"), ("CP0501", "push")],
    );
    refused(
        "fn step(&mut self, x: Tensor<1>) -> Tensor<1> { self.seen.push(x.clone()); x }",
        &[("CP0503", "push")],
    );
}

#[test]
fn statics() {
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { CALLS.fetch_add(1, Ordering::Relaxed); unsafe { COUNT += 1; } unsafe { LAST = 3; } x }",
        &[
            ("CP0502", "fetch_add"),
            ("CP0502", "COUNT += 1"),
            ("CP0502", "LAST"),
        ],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { LOG.lock().unwrap().push(x.clone()); CELL.with(|c| c.borrow_mut().push(x.clone())); x }",
        &[("CP0503", "push"), ("CP0503", "push")],
    );
}

#[test]
fn clocks_and_random_numbers() {
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let j = std::time::Instant::now().elapsed().as_nanos() as f32; let u: f32 = rand::random(); let r = thread_rng(); x.add_scalar(j + u) }",
        &[
            ("CP0505", "std::time::Instant::now"),
            ("CP0505", "rand::random"),
            ("CP0505", "thread_rng"),
        ],
    );
}

#[test]
fn devices_threads_and_nesting() {
    refused(
        "fn f(x: Tensor<1>, device: &Device) -> Tensor<1> { device.seed(1); x.device().sync().unwrap(); x }",
        &[("CP0506", "seed"), ("CP0506", "sync")],
    );
    refused(
        "fn f(m: &Mlp, x: Tensor<1>) -> Tensor<1> { let d = m.devices()[0].clone(); d.flush().unwrap(); let (y, _) = d.profile(|| m.forward(x)).unwrap(); y }",
        &[("CP0506", "flush"), ("CP0506", "profile")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let h = std::thread::spawn(move || x.exp()); h.join().unwrap() }",
        &[("CP0504", "spawn")],
    );
    refused(
        "fn f(xs: Vec<Tensor<1>>) -> Vec<Tensor<1>> { let g = async { 1 }; xs.into_par_iter().map(|x| x.exp()).collect() }",
        &[("CP0504", "async"), ("CP0504", "into_par_iter")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let p = load(); p.replay(x) + 1.0 }",
        &[("CP0702", "replay")],
    );
}

#[test]
fn opaque_macros() {
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let n = to_host!(x.clone()).num_elements(); x.mul_scalar(n as f32) }",
        &[("CP0701", "to_host")],
    );
}

#[test]
fn counters_in_disguise() {
    refused(
        "fn f(s: &mut Counter, x: Tensor<1>) -> Tensor<1> { s.t = s.t + 1; let Counter { n, .. } = s; *n += 1; s.mean = s.mean.clone() + x.clone(); x }",
        &[("CP0501", "s.t"), ("CP0501", "*n += 1")],
    );
}

#[test]
fn sessions_are_reported_once() {
    refused(
        "fn f(s: &mut Session<(Tensor<1>,), Tensor<1>>, x: Tensor<1>) -> Tensor<1> { s.replay(x).unwrap() }",
        &[("CP0702", "&mut Session<(Tensor<1>,), Tensor<1>>")],
    );
    refused(
        "fn f(s: &mut BorrowingSession<(Tensor<1>,), Tensor<1>>, x: Tensor<1>) -> Tensor<1> { s.replay(x).unwrap().clone() }",
        &[("CP0702", "&mut BorrowingSession<(Tensor<1>,), Tensor<1>>")],
    );
}
