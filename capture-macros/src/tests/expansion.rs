//! One snapshot for each kind of program.

use super::{expand, expand_method, expand_with, pretty, tokens};
use expect_test::expect_file;

#[test]
fn inference() {
    expect_file!["snapshots/inference.rs"].assert_eq(&expand(
        "/// Doubles.
        #[must_use]
        #[cfg(test)]
        pub(crate) fn double(x: Tensor<1>) -> Tensor<1> {
            let y = x * 2.0;
            y
        }",
    ));
}

#[test]
fn training() {
    expect_file!["snapshots/training.rs"].assert_eq(&expand_with(
        r#"recapture = "deny", cache = 2"#,
        "pub fn train_step<B: Tr>(
            model: &mut Mlp<B>,
            optim: &mut AdamW,
            x: Tensor<2>,
            y: Tensor<1, Int>,
            #[live] lr: f64,
            #[frozen] smoothing: f32,
        ) -> Tensor<1>
        where
            Mlp<B>: Clone,
        {
            let loss = cross_entropy(model.forward(x), y, smoothing);
            let grads = GradientsParams::from_grads(loss.backward(), model);
            optim.step(lr, model, grads);
            loss
        }",
    ));
}

#[test]
fn method() {
    expect_file!["snapshots/method.rs"].assert_eq(&expand_method(
        "/// Runs the net.
        pub fn forward(&self, x: Tensor<2>, device: &Device) -> Tensor<2> {
            self.linear.forward(x.to_device(device))
        }",
    ));
}

#[test]
fn live_numbers() {
    expect_file!["snapshots/live_numbers.rs"].assert_eq(&expand(
        "fn decay(w: &mut Tensor<1>, #[live] rate: f32, #[live] on: bool) {
            let factor: f32 = 1.0 - rate * 0.5;
            let mask = Tensor::<1>::full([4], factor, &w.device());
            let apply = |v| w.clone().mul_scalar(v as f32);
            *w = apply(factor).clamp_min(0.0).mask_fill(mask.greater_elem(rate), on);
            let n = w.dims()[0] as f32;
        }",
    ));
}

#[test]
fn guards() {
    expect_file!["snapshots/guards.rs"].assert_eq(&expand(
        "fn logged(x: Tensor<1>) -> Tensor<1> {
            if !is_placeholder(&x) { println!(\"{x}\"); }
            let y = if is_placeholder(&x) { x.clone() } else { x.clone().into_data().into() };
            if verbose && !capture_runtime::is_placeholder(&y) { println!(\"{y}\"); } else { y.clone(); }
            if verbose && is_placeholder(&y) { y.clone(); }
            eager_only! { println!(\"{y}\"); }
            y
        }",
    ));
}

#[test]
fn control_flow() {
    expect_file!["snapshots/control_flow.rs"].assert_eq(&expand(
        "fn steps<const N: usize>(x: Tensor<1>, #[frozen] names: &[&'static str]) -> Tensor<1> {
            const K: usize = { 1 + 1 };
            fn helper(x: Tensor<1>) -> Tensor<1> { let y = x; y.inner() }
            let Some(first) = names.first() else { return x };
            #[cfg(test)]
            let x = x + 1.0;
            let xs = [(); { 3 }];
            'outer: for (i, name) in names.iter().enumerate() {
                while i < K { if name == first { break 'outer } }
                match i { 0 => { let z = helper(x.clone()); z.backward() } _ => continue };
            }
            let parts = vec![x.clone().inner(); 2];
            { x }
        }",
    ));
}

#[test]
fn borrowed_and_patterns() {
    expect_file!["snapshots/borrowed_and_patterns.rs"].assert_eq(&expand(
        "fn mix<'a, 'b: 'a>(
            a: &'a Tensor<1>,
            b: &'b Tensor<1>,
            [c, mut d]: [Tensor<1>; 2],
            Batch { e }: Batch,
            #[frozen] name: &str,
            r#type: Tensor<1>,
        ) -> (Tensor<1>, [Tensor<1>; 2]) {
            d = d + c;
            (a.clone() + b.clone(), [d, r#type])
        }",
    ));
}

#[test]
fn other_path() {
    expect_file!["snapshots/other_path.rs"].assert_eq(&expand_with(
        "crate = crate::reexports::capture",
        "fn grads(x: &Tensor<1>) -> Tensor<1> {
            let g: Gradients = x.backward();
            x.grad(&g).map(Tensor::inner).unwrap()
        }",
    ));
}

#[test]
fn refused() {
    expect_file!["snapshots/refused.rs"].assert_eq(&expand_with(
        "recaptur = \"deny\"",
        "pub fn step(w: &mut Tensor<1>, x: impl Fn(), #[live] #[frozen] lr: f64) -> Tensor<1> { x }",
    ));
}

#[test]
fn derives() {
    let source = "pub struct Batch<T> { pub features: Tensor<2>, labels: T }";
    let make = |make, name| crate::driver::derive(tokens(source), make, name);
    let input = make(crate::derive::input, "ProgramInput");
    let output = make(crate::derive::output, "ProgramOutput");
    let state = make(crate::derive::state, "ProgramState");
    expect_file!["snapshots/derives.rs"].assert_eq(&pretty(quote::quote!(#input #output #state)));
}

#[test]
fn generated_tests() {
    // `src/tests/programs` has a page and a drawing of `described`.
    expect_file!["snapshots/generated_tests.rs"].assert_eq(&expand_with(
        r#"test = 7, document = "src/tests/programs", crate = framework::capture, example(
            labels = TensorSpec::int([64]).within(0..6), model = Mlp::new(64, device), scale = Tensor::ones([1], device),
            optim = AdamWConfig::new().init(), features = TensorSpec::float([64, 11]), rate = 0.1, smoothing = 0.1)"#,
        "#[cfg(feature = \"training\")]
        fn described(
            model: &mut Mlp,
            scale: &Tensor<1>,
            optim: &mut AdamW,
            features: Tensor<2>,
            labels: Tensor<1, Int>,
            #[live] lr: f64,
            #[live] rate: f32,
            #[frozen] smoothing: f32,
            device: &Device,
        ) -> Tensor<1> {
            features.sum()
        }",
    ));
}
