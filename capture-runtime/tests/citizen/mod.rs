//! Programs and helpers as careful crates write them: each test file around this one has other lints or another edition.

use burn::module::Module;
use burn::nn::{Linear, LinearConfig};
use burn::optim::GradientsParams;
use burn::prelude::*;
use capture_runtime::prelude::*;

/// A net with one layer.
#[derive(Module, Debug)]
pub struct Net {
    layer: Linear,
}

/// A pair of inputs.
#[derive(ProgramInput)]
pub struct Batch {
    /// What is known.
    pub features: Tensor<2>,
    /// What is asked for.
    pub targets: Tensor<2>,
}

/// What a step says.
#[derive(ProgramOutput)]
pub struct Report<T: ProgramOutput> {
    /// The loss.
    pub loss: Tensor<1>,
    /// The rest.
    pub rest: T,
}

/// A running mean.
#[derive(ProgramState, Clone)]
pub struct Average {
    mean: Tensor<1>,
}

impl Net {
    /// A net with random weights.
    #[must_use]
    pub fn new(device: &Device) -> Self {
        Self {
            layer: LinearConfig::new(3, 2).init(device),
        }
    }

    /// The scores of `x`.
    #[capture_program]
    #[must_use]
    pub fn scores(&self, x: Tensor<2>) -> Tensor<2> {
        let hidden = self.layer.forward(x);
        bounded(hidden, 2.0)
    }

    #[capture_fn]
    fn error(&self, batch: Batch) -> Tensor<1> {
        let Batch { features, targets } = batch;
        let difference = self.scores(features) - targets;
        difference.square().mean()
    }
}

impl Average {
    /// Moves the mean towards `x`.
    #[capture_program]
    pub fn follow(&mut self, x: Tensor<1>, #[live] rate: f64) -> Tensor<1> {
        self.mean = self.mean.clone() * (1.0 - rate) + x * rate;
        self.mean.clone()
    }
}

/// Keeps values within a bound.
#[capture_fn]
#[must_use]
pub fn bounded<const D: usize>(x: Tensor<D>, bound: f32) -> Tensor<D> {
    x.clamp(-bound, bound)
}

/// The gradients of a loss.
#[capture_fn]
fn gradients(loss: &Tensor<1>, net: &Net) -> GradientsParams {
    let grads = loss.backward();
    GradientsParams::from_grads(grads, net)
}

/// A rate that grows first.
#[capture_fn]
#[must_use]
pub fn warm_up(#[live] rate: f64, #[live] step: f64) -> f64 {
    let done = (step * 0.25).min(1.0);
    rate * done
}

/// One step of training.
///
/// # Panics
///
/// When the loss is not one number.
#[capture_program(
    strict,
    test,
    example(
        net = Net::new(device),
        optim = SgdConfig::new().init(),
        batch = BatchSpec {
            features: TensorSpec::float([4, 3]),
            targets: TensorSpec::float([4, 2]),
        },
        scale = 0.5,
    )
)]
pub fn train(
    net: &mut Net,
    optim: &mut Sgd,
    batch: Batch,
    #[live] rate: f64,
    #[live] step: f64,
    #[frozen] scale: f32,
) -> Report<(Tensor<1>, Option<Tensor<1>>)> {
    let loss = bounded(net.error(batch), 100.0) * scale;
    let grads = gradients(&loss, net);
    let mut sum = 0.0;
    for _ in 0..2 {
        sum += warm_up(rate, step);
    }
    optim.step(sum, net, grads);
    if !is_placeholder(&loss) {
        assert_eq!(loss.dims(), [1], "one loss");
    }
    eager_only! { assert_eq!(loss.dims(), [1]); }
    let rest = (loss.clone() * 2.0, None);
    Report { loss, rest }
}

/// A module with private and generic programs.
pub mod parts {
    use super::{Tensor, capture_program};
    use burn::module::Module;

    /// Something that can run.
    pub trait Run: Module + 'static {
        /// Runs it.
        fn run(&self, x: Tensor<2>) -> Tensor<2>;
    }

    impl Run for super::Net {
        #[super::capture_fn]
        fn run(&self, x: Tensor<2>) -> Tensor<2> {
            let y = self.layer.forward(x);
            y * 2.0
        }
    }

    /// Runs anything twice as often as asked.
    #[capture_program]
    pub fn run_all<M, const N: usize>(part: &M, xs: [Tensor<2>; N]) -> Vec<Tensor<2>>
    where
        M: Run,
    {
        xs.into_iter().map(|x| part.run(x)).collect()
    }

    #[capture_program(
        test = 2,
        example(
            w = Tensor::ones([2], device),
            s = Tensor::zeros([2], device),
            x = super::TensorSpec::float([2]),
        )
    )]
    pub(super) fn borrowed<'a>(w: &'a Tensor<1>, s: &'a mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
        *s = s.clone() + w.clone() * x;
        s.clone()
    }

    /// A program that nobody runs.
    #[capture_program]
    #[must_use]
    pub fn unused(x: Tensor<1>) -> Tensor<1> {
        x + 1.0
    }
}

