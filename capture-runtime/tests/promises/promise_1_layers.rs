//! Promise 1 for Burn's layers: convolutions, norms, embeddings, recurrent layers, attention.

use crate::common::{Numbers, assert_same, assert_same_module, flex, tensors, training};
use burn::module::Module;
use burn::nn::attention::{MhaInput, MultiHeadAttention, MultiHeadAttentionConfig};
use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::gru::{Gru, GruConfig};
use burn::nn::{
    Embedding, EmbeddingConfig, LayerNorm, LayerNormConfig, Linear, LinearConfig, Lstm, LstmConfig,
};
use burn::optim::GradientsParams;
use burn::prelude::*;
use capture_runtime::prelude::*;

/// A step of plain gradient descent, and the test that compares it with eager steps.
macro_rules! trains {
    ($test:ident, $step:ident, $layer:ty, $init:expr, |$model:ident, $x:ident: Tensor<$rank:literal $(, $kind:ident)?>| $forward:expr, $input:expr) => {
        #[capture_program]
        fn $step($model: &mut $layer, optim: &mut Sgd, $x: Tensor<$rank $(, $kind)?>, #[live] lr: f64) -> Tensor<1> {
            let loss = $forward;
            let grads = GradientsParams::from_grads(loss.backward(), $model);
            optim.step(lr, $model, grads);
            loss
        }

        #[test]
        fn $test() {
            let init: fn(&Device) -> $layer = $init;
            let input: fn(&mut Numbers) -> Tensor<$rank $(, $kind)?> = $input;
            let mut model = init(&training());
            let before = tensors(&model);
            let mut optim = SgdConfig::new().init();
            let mut session = $step::on(&flex(), model.clone(), optim.clone()).unwrap();
            let mut numbers = Numbers::new(7);
            for step in 0..4 {
                let x = input(&mut numbers);
                let replayed = session.replay(x.clone(), 0.1).unwrap();
                let eager = $step(&mut model, &mut optim, x.autodiff(), 0.1);
                assert_same(&replayed, &eager.inner(), &format!("loss {step}"));
            }
            assert_same_module(&session.state().0, &model, "model");
            assert_ne!(tensors(&model), before, "the layer was trained");
        }
    };
}

trains!(
    conv2d,
    conv2d_step,
    Conv2d,
    |device| Conv2dConfig::new([2, 3], [3, 3])
        .with_stride([2, 1])
        .init(device),
    |model, x: Tensor<4>| model.forward(x).square().mean(),
    |numbers| numbers.tensor([2, 2, 6, 7], &flex())
);

trains!(
    layer_norm,
    layer_norm_step,
    LayerNorm,
    |device| LayerNormConfig::new(6).init(device),
    |model, x: Tensor<2>| (model.forward(x) - 0.5).square().mean(),
    |numbers| numbers.tensor([4, 6], &flex())
);

trains!(
    embedding,
    embedding_step,
    Embedding,
    |device| EmbeddingConfig::new(10, 4).init(device),
    |model, x: Tensor<2, Int>| model.forward(x).square().mean(),
    |numbers| numbers.indices([3, 5], 10, &flex())
);

trains!(
    lstm,
    lstm_step,
    Lstm,
    |device| LstmConfig::new(3, 4, true).init(device),
    |model, x: Tensor<3>| model.forward(x, None).0.square().mean(),
    |numbers| numbers.tensor([2, 5, 3], &flex())
);

trains!(
    gru,
    gru_step,
    Gru,
    |device| GruConfig::new(3, 4, true).init(device),
    |model, x: Tensor<3>| model.forward(x, None).square().mean(),
    |numbers| numbers.tensor([2, 5, 3], &flex())
);

trains!(
    attention,
    attention_step,
    MultiHeadAttention,
    |device| MultiHeadAttentionConfig::new(8, 2)
        .with_dropout(0.0)
        .init(device),
    |model, x: Tensor<3>| model
        .forward(MhaInput::self_attn(x))
        .context
        .square()
        .mean(),
    |numbers| numbers.tensor([2, 4, 8], &flex())
);

/// A linear layer beside a low-rank correction; only the correction is trained.
#[derive(Module, Debug)]
struct Lora {
    base: Linear,
    down: Linear,
    up: Linear,
}

impl Lora {
    fn new(device: &Device) -> Self {
        Self {
            base: LinearConfig::new(6, 4).init(device).no_grad(),
            down: LinearConfig::new(6, 2).with_bias(false).init(device),
            up: LinearConfig::new(2, 4).with_bias(false).init(device),
        }
    }

    fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        self.base.forward(x.clone()) + self.up.forward(self.down.forward(x))
    }
}

trains!(
    low_rank_correction,
    lora_step,
    Lora,
    Lora::new,
    |model, x: Tensor<2>| model.forward(x).square().mean(),
    |numbers| numbers.tensor([4, 6], &flex())
);

#[test]
fn frozen_parameters_stay_and_cost_no_gradient() {
    let model = Lora::new(&training());
    let base = tensors(&model.base);
    let mut session = lora_step::on(&flex(), model.clone(), SgdConfig::new().init()).unwrap();
    let x = Numbers::new(8).tensor([4, 6], &flex());
    session.replay(x.clone(), 0.5).unwrap();
    let frozen = session.report().operations;
    let (trained, _) = session.into_state();
    assert_eq!(tensors(&trained.base), base);
    assert_ne!(tensors(&trained.up), tensors(&model.up));
    assert!(!trained.base.weight.is_require_grad(), "the mark is kept");
    assert!(trained.up.weight.is_require_grad());

    let free = Lora {
        base: LinearConfig::new(6, 4).init(&training()),
        ..model
    };
    let mut session = lora_step::on(&flex(), free, SgdConfig::new().init()).unwrap();
    session.replay(x, 0.5).unwrap();
    assert!(session.report().operations > frozen);
}

#[capture_program]
fn transposed(model: &Linear, x: Tensor<2>) -> Tensor<2> {
    model.forward(x)
}

#[test]
fn a_transposed_view_is_an_input_like_any_other() {
    let model = LinearConfig::new(3, 2).init(&flex());
    let x: Tensor<2> = Numbers::new(9).tensor([3, 5], &flex());
    let view = x.transpose();
    let mut session = transposed::on(&flex(), model.clone()).unwrap();
    let replayed = session.replay(view.clone()).unwrap();
    assert_same(&replayed, &model.forward(view), "a view of other strides");
}
