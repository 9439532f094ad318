//! Host reads in all their spellings, transfers, printing.

use super::refused;

#[test]
fn methods() {
    refused(
        "fn scale(x: Tensor<1>) -> Tensor<1> { let s: f32 = x.clone().max().into_scalar(); x / s }",
        &[("CP0201", "into_scalar")],
    );
    refused(
        "fn add(x: Tensor<1>, k: Tensor<1, Int>) -> Tensor<1> { let k: i64 = k.into_scalar(); x.add_scalar(k as f32) }",
        &[("CP0201", "into_scalar")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let a = x.to_data(); let b = x.clone().try_into_data_as::<f32>(); let v = x.clone().try_into_vec_as::<f32>().unwrap(); x }",
        &[
            ("CP0201", "to_data"),
            ("CP0201", "try_into_data_as"),
            ("CP0201", "try_into_vec_as"),
        ],
    );
}

#[test]
fn async_and_try() {
    refused(
        "async fn probe(x: Tensor<1>) -> Tensor<1> { let d = x.clone().into_data_async().await.unwrap(); let _ = x.clone().try_into_data().ok(); x * d.num_elements() as f32 }",
        &[
            ("CP0102", "async"),
            ("CP0201", "into_data_async"),
            ("CP0201", "try_into_data"),
        ],
    );
}

#[test]
fn paths_and_function_items() {
    refused(
        "fn f(x: Tensor<2>) -> Tensor<2> { let d = Tensor::<2>::to_data(&x); let read = Tensor::<2>::into_data; let _ = read(x.clone()); x.add_scalar(d.num_elements() as f32) }",
        &[("CP0201", "to_data"), ("CP0201", "into_data")],
    );
    refused(
        "fn f(x: Tensor<2>) -> Tensor<2> { let d = <Tensor<2>>::to_data(&x); let e = burn::tensor::Tensor::into_data(x.clone()); x }",
        &[("CP0201", "to_data"), ("CP0201", "into_data")],
    );
    refused(
        "fn f(x: Option<Tensor<2>>, y: Tensor<1>) -> Tensor<1> { let d = x.map(Tensor::into_data); y }",
        &[("CP0201", "into_data")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { type T1 = Tensor<1>; use Tensor as Tn; let a = T1::into_data(x.clone()); let b = Tn::into_data; x }",
        &[("CP0201", "into_data"), ("CP0201", "into_data")],
    );
}

#[test]
fn closures_and_local_functions() {
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let g = |t: Tensor<1>| t.into_data(); g(x.clone()); x }",
        &[("CP0201", "into_data")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let g = |t| t.into_data(); g(x.clone()); g(x.clone()); x }",
        &[("CP0201", "into_data")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { fn read(t: Tensor<1>) -> f32 { t.into_scalar() } let s = read(x.clone()); x * s }",
        &[("CP0201", "into_scalar")],
    );
    refused(
        "fn f(xs: Vec<Tensor<1>>) -> Tensor<1> { let v: Vec<f32> = xs.iter().map(|t| t.clone().into_scalar()).collect(); Tensor::cat(xs, 0) }",
        &[("CP0201", "into_scalar")],
    );
    refused(
        "fn f(xs: Vec<Tensor<1>>, y: Tensor<1>) -> Tensor<1> { let m = xs.into_iter().fold(0.0, |acc, t| acc + t.into_scalar::<f32>()); y * m }",
        &[("CP0201", "into_scalar")],
    );
}