/// Programs by macro.
macro_rules! program {
    ($name:ident, $by:expr, |$x:ident| $body:expr) => {
        #[doc = concat!("A program named ", stringify!($name), ".")]
        #[capture_program]
        pub fn $name($x: Tensor<1>, #[live] factor: f32) -> Tensor<1> {
            let y = $body;
            y * factor + $by
        }

        /// Helpers by macro.
        pub mod helpers {
            use super::{Tensor, capture_fn};

            /// A helper.
            #[capture_fn]
            #[must_use]
            pub fn $name($x: Tensor<1>) -> Tensor<1> {
                let y = $x + $by;
                y * 2.0
            }
        }
    };
}

program!(by_macro, 0.5, |x| helpers::by_macro(x));

macro_rules! handed_on {
    ($function:item $name:ident($x:ident) $body:block) => {
        #[capture_program]
        $function

        /// The body of a program by macro.
        #[capture_program]
        pub fn $name($x: Tensor<1>) -> Tensor<1> $body
    };
}

handed_on!(
    /// A function that a macro takes as a whole.
    #[must_use]
    pub fn whole_function(x: Tensor<1>) -> Tensor<1> {
        let y = x * 2.0;
        y + 1.0
    }
    whole_body(x) {
        let y = whole_function(x);
        y * 3.0
    }
);

/// Everything runs as eagerly.
///
/// # Panics
///
/// When it does not.
pub fn check() {
    #[capture_program]
    fn local(x: Tensor<1>) -> Tensor<1> {
        fn helper(x: Tensor<1>) -> Tensor<1> {
            x + 10.0
        }
        helper(x) * 2.0
    }

    let device = Device::flex();
    let row = |values: [f32; 2]| Tensor::<1>::from_floats(values, &device);
    let values = |t: Tensor<1>| t.into_data().try_to_vec::<f32>().expect("floats");

    let mut session = local::on(&device).expect("a session");
    let result = session.replay(row([1.0, 2.0])).expect("a result");
    assert_eq!(values(result), [22.0, 24.0]);

    let mut session = by_macro::on(&device).expect("a session");
    let result = session.replay(row([1.0, 2.0]), 3.0).expect("a result");
    assert_eq!(values(result), values(by_macro(row([1.0, 2.0]), 3.0)));

    let mut session = whole_body::on(&device).expect("a session");
    let result = session.replay(row([1.0, 2.0])).expect("a result");
    assert_eq!(values(result), [9.0, 15.0]);

    let mut session = whole_function::on(&device).expect("a session");
    let result = session.replay(row([1.0, 2.0])).expect("a result");
    assert_eq!(values(result), [3.0, 5.0]);

    let mut session =
        parts::borrowed::on(&device, row([1.0, 2.0]), row([0.0, 0.0])).expect("a session");
    let result = session.replay(row([2.0, 2.0])).expect("a result");
    assert_eq!(values(result), [2.0, 4.0]);

    let average = Average {
        mean: row([0.0, 0.0]),
    };
    let mut session = Average::follow_on(&device, average).expect("a session");
    let result = session.replay(row([2.0, 4.0]), 0.5).expect("a result");
    assert_eq!(values(result), [1.0, 2.0]);

    let mut net = Net::new(&Device::flex().autodiff());
    let plain = net.valid();
    let x = Tensor::<2>::ones([4, 3], &device);
    let mut session = parts::run_all::on::<Net, 1>(&device, plain.clone()).expect("a session");
    let result = session.replay([x.clone()]).expect("a result");
    assert_eq!(result.len(), 1);
    let mut session = Net::scores_on(&device, plain.clone()).expect("a session");
    let result = session.replay(x.clone()).expect("a result");
    assert_eq!(result.into_data(), plain.scores(x.clone()).into_data());

    let mut optim = SgdConfig::new().init();
    let batch = |x: Tensor<2>| Batch {
        targets: x.clone().slice([0..4, 0..2]) * 2.0,
        features: x,
    };
    let mut session = train::on(&device, net.clone(), optim.clone(), 0.5).expect("a session");
    for step in [1.0, 2.0, 9.0] {
        let replayed = session
            .replay(batch(x.clone()), 0.1, step)
            .expect("a result");
        let eager = train(
            &mut net,
            &mut optim,
            batch(x.clone().autodiff()),
            0.1,
            step,
            0.5,
        );
        assert_eq!(values(replayed.loss), values(eager.loss.inner()));
        assert_eq!(values(replayed.rest.0), values(eager.rest.0.inner()));
    }
}
