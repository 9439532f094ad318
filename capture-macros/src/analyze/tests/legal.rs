//! The legal look-alikes, and bodies as users write them.

use super::legal;

#[test]
fn transfers_onto_the_program() {
    legal(
        "fn f(x: Tensor<1>) -> Tensor<1> { let c = Tensor::<1>::from_floats([1.0], &cpu).to_device(&x.device()); x + c }",
    );
    legal(
        "fn f(x: Tensor<1>) -> Tensor<1> { let cpu = Device::cpu(); let c = Tensor::<1>::from_floats([1.0], &cpu).to_device(&x.device()); x + c }",
    );
    legal("fn f(x: Tensor<1>) -> Tensor<1> { x.to_device(&x.device()) }");
    legal(
        "fn f(m: &Mlp, x: Tensor<1>, dev: &Device) -> Tensor<1> { let m = m.clone().to_device(&dev); let d = x.device(); m.forward(x.to_device(&d)) }",
    );
    legal(
        "fn f(x: Tensor<2>) -> Tensor<2> { let device = &x.device(); let ones = Tensor::<2>::ones([2, 2], device); x + ones }",
    );
}

#[test]
fn metadata() {
    legal(
        "fn f(x: Tensor<2>) -> Tensor<2> { let y = x.clone(); let x = x.dims(); println!(\"{x:?}\"); let [b, n] = y.dims(); println!(\"{b} {n}\"); y }",
    );
    legal("fn f(x: Tensor<2>) -> Tensor<2> { { let x = 3; println!(\"{x}\"); } x }");
    legal(
        "fn f(x: Tensor<2>) -> Tensor<2> { if x.dims()[0] > 1 && x.shape().num_elements() > 2 { for i in 0..x.dims()[0] { println!(\"{i} {}\", x.rank()); } } assert_eq!(x.dims(), [2, 3]); assert!(x.dims()[0] < x.dims()[1], \"{:?}\", x.dtype()); println!(\"{:?} {}\", x.device(), x.is_autodiff()); x }",
    );
}

#[test]
fn debug_and_text() {
    legal(
        "fn f(x: Tensor<1>) -> Tensor<1> { println!(\"{:?}\", x); dbg!(&x); let s = format!(\"{x:?}\"); let t = println!(\"{{x}}\"); let y = dbg!(x); y }",
    );
    legal(
        "fn f(x: Tensor<1>) -> Tensor<1> { let _ = other!(\"x {x}\"); /* {x} */ let s = r\"{x}\"; x }",
    );
    legal(
        "fn f(x: Tensor<1>) -> Tensor<1> { log::info!(\"step {}\", 3); println!(\"{}\", x.dims()[0].to_string()); x }",
    );
}

#[test]
fn host_data_and_coincidences() {
    legal(
        "fn f(x: Tensor<1>) -> Tensor<1> { let v = TensorData::from([1.0]).into_vec::<f32>().unwrap(); let d = TensorData::from([2.0]); for e in d.iter::<f32>() { println!(\"{e}\"); } x.add_scalar(v[0]) }",
    );
    legal(
        "fn f(x: Tensor<1>, p: &P) -> Tensor<1> { let p = P { to_device: 1, into_data: 2 }; let n = p.into_data + p.to_device; 'r: loop { break 'r; } x.add_scalar(n) }",
    );
    legal(
        "fn f(x: Tensor<1>, #[frozen] host_const: usize) -> Tensor<1> { let n: f32 = HOST.into_scalar(); let host = make_host(); let m = host.into_scalar(); show(&n); x.add_scalar(n) }",
    );
    legal(
        "fn f(x: Tensor<1>) -> Tensor<1> { let m = x.clone().greater_scalar(0.0); let a = x.clone().equal(x.clone()).all(); let b = m.clone().any(); x.mask_fill(m, 0.0) }",
    );
    legal(
        "fn f(x: Tensor<2>) -> Tensor<2> { let [a, b] = x.dims(); if a < b { x.slice(s![0..a, ..]) } else { Tensor::<2>::zeros([a, b], &x.device()) } }",
    );
    legal(
        "fn f(x: Tensor<1>) -> Tensor<1> { let label = show(3); let n = x.dims().len(); let text = serde_json::to_string(&n); x }",
    );
    legal(
        "fn f(x: Tensor<2>) -> Tensor<2> { let n = rows(&x); println!(\"{n}\"); if n > 3 { x } else { x * 2.0 } }",
    );
}