#[test]
fn containers_patterns_and_fields() {
    refused(
        "fn f(x: Option<Tensor<1>>, y: Tensor<1>) -> Tensor<1> { if let Some(t) = x { let d = t.into_data(); } y }",
        &[("CP0201", "into_data")],
    );
    refused(
        "fn f(pair: (Tensor<1>, Tensor<2>)) -> Tensor<1> { let (a, b) = pair; let d = b.into_data(); a }",
        &[("CP0201", "into_data")],
    );
    refused(
        "fn f([a, b]: [Tensor<1>; 2]) -> Tensor<1> { b.to_data(); a }",
        &[("CP0201", "to_data")],
    );
    refused(
        "fn f(batch: Batch) -> Tensor<1> { let d = batch.images.to_data(); let Batch { images, labels } = batch; labels.into_data(); images }",
        &[("CP0201", "to_data"), ("CP0201", "into_data")],
    );
    refused(
        "fn f(x: Box<Tensor<1>>) -> Tensor<1> { (&&x).to_data(); *x }",
        &[("CP0201", "to_data")],
    );
    refused(
        "fn f(x: T1) -> T1 { x.to_data(); x }",
        &[("CP0201", "to_data")],
    );
    refused(
        "fn forward(&self, x: Tensor<2>) -> Tensor<2> { let w = self.weight.val().into_data(); self.linear.weight.to_data(); self.linear.forward(x) }",
        &[("CP0201", "into_data"), ("CP0201", "to_data")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let Some(y) = Some(x.clone()) else { return x; }; let z = match Some(y) { Some(z) => z, None => x.clone() }; z.to_data(); z }",
        &[("CP0201", "to_data")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let mut best = None; for i in 0..3 { if let Some(b) = best { Tensor::to_data(&b); } best = Some(x.clone()); } x }",
        &[("CP0201", "to_data")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let mut all = Vec::new(); all.push(x.clone()); for t in &all { t.to_data(); } x }",
        &[("CP0201", "to_data")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { helper(&x).into_data(); x }",
        &[("CP0201", "into_data")],
    );
}

#[test]
fn hidden_readers() {
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let m = x.clone().greater_scalar(0.0); x.mask_select(m).sum() }",
        &[("CP0202", "mask_select")],
    );
    refused(
        "fn f(y: Tensor<1, Int>) -> Tensor<2, Int> { y.clone().one_hot(10) + y.one_hot_fill(10, 1.0, 0.0, -1) }",
        &[("CP0202", "one_hot"), ("CP0202", "one_hot_fill")],
    );
    refused(
        "fn f(m: Tensor<2, Bool>) -> Tensor<2, Int> { let v = m.clone().nonzero(); m.argwhere() }",
        &[("CP0202", "nonzero"), ("CP0202", "argwhere")],
    );
    refused(
        "fn refine(x: Tensor<2>, y: Tensor<2>) -> Tensor<2> { if x.clone().all_close(y.clone(), None, None) { x } else { (x + y) / 2.0 } }",
        &[("CP0202", "all_close")],
    );
    refused(
        "fn f(x: Tensor<2>) -> Tensor<2> { let d = Transaction::default().register(x.clone()).execute(); let (u, s, v) = burn::linalg::svd::<2, 1>(x.clone()); let s = serde_json::to_string(&x); x }",
        &[
            ("CP0202", "execute"),
            ("CP0202", "svd"),
            ("CP0202", "to_string"),
        ],
    );
}

#[test]
fn transfers() {
    refused(
        "fn f(x: Tensor<2>, #[frozen] cpu: Device) -> Tensor<2> { let y = x.clone().matmul(x.transpose()); y.to_device(&cpu) }",
        &[("CP0301", "to_device")],
    );
    refused(
        "fn f(m: &Mlp, x: Tensor<2>) -> Tensor<2> { let m = m.clone().fork(&Device::cpu()); m.forward(x).to_device(&Default::default()) }",
        &[("CP0301", "fork"), ("CP0301", "to_device")],
    );
    refused(
        "fn f(x: Tensor<2>) -> Tensor<2> { Tensor::to_device(x, &CPU) }",
        &[("CP0301", "to_device")],
    );
}

#[test]
fn foreign_tensors() {
    refused(
        "fn f(x: Tensor<2>) -> Tensor<2> { let ones = Tensor::<2>::ones([2, 2], &Device::cuda(0)); x + ones }",
        &[("CP0302", "Device::cuda")],
    );
    refused(
        "fn f(x: Tensor<2>) -> Tensor<2> { let d = Device::default(); x.matmul(Tensor::zeros([2, 2], &d)) }",
        &[("CP0302", "Device::default")],
    );
    refused(
        "fn f(x: Tensor<2>) -> Tensor<2> { let d = Default::default(); let c = Tensor::from_floats([1.0], &d); Tensor::cat(vec![x, c], 0) }",
        &[("CP0302", "Default::default")],
    );
    refused(
        "fn f(x: Tensor<2>, #[frozen] gpu: Device) -> Tensor<2> { Tensor::ones([1, 1], &gpu).mul(x) }",
        &[("CP0302", "gpu")],
    );
}

