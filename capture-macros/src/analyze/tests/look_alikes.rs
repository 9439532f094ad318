//! What looks like a form that is refused, with host values, metadata, constants or other names in its place.

use super::legal;

/// A program of one tensor with this body is fine.
#[track_caller]
fn body(statements: &str) {
    legal(&format!(
        "fn f(x: Tensor<2>) -> Tensor<2> {{ {statements} }}"
    ));
}

/// A program with this parameter beside a tensor is fine.
#[track_caller]
fn parameter(parameter: &str) {
    legal(&format!(
        "fn f(x: Tensor<2>, {parameter}) -> Tensor<2> {{ x }}"
    ));
}

#[test]
fn parameters() {
    parameter("#[frozen] rows: Range<usize>");
    parameter("#[frozen] causal: Option<bool>");
    parameter("#[frozen] n: usize, #[live] k: i64");
    parameter("#[frozen] names: HashMap<u32, String>");
    parameter("m: &mut Tensor<1>, n: &mut Tensor<1, Int>");
    parameter("pair: (Tensor<1>, [Tensor<1>; 2])");
    parameter("xs: Vec<Option<Tensor<1>>>");
    parameter("cell: &LstmCell, gate: &MutexGate, rc: RcBatch");
    parameter("cache: &mut HashMapCache");
}

#[test]
fn results() {
    legal("fn f(x: Tensor<1>) -> Vec<Tensor<1>> { vec![x] }");
    legal("fn f(x: Tensor<1>) -> (Tensor<1>, Option<Tensor<1>>) { (x, None) }");
    legal("fn f(x: Tensor<1>) -> [Tensor<1>; 2] { [x.clone(), x] }");
}

#[test]
fn reads_of_host_data() {
    body("let data = Some(TensorData::from([1.0])).map(|d| d.into_vec::<f32>()); x");
    body("let all: Vec<_> = [1, 2].iter().map(|t| t.to_data()).collect(); x");
    body("let dims = [Tensor::<2>::dims][0](&x); x");
    body("let [a, b] = (|t: Tensor<2>| t.dims())(x.clone()); x");
    body("let Some(n) = x.dims().first().copied() else { return x; }; x * n as f32");
    body("let y = x.clone(); { let y = TABLE; y.into_data(); } y");
    body("let x_data = SCALES.to_data(); x");
    body("let (x, n) = (x.clone(), 3); { let x = n; x.to_data(); } x");
    body("for x in 0..3 { x.into_scalar(); } x");
    body("let all = [1.0, 2.0].map(|x| x.into_scalar()); x");
    body("if let Some(x) = limit() { x.into_data(); } x");
    legal("fn f(r#fn: Tensor<1>) -> Tensor<1> { let n = r#fn.dims(); r#fn * n[0] as f32 }");
    legal("fn f(w: &mut Tensor<1>, g: Tensor<1>) -> Tensor<1> { *w = w.clone() - g; w.clone() }");
}

#[test]
fn methods_of_types_of_the_body() {
    body("let y = Wrapper(x).into_data(); y");
    body("let w = Wrapper(x.clone()); let y = w.to_data(); y");
    body("let w = Wrapper { inner: x.clone() }; let y = w.into_data(); y");
    body("let w = shapes::Wrapper { inner: x.clone(), rate: 2.0 }; w.clone().into_data()");
    body("let all: Vec<_> = [Wrapper(x.clone())].into_iter().map(Wrapper::into_data).collect(); x");
    body("let all: Vec<_> = [Wrapper(x.clone())].iter().map(|w| w.to_data()).collect(); x");
    body("let y = Wrapper::into_data(Wrapper(x)); y");
    body("let w: Wrapper = Wrapper(x.clone()); w.argwhere()");
    body(
        "struct Pair { a: Tensor<2> } impl Pair { fn into_data(self) -> Tensor<2> { self.a } } Pair { a: x }.into_data()",
    );
    body("let text = Wrapper(x.clone()).to_string(); x");
}

#[test]
fn transfers_and_devices() {
    body("let d = x.device(); let y = Some(x).map(|t| t.to_device(&d)); y.unwrap()");
    body(
        "let d = x.device(); let ys: Vec<_> = (0..2).map(|_| Tensor::to_device(x.clone(), &d)).collect(); x",
    );
    body(
        "let c = Tensor::<2>::from_data([[1.0]], &Device::flex()).to_device(&x.device()); x.matmul(c)",
    );
    body("let d = Device::default(); let name = format!(\"{d:?}\"); x");
    body("let c = Tensor::<2>::zeros([2, 2], &x.device()); x + c");
    body("let mut s = Sampler::default(); s.seed(3); x");
    body("let mut file = FILE_NAME.open(); file.sync(); x");
}

