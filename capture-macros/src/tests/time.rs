//! How long an expansion takes.

use super::tokens;
use crate::ast::Kind;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// What an expansion may take in release, and without optimisation: about three times what was seen on two cores
/// at a load of eight: 13 ms and 16 to 32 ms. `cargo test --release time -- --nocapture` in this crate's folder prints the figures.
///
/// They flatter in release: Cargo compiles macros and what they use without optimisation there as well, only the test itself is optimised. What
/// the attribute adds to a build is measured inside the compiler, by `cargo run -p benches --bin expansion`; `benches/RESULTS.md` has it.
const LIMITS: [Duration; 2] = [Duration::from_millis(40), Duration::from_millis(100)];

/// A training step of 100 lines, laid out as usual.
fn long_function() -> String {
    let mut source = String::from(
        "pub fn train_step(
            model: &mut Mlp, optim: &mut AdamW, x: Tensor<2>, y: Tensor<2>, #[live] lr: f64, #[frozen] k: f32,
        ) -> Tensor<1> {
            let mut total = x.clone().sum();",
    );
    for index in 0..14 {
        let _ = writeln!(
            source,
            "let h{index} = activation::relu(model.layers[{index}].forward(x.clone()) * k).clamp_min(0.1);
            let (a{index}, b{index}) = (h{index}.clone().mean_dim(1), h{index}.sum().mul_scalar(lr * 0.5));
            let x = if x.dims()[0] > {index} {{ x + b{index}.unsqueeze() }} else {{ x.matmul(a{index}) }};
            for n in 0..2 {{ total = total + b{index}.clone().powf_scalar(n as f32); }}"
        );
    }
    source.push_str(
        "let loss = (model.forward(x) - y).square().mean() + total;
        let grads = GradientsParams::from_grads(loss.backward(), model);
        optim.step(lr, model, grads);
        loss
        }",
    );
    match syn::parse_file(&source) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => panic!("{error}"),
    }
}

/// The shortest of several expansions, which noise did not lengthen.
fn shortest(kind: Kind, source: &str) -> Duration {
    let options = if kind == Kind::Program { "strict" } else { "" };
    let times = (0..20).map(|_| {
        let (options, item) = (tokens(options), tokens(source));
        let start = Instant::now();
        let expansion = crate::driver::function(kind, options, item);
        let time = start.elapsed();
        assert!(
            !expansion.to_string().contains("compile_error"),
            "{expansion}"
        );
        time
    });
    times.min().unwrap_or_default()
}

#[test]
fn a_function_of_100_lines_expands_in_time() {
    let source = long_function();
    let lines = source.lines().count();
    assert!((100..130).contains(&lines), "{lines} lines");
    let limit = LIMITS[usize::from(cfg!(debug_assertions))];
    for kind in [Kind::Program, Kind::Helper] {
        let time = shortest(kind, &source);
        println!("{kind:?}: {time:?}");
        assert!(time < limit, "{kind:?} took {time:?}, more than {limit:?}");
    }
}
