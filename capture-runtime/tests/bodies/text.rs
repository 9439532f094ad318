//! Text models as people write them with Burn: a classifier with a padding mask, and a decoder that keeps keys and values.

use crate::common::{Numbers, assert_same, assert_same_module, flex, tensors, training};
use burn::module::Module;
use burn::nn::loss::CrossEntropyLossConfig;
use burn::nn::transformer::{
    TransformerEncoder, TransformerEncoderConfig, TransformerEncoderInput,
};
use burn::nn::{
    Embedding, EmbeddingConfig, LayerNorm, LayerNormConfig, Linear, LinearConfig, RotaryEncoding,
    RotaryEncodingConfig,
};
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::IndexingUpdateOp;
use burn::tensor::activation::{silu, softmax};
use capture_runtime::prelude::*;

#[derive(Module, Debug)]
struct TextClassifier {
    transformer: TransformerEncoder,
    tokens: Embedding,
    positions: Embedding,
    output: Linear,
    classes: usize,
}

impl TextClassifier {
    fn new(dropout: f64, device: &Device) -> Self {
        let model = Self {
            transformer: TransformerEncoderConfig::new(8, 16, 2, 2)
                .with_dropout(dropout)
                .with_norm_first(true)
                .init(device),
            tokens: EmbeddingConfig::new(20, 8).init(device),
            positions: EmbeddingConfig::new(7, 8).init(device),
            output: LinearConfig::new(8, 4).init(device),
            classes: 4,
        };
        let _ = tensors(&model);
        model
    }

    fn logits(&self, tokens: Tensor<2, Int>, mask: Tensor<2, Bool>) -> Tensor<2> {
        let [batch, length] = tokens.dims();
        let device = tokens.device();
        let positions = Tensor::arange(0..length as i64, &device)
            .reshape([1, length])
            .repeat_dim(0, batch);
        let embedded = self.positions.forward(positions) + self.tokens.forward(tokens);
        let embedded = embedded / 2.0;
        let input = TransformerEncoderInput::new(embedded).mask_pad(mask);
        let encoded = self.transformer.forward(input);
        let output = self.output.forward(encoded);
        output
            .slice([0..batch, 0..1])
            .reshape([batch, self.classes])
    }
}

/// What a batcher makes: padded tokens, where the padding is, and the labels.
#[derive(ProgramInput, Clone)]
struct TrainingBatch {
    tokens: Tensor<2, Int>,
    labels: Tensor<1, Int>,
    mask_pad: Tensor<2, Bool>,
}

fn padded(numbers: &mut Numbers) -> TrainingBatch {
    let tokens: Tensor<2, Int> = numbers.indices([3, 7], 19, &flex()) + 1;
    let device = flex();
    let lengths = Tensor::<2, Int>::from_ints([[7], [4], [5]], &device);
    let columns = Tensor::<1, Int>::arange(0..7, &device).unsqueeze::<2>();
    let mask_pad = columns.expand([3, 7]).greater_equal(lengths.expand([3, 7]));
    TrainingBatch {
        tokens: tokens.mask_fill(mask_pad.clone(), 0),
        labels: numbers.indices([3], 4, &flex()),
        mask_pad,
    }
}

#[capture_program]
fn classify_train(
    model: &mut TextClassifier,
    optim: &mut Adam,
    item: TrainingBatch,
    #[live] lr: f64,
) -> (Tensor<1>, Tensor<2>) {
    let logits = model.logits(item.tokens, item.mask_pad);
    let loss = CrossEntropyLossConfig::new()
        .init(&logits.device())
        .forward(logits.clone(), item.labels);
    let gradients = loss.backward();
    let gradients = GradientsParams::from_grads(gradients, model);
    optim.step(lr, model, gradients);
    (loss, logits)
}

#[capture_program]
fn classify_infer(
    model: &TextClassifier,
    tokens: Tensor<2, Int>,
    mask: Tensor<2, Bool>,
) -> Tensor<2> {
    softmax(model.logits(tokens, mask), 1)
}

/// The warm-up and decay of a transformer's learning rate.
fn noam(step: usize) -> f64 {
    let step = (step + 1) as f64;
    0.1 * 8f64.powf(-0.5) * step.powf(-0.5).min(step * 10f64.powf(-1.5))
}

#[test]
fn text_classification() {
    let mut model = TextClassifier::new(0.0, &training());
    let mut optim = AdamConfig::new()
        .with_weight_decay(Some(burn::optim::decay::WeightDecayConfig::new(5e-5)))
        .init();
    let mut session = classify_train::on(&flex(), model.clone(), optim.clone()).unwrap();
    let mut numbers = Numbers::new(21);
    for step in 0..4 {
        let item = padded(&mut numbers);
        let (loss, logits) = session.replay(item.clone(), noam(step)).unwrap();
        let (eager_loss, eager_logits) = classify_train(&mut model, &mut optim, item, noam(step));
        assert_same(&loss, &eager_loss.inner(), "loss");
        assert_same(&logits, &eager_logits.inner(), "logits");
    }
    let trained = session.into_state().0;
    assert_same_module(&trained, &model, "model");

    let mut infer = classify_infer::on(&flex(), trained.valid()).unwrap();
    let TrainingBatch {
        tokens, mask_pad, ..
    } = padded(&mut numbers);
    let replayed = infer.replay(tokens.clone(), mask_pad.clone()).unwrap();
    let eager = classify_infer(&model.valid(), tokens, mask_pad);
    assert_same(&replayed, &eager, "probabilities");
}