#[test]
fn branches() {
    body("if x.rank() == 2 && x.is_autodiff() { x } else { x * 2.0 }");
    body("let wide = matches!(x.dims(), [_, n] if n > 3); if wide { x } else { x * 2.0 }");
    body("let mut y = x; while let Some(n) = queue().pop() { y = y * n; } y");
    legal(
        "fn f(pair: (Tensor<1>, Tensor<1>)) -> Tensor<1> { let (a, b) = pair; if a.dims() == b.dims() { a } else { b } }",
    );
    body("match x.dims()[0] { n if n > 3 => x, _ => x * 2.0 }");
    body("let [rows, _] = x.dims(); let mut y = x; for n in 0..rows { y = y * n as f32; } y");
    body("let mut n = 8; while n > x.dims()[0] { n /= 2; } x * n as f32");
    legal(
        "fn f(x: Tensor<1>, #[frozen] lr: f64) -> Tensor<1> { let mut y = x; for _ in 0..lr as usize { y = y * lr; } y }",
    );
    legal(
        "fn f(x: Tensor<1>, #[live] lr: f64) -> Tensor<1> { let lr = 3; for _ in 0..lr { step(); } x * lr as f32 }",
    );
    legal(
        "fn f(x: Tensor<1>, #[live] k: i64) -> Tensor<1> { let rate = k as f32 * 0.5; x * rate }",
    );
}

#[test]
fn exits() {
    legal("fn f(x: Tensor<1>) -> Option<Tensor<1>> { let scale = scale_of(&x)?; Some(x * scale) }");
    body("let n = (|| -> Result<u32, E> { Ok(\"3\".parse::<u32>()?) })().unwrap(); x * n as f32");
    body("if !is_placeholder(&x) { for n in 0..3 { if n > 1 { continue; } } } x");
}

#[test]
fn host_state() {
    legal(
        "fn f(&mut self, x: Tensor<1>) -> Tensor<1> { let mut count = self.count; count += 1; x * count as f32 }",
    );
    body(
        "let mut calls = 0; calls += 1; let counter = AtomicUsize::new(0); counter.fetch_add(1, Relaxed); x",
    );
    body("let n = CALLS.load(Relaxed); x * n as f32");
    body("let kept = KEEP.with_borrow(|kept| kept.len()); x");
    body("let mut all = Vec::new(); all.push(x.clone()); Tensor::cat(all, 0)");
    body("let mut last = None; last = Some(x.clone()); last.unwrap()");
    body("let n = *LAST.lock().unwrap(); x * n");
}

#[test]
fn threads() {
    body("let n = std::thread::scope(|s| s.spawn(|| 3).join().unwrap()); x * n as f32");
    body("let h = thread::spawn(move || table()); let t = h.join().unwrap(); x * t");
    body(
        "let x = x; let h = std::thread::Builder::new().name(\"io\".into()).spawn(|| warm_up()); x",
    );
    body("let n = std::thread::available_parallelism().unwrap(); x");
    body("let y = Builder::new().spawn(x.clone()); x");
    body("let task = Particle::at(x.clone()).spawn(3); x");
}

#[test]
fn values_of_the_host_that_stay() {
    body("let d = Duration::from_secs(3); let n = d.as_secs_f32(); x * n");
    body("let mut r = StdRng::seed_from_u64(3); x * r.random::<f32>()");
    body("let n = mine::random(); x * n");
    body("let rng = |n: f32| n; x * rng(2.0)");
    body("let noise = x.random_like(Distribution::Default); x + noise");
    body("let rate = env!(\"CARGO_PKG_NAME\").len(); x * rate as f32");
}

#[test]
fn printing() {
    body("let y = x.clone(); let x = format!(\"{}\", x.dims()[0]); println!(\"{x}\"); y");
    body("assert_eq!(x.dims(), [2, 3], \"{:?} {}\", x, x.rank()); x");
    body("let y = x.dims(); assert!(y[0] > 1, \"{y:?}\"); x");
    body("println!(\"{0:>1$}\", x.dims()[0], 8); x");
    body("println!(\"{{x}} {:>1$} {x:?}\", 3, 8); x");
    body("if x.dims()[0] == 0 { panic!(\"{:?}\", x); } x");
    body("let names: Vec<String> = x.dims().iter().map(|n| n.to_string()).collect(); x");
    body("{ let x = 3; println!(\"{x}\"); } x");
    body("let show = |x: usize| println!(\"{x}\"); show(3); x");
}

#[test]
fn macros_and_nesting() {
    body("let n = host!(3); x * n");
    body("let n = host!(self.x, y::x, \"x\"); x");
    body("let t = vec![x.clone(); 2]; Tensor::cat(t, 0)");
    body("let film = Film { replay: 3 }; let n = film.replay; x * n as f32");
    body("let replay = |t: Tensor<2>| t * 2.0; replay(x)");
}