#[test]
fn host_control_flow() {
    legal(
        "fn mlp(x: Tensor<1>, #[frozen] layers: usize, #[frozen] gelu: bool) -> Tensor<1> { let mut h = x; for i in 0..layers { h = if gelu && i > 0 { h + 2.0 } else { h + 1.0 }; } h }",
    );
    legal(
        "fn f(x: Tensor<1>, mask: Option<Tensor<1>>, #[frozen] n: usize) -> Tensor<1> { if n == 0 { return x; } let Some(mask) = mask else { return x * 2.0; }; println!(\"{n}\"); x * mask }",
    );
    legal("fn f(x: Option<Tensor<1>>) -> Option<Tensor<1>> { let x = x?; Some(x * 2.0) }");
    legal(
        "fn f(xs: Vec<Tensor<1>>) -> Tensor<1> { assert!(!xs.is_empty()); println!(\"{}\", xs.len()); let n = xs.len(); let mut sum = xs[0].clone(); for x in xs.iter().skip(1) { sum = sum + x.clone(); } sum / n as f32 }",
    );
    legal(
        "fn f(x: Tensor<1>) -> Tensor<1> { let parsed = (|| -> Option<i32> { let v = \"3\".parse::<i32>().ok()?; Some(v) })(); x }",
    );
    legal(
        "fn f(x: Tensor<1>, #[frozen] mode: Mode) -> Tensor<1> { match mode { Mode::Double => x * 2.0, Mode::Half if true => x / 2.0, _ => x } }",
    );
}

#[test]
fn guards() {
    legal(
        "fn f(x: Tensor<1>) -> Tensor<1> { let loss = x * 2.0; if !is_placeholder(&loss) { println!(\"{loss}\"); } eager_only! { println!(\"{loss}\"); let mut n = loss.to_data().num_elements(); n += 1; for i in 0..3 { if i == 2 { break; } } } loss }",
    );
    legal(
        "fn f(x: Tensor<1>, #[frozen] step: usize) -> Tensor<1> { if !is_placeholder(&x) && step % 10 == 0 { println!(\"{x}\"); } x }",
    );
    legal(
        "fn f(x: Tensor<1>, #[frozen] cpu: Device) -> Tensor<1> { if can_move(&x) { let y = x.clone().to_device(&cpu); } x }",
    );
    legal(
        "fn f(x: Tensor<1>) -> Tensor<1> { if capture_runtime::is_placeholder(&x) { x * 2.0 } else { println!(\"{x}\"); x } }",
    );
}

#[test]
fn live_arithmetic() {
    legal(
        "fn step(w: &mut Tensor<1>, g: Tensor<1>, #[live] lr: f64) -> Tensor<1> { let scaled = lr * 0.5 + 1.0; *w = w.clone() - g.clone().mul_scalar(lr) * scaled; g.mul_scalar(lr as f32).clamp_min(-lr) }",
    );
    legal(
        "fn f(x: Tensor<1>, #[live] v: f32) -> Tensor<1> { let t = Tensor::full([2], v, &x.device()); let m = x.clone().greater_scalar(v); x.mask_fill(m, v) * t }",
    );
    legal(
        "fn f(x: Tensor<1>, #[live] v: f32) -> Tensor<1> { println!(\"{v:?}\"); let (a, b) = (v, v * 2.0); x * a + b }",
    );
}