/// One layer of a decoder, and the token embedding that is its output layer as well.
#[derive(Module, Debug)]
struct Decoder {
    tokens: Embedding,
    norm: LayerNorm,
    query: Linear,
    key: Linear,
    value: Linear,
    gate: Linear,
    rope: RotaryEncoding,
}

const LONGEST: usize = 6;
const WIDTH: usize = 8;

impl Decoder {
    fn new(device: &Device) -> Self {
        let linear = || {
            LinearConfig::new(WIDTH, WIDTH)
                .with_bias(false)
                .init(device)
        };
        let model = Self {
            tokens: EmbeddingConfig::new(16, WIDTH).init(device),
            norm: LayerNormConfig::new(WIDTH).init(device),
            query: linear(),
            key: linear(),
            value: linear(),
            gate: linear(),
            rope: RotaryEncodingConfig::new(LONGEST, WIDTH).init(device),
        };
        let _ = tensors(&model);
        model
    }
}

/// What a decoder remembers of the tokens before: one row each.
#[derive(ProgramState, Clone, Debug)]
struct Memory {
    keys: Tensor<2>,
    values: Tensor<2>,
    position: Tensor<1, Int>,
}

impl Memory {
    fn empty(device: &Device) -> Self {
        Self {
            keys: Tensor::zeros([LONGEST, WIDTH], device),
            values: Tensor::zeros([LONGEST, WIDTH], device),
            position: Tensor::zeros([1], device),
        }
    }
}

/// One token in, one token out: the position is a tensor, so that one program serves every step.
#[capture_program]
fn decode(
    model: &Decoder,
    memory: &mut Memory,
    token: Tensor<1, Int>,
) -> (Tensor<1, Int>, Tensor<2>) {
    let position = memory.position.clone();
    let embedded = model
        .tokens
        .forward(token.unsqueeze::<2>())
        .reshape([1, WIDTH]);
    let x = model.norm.forward(embedded.clone());
    let rotations = model.rope.freq_complex.clone().select(0, position.clone());
    let turn = |t: Tensor<2>| {
        let pairs = t.reshape([WIDTH / 2, 2]);
        let (even, odd) = (pairs.clone().narrow(1, 0, 1), pairs.narrow(1, 1, 1));
        let rotations = rotations.clone().reshape([WIDTH, 2]);
        let index = Tensor::arange_step(0..WIDTH as i64, 2, &rotations.device());
        let rotations = rotations.select(0, index);
        let cos = rotations.clone().narrow(1, 0, 1);
        let sin = rotations.narrow(1, 1, 1);
        let turned = [
            even.clone() * cos.clone() - odd.clone() * sin.clone(),
            even * sin + odd * cos,
        ];
        Tensor::cat(turned.to_vec(), 1).reshape([1, WIDTH])
    };
    let query = turn(model.query.forward(x.clone()));
    let key = turn(model.key.forward(x.clone()));
    let value = model.value.forward(x);

    let assign =
        |old: Tensor<2>, new| old.select_assign(0, position.clone(), new, IndexingUpdateOp::Add);
    memory.keys = assign(memory.keys.clone(), key);
    memory.values = assign(memory.values.clone(), value);

    let scores = query.matmul(memory.keys.clone().transpose()) / (WIDTH as f64).sqrt();
    let columns = Tensor::<1, Int>::arange(0..LONGEST as i64, &scores.device()).unsqueeze::<2>();
    let hidden = columns.greater(position.clone().unsqueeze::<2>().expand([1, LONGEST]));
    let weights = softmax(scores.mask_fill(hidden, f32::NEG_INFINITY), 1);
    let mixed = weights.matmul(memory.values.clone());
    let y = embedded + silu(model.gate.forward(mixed));
    let logits = y.matmul(model.tokens.weight.val().transpose());
    memory.position = position + 1;
    (logits.clone().argmax(1).squeeze_dim(1), logits)
}

#[test]
fn decoding_with_keys_and_values_kept() {
    let model = Decoder::new(&flex());
    let mut memory = Memory::empty(&flex());
    let mut session = decode::on(&flex(), model.clone(), memory.clone()).unwrap();
    let mut distinct = std::collections::HashSet::new();
    let mut token = Tensor::<1, Int>::from_ints([3], &flex());
    for step in 0..LONGEST {
        let (next, logits) = session.replay(token.clone()).unwrap();
        let (eager_next, eager_logits) = decode(&model, &mut memory, token.clone());
        assert_same(&logits, &eager_logits, &format!("logits {step}"));
        assert_same(&next, &eager_next, &format!("token {step}"));
        distinct.insert(logits.to_data().as_bytes().to_vec());
        // A prompt first, then what the decoder says.
        token = if step < 3 { token + 4 } else { next };
    }
    assert!(
        distinct.len() >= 4,
        "every token of the prompt sees another past"
    );
    assert_eq!(
        session.report().captures,
        1,
        "one program for all positions"
    );
    let held = session.into_state();
    assert_same(&held.keys, &memory.keys, "keys");
    assert_same(&held.position, &memory.position, "position");
}