#[test]
fn printing() {
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let y = x * 2.0; println!(\"y = {}\", y); y }",
        &[("CP0601", "y")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let n = x.dims()[0]; log::debug!(\"n={n} x={x:.2} {{x}} dbg={x:?}\"); x + 1.0 }",
        &[("CP0601", "\"n={n} x={x:.2} {{x}} dbg={x:?}\"")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let l = show(&x); x.to_string(); x }",
        &[("CP0602", "to_string")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let s = format!(\"{0} {name}\", x.clone(), name = x); write!(out, \"{}\", &x).unwrap(); panic!(\"{x}\"); }",
        &[
            ("CP0601", "x.clone()"),
            ("CP0601", "x"),
            ("CP0601", "&x"),
            ("CP0601", "\"{x}\""),
        ],
    );
    refused(
        "fn step(model: &mut Mlp, x: Tensor<2>, y: Tensor<1, Int>) -> Tensor<1> { let loss = cross_entropy(model.forward(x), y); println!(\"{loss}\"); loss }",
        &[("CP0601", "\"{loss}\"")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { tracing::info!(target: \"t\", value = %x, other = ?x, \"text {}\", x); assert!(true, \"{x}\"); x }",
        &[("CP0601", "x"), ("CP0601", "x"), ("CP0601", "\"{x}\"")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let l = my_loss(&x); println!(\"{l}\"); l.backward(); l }",
        &[("CP0601", "\"{l}\"")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { println!(\"{}\", x.clone().into_scalar::<f32>()); x }",
        &[("CP0201", "into_scalar")],
    );
}

#[test]
fn through_collections_and_helpers() {
    refused(
        "fn f(x: Tensor<2>) -> Tensor<2> { let v = x.clone().iter_dim(0).map(|r| r.into_scalar::<f32>()).collect::<Vec<_>>(); let w = x.clone().chunk(2, 0); w[0].to_data(); std::hint::black_box(x.clone()).to_data(); x }",
        &[
            ("CP0201", "into_scalar"),
            ("CP0201", "to_data"),
            ("CP0201", "to_data"),
        ],
    );
    refused(
        "fn f(x: Tensor<2>) -> Tensor<2> { let mut stack = vec![x.clone()]; while let Some(t) = stack.pop() { t.to_data(); } let last = stack.last().unwrap().to_data(); x }",
        &[("CP0201", "to_data"), ("CP0201", "to_data")],
    );
    refused(
        "fn f(x: Tensor<2>) -> Tensor<2> { struct Out { a: Tensor<2> } let o = Out { a: x.clone() }; println!(\"{}\", o.a); println!(\"{:?}\", vec![x.to_data()]); x }",
        &[("CP0601", "o.a"), ("CP0201", "to_data")],
    );
    refused(
        "fn f(x: Tensor<2>, y: Tensor<2>) -> Tensor<2> { let (a, (b, c)) = (1, (x, y)); let z = match a { 0 => b, _ => c }; { let a = z.clone(); a.to_data(); } z }",
        &[("CP0201", "to_data")],
    );
    refused(
        "fn f(x: Tensor<2>) -> Tensor<2> { helper(x.clone(), Tensor::<2>::ones([2, 2], &Device::flex())) }",
        &[("CP0302", "Device::flex")],
    );
}

#[test]
fn structs_and_closures_of_helpers() {
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { struct Out { a: Tensor<1>, n: usize } let o = Out { a: x.clone(), n: 3 }; println!(\"{} {}\", o.n, o.a); let Out { a, .. } = o; a.to_data(); x }",
        &[("CP0601", "o.a"), ("CP0201", "to_data")],
    );
    refused(
        "fn f(x: Tensor<2>) -> Tensor<2> { let parts = std::array::from_fn(|i| x.clone().narrow(0, i, 1)); parts[0].to_data(); with_tensor(&x, |t| t.to_data()); x }",
        &[("CP0201", "to_data"), ("CP0201", "to_data")],
    );
}

#[test]
fn odd_places() {
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { if let Ok(v) = x.clone().try_into_scalar::<f32>() { println!(\"{v}\"); } x }",
        &[("CP0401", "try_into_scalar")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let y = { let z = x.clone(); z.to_data(); z }; let w = 'a: { if true { break 'a y.clone(); } y }; w.to_data(); w }",
        &[("CP0201", "to_data"), ("CP0201", "to_data")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { let mut y; y = x.clone(); y.to_data(); let (mut a, b); (a, b) = (x.clone(), 3); a.to_data(); println!(\"{b}\"); x }",
        &[("CP0201", "to_data"), ("CP0201", "to_data")],
    );
    refused(
        "fn f(x: Tensor<1>) -> Tensor<1> { std::fs::write(\"a\", x.to_string()).ok(); let v = vec![x.clone(); 2]; v.into_iter().for_each(|t| drop(t.into_data())); x }",
        &[("CP0602", "to_string"), ("CP0201", "into_data")],
    );
    refused(
        "fn f(net: &Net, x: Tensor<2>) -> Tensor<2> { let h = net.layers.iter().fold(x, |h, layer| layer.forward(h)); println!(\"{}\", h.clone().mean()); println!(\"{h}\"); h.relu() }",
        &[("CP0601", "h.clone().mean()"), ("CP0601", "\"{h}\"")],
    );
    refused(
        "fn f(x: Tensor<2>, #[live] k: f32) -> Tensor<2> { let ys: Vec<Tensor<2>> = (0..3).filter(|_| k > 0.5).map(|i| x.clone() * i as f32 * k).collect(); Tensor::cat(ys, 0) }",
        &[("CP0403", "k > 0.5")],
    );
}