#[test]
fn training() {
    legal(
        "fn train_step(model: &mut Mlp, optim: &mut AdamW, features: Tensor<2>, labels: Tensor<1, Int>, #[live] lr: f64, #[frozen] smoothing: f32) -> Tensor<1> {
            let logits = model.forward(features);
            let loss = CrossEntropyLossConfig::new().with_smoothing(Some(smoothing)).init(&logits.device()).forward(logits.clone(), labels.clone());
            let accuracy = logits.argmax(1).squeeze::<1>().equal(labels).int().float().mean();
            let grads = GradientsParams::from_grads(loss.backward(), model);
            optim.step(lr, model, grads);
            loss + accuracy * 0.0
        }",
    );
    legal(
        "fn sgd(w: &mut Tensor<2>, x: Tensor<2>, #[live] lr: f32) -> Tensor<1> {
            let p = w.clone().require_grad();
            let loss = x.matmul(p.clone()).powf_scalar(2.0).mean();
            let grads = loss.backward();
            let Some(g) = p.grad(&grads) else { panic!(\"no gradient for {:?}\", p.dims()) };
            *w = p.inner() - g * lr;
            loss.inner()
        }",
    );
    legal(
        "fn forward(&self, x: Tensor<4>, mask: Option<Tensor<2, Bool>>) -> (Tensor<2>, Vec<Tensor<4>>) {
            let mut features = Vec::new();
            let mut h = x;
            for (i, block) in self.blocks.iter().enumerate() {
                h = block.forward(h);
                if self.keep.contains(&i) { features.push(h.clone()); }
            }
            let [b, c, y, z] = h.dims();
            if self.training { println!(\"{b} {}\", self.name); }
            let h = h.reshape([b, c * y * z]);
            let h = match &mask { Some(m) => h.mask_fill(m.clone(), 0.0), None => h };
            let h = self.dropout.forward(relu(self.head.forward(h)));
            let parts = h.clone().chunk(2, 1);
            let total = parts.into_iter().fold(h.zeros_like(), |acc, p| acc + p.repeat_dim(1, 2));
            (softmax(total, 1), features)
        }",
    );
    legal(
        "fn decode(cache: &mut Cache, tokens: Tensor<2, Int>, pos: Tensor<1, Int>) -> Tensor<3> {
            let [batch, len] = tokens.dims();
            let device = tokens.device();
            let table = Tensor::<2>::random([64, 8], Distribution::Default, &device);
            let x = table.select(0, tokens.clone().reshape([batch * len])).reshape([batch, len, 8]);
            cache.keys = cache.keys.clone().select_assign(1, pos.clone(), x.clone(), IndexingUpdateOp::Add);
            let mask = Tensor::<2, Bool>::tril_mask([len, len], 0, &device);
            let scores = x.clone().matmul(cache.keys.clone().swap_dims(1, 2)) / (8f32).sqrt();
            let classes = Tensor::<1, Int>::arange(0..10, &device).unsqueeze::<3>(); let one_hot = tokens.unsqueeze_dim::<3>(2).equal(classes).int();
            let x = cache.norm.forward(scores.matmul(x));
            x
        }",
    );
}

#[test]
fn live_numbers_among_host_values() {
    legal(
        "fn f(x: Tensor<1>, #[live] lr: f64, #[frozen] mode: Mode) -> Tensor<1> { let mut y = x; for (i, r) in [lr, lr * 0.5].iter().enumerate() { y = y * r; } match (lr, mode) { (l, Mode::A) => y * l, (l, _) => y + l } }",
    );
    legal(
        "fn f(x: Tensor<1>, #[live] lr: f64) -> Tensor<1> { let rates = vec![lr, lr * 0.1]; let n = rates.len(); if n > 1 { x * rates[0].clone() } else { x } }",
    );
    legal(
        "fn f(x: Tensor<1>, #[live] lr: f64, #[frozen] warm: bool) -> Tensor<1> { let rate = if warm { lr * 0.1 } else { lr }; let rate: f64 = rate.max(0.001).min(1.0); x.mul_scalar(rate) }",
    );
}

#[test]
fn devices_through_options_and_helpers() {
    legal(
        "fn f(x: Tensor<1>) -> Tensor<1> { let o = TensorCreationOptions::new(x.device()); let y = Tensor::zeros([2], o); let z = Tensor::<1>::zeros([2], (&x.device(), DType::F32)); x + y + z }",
    );
    legal(
        "fn f(x: Tensor<1>) -> Tensor<1> { let device = x.device(); let o = TensorCreationOptions::default().with_device(device.clone()); let linear = LinearConfig::new(2, 3).init(&device); let m = make_mask(3, &device); linear.forward(x + Tensor::ones([3], o)) * m }",
    );
    legal(
        "fn f(m: &Mlp, x: Tensor<2>) -> Tensor<2> { let device = m.devices()[0].clone(); let h = Tensor::zeros([1, 2], &device); let x = x.to_device(&device); m.forward(x + h) }",
    );
}

#[test]
fn statics_that_are_read() {
    legal(
        "fn f(x: Tensor<1>) -> Tensor<1> { let c = CONFIG.get_or_init(|| 3); let n = SIZES[0] + LIMIT.load(Ordering::Relaxed); let v = TABLE.lock().unwrap().len(); x.mul_scalar(EPS * n as f32) }",
    );
}

#[test]
fn decompositions_on_the_device() {
    legal(
        "fn f(x: Tensor<2>) -> Tensor<2> { let (l, u, p) = burn::linalg::lu::<2, 1>(x.clone()); let (q, r) = linalg::qr(x, true); l + u + p + q + r }",
    );
}

#[test]
fn unusual_syntax() {
    legal(
        "fn f<'a, const N: usize>(x: Tensor<1>) -> Tensor<1> where Tensor<1>: Sized {
            let y = 'outer: { if N > 3 { break 'outer x.clone(); } x.clone() * 2.0 };
            let z = loop { break y.clone(); };
            let Some(_) = Some(1) else { unreachable!(\"never {}\", N) };
            let _ = match N { 0 | 1 => 1, n @ 2..=5 if n > 3 => n, _ => 0 };
            let [first, .., last] = [1, 2, 3]; let (.., b) = (1, 2); let &(ref a, _) = &(1, 2);
            let f = move |(a, b): (i32, i32)| -> i32 { a + b }; let _ = f((first, last));
            let _ = unsafe { core::mem::zeroed::<u8>() }; let _ = const { 1 + 1 };
            let _: fn(i32) -> i32 = |a| a; let _ = [0u8; 4]; let _ = (1..=3).rev().step_by(2).map(|i| i * 2).sum::<i32>();
            struct Local { a: i32 } impl Local { fn g(&self) -> i32 { self.a } } let l = Local { a: 1 }; let Local { a } = l;
            if let Some(n) = Some(1) && n > 0 { let _ = n; }
            let _ = &raw const a; let _ = a as *const i32; let _ = -a; let _ = !true; return z;
        }",
    );
    legal("fn f() {}");
    legal(
        "fn f(_: Tensor<1>, mut x: Tensor<1>, (a, b): (Tensor<1>, Tensor<1>)) -> Tensor<1> { x = x + a; x + b }",
    );
}

#[test]
fn structs_of_the_body() {
    legal(
        "fn f(x: Tensor<1>) -> Tensor<1> { struct Out { a: Tensor<1>, n: usize } let mut o = Out { a: x.clone(), n: 3 }; println!(\"{}\", o.n); o.n = 4; let Out { a, n } = o; println!(\"{n}\"); let p = Pair(a, 3); println!(\"{}\", p.1); x }",
    );
    legal(
        "fn f(x: Tensor<2>) -> Tensor<2> { let parts: [Tensor<2>; 2] = std::array::from_fn(|i| x.clone().narrow(0, i, 1)); println!(\"{}\", parts.len()); let n = with(|| 3); println!(\"{n}\"); x }",
    );
}

#[test]
fn parts_of_modules_that_are_no_tensors() {
    legal(
        "fn forward(&mut self, x: Tensor<1>, #[frozen] seed: u64) -> Tensor<1> { let n = self.counter.value(); println!(\"{n} {}\", self.name.to_string()); let r = self.rng.fork(seed); if self.stage.is_last() && self.depth > 3 { x } else { x * self.scale } }",
    );
    legal(
        "fn forward(&self, x: Tensor<1>) -> Tensor<1> { println!(\"{self}\"); let names: Vec<String> = self.layers.iter().map(|l| l.name()).collect(); println!(\"{}\", names.join(\",\")); match self.kind { Kind::A => x, Kind::B { scale } => x.mul_scalar(scale) } }",
    );
}
