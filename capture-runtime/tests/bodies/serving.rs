//! Sequences, decisions and serving as people write them with Burn: an LSTM, a deep Q network, a server with several heads.

use crate::common::{Mlp, Numbers, assert_same, assert_same_module, flex, training};
use burn::module::Module;
use burn::nn::loss::{HuberLossConfig, MseLoss, Reduction};
use burn::nn::{
    Dropout, DropoutConfig, LayerNorm, LayerNormConfig, Linear, LinearConfig, Lstm, LstmConfig,
    LstmState,
};
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::activation::{relu, sigmoid, softmax};
use capture_runtime::prelude::*;

#[derive(Module, Debug)]
struct Sequence {
    layers: Vec<Lstm>,
    norm: LayerNorm,
    dropout: Dropout,
    output: Linear,
    hidden: usize,
}

impl Sequence {
    fn new(device: &Device) -> Self {
        let layer = |input| LstmConfig::new(input, 4, true).init(device);
        let model = Self {
            layers: vec![layer(1), layer(4)],
            norm: LayerNormConfig::new(4).init(device),
            dropout: DropoutConfig::new(0.0).init(),
            output: LinearConfig::new(4, 1).init(device),
            hidden: 4,
        };
        let _ = crate::common::tensors(&model);
        model
    }

    fn forward(
        &self,
        x: Tensor<3>,
        states: Option<Vec<LstmState<2>>>,
    ) -> (Tensor<2>, Vec<LstmState<2>>) {
        let [batch, length, _] = x.dims();
        let device = x.device();
        let states = states.unwrap_or_else(|| {
            let zeros = || Tensor::zeros([batch, self.hidden], &device);
            self.layers
                .iter()
                .map(|_| LstmState::new(zeros(), zeros()))
                .collect()
        });
        let mut sequence = x;
        let mut next = Vec::new();
        for (layer, state) in self.layers.iter().zip(states) {
            let (output, state) = layer.forward(sequence, Some(state));
            sequence = self.dropout.forward(output);
            next.push(state);
        }
        let last = sequence
            .slice(s![.., (length - 1)..length, ..])
            .squeeze_dim::<2>(1);
        (self.output.forward(self.norm.forward(last)), next)
    }
}

#[capture_program]
fn sequence_train(
    model: &mut Sequence,
    optim: &mut AdamW,
    sequences: Tensor<3>,
    targets: Tensor<2>,
    #[live] lr: f64,
) -> Tensor<1> {
    let (output, _) = model.forward(sequences, None);
    let loss = MseLoss::new().forward(output, targets, Reduction::Mean);
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(lr, model, grads);
    loss
}

/// The hidden states of every layer.
#[derive(ProgramState, Clone, Debug)]
struct Hidden {
    layers: Vec<Tensor<2>>,
}

/// One chunk of a longer sequence: hidden states go from replay to replay.
#[capture_program]
fn sequence_stream(model: &Sequence, hidden: &mut Hidden, chunk: Tensor<3>) -> Tensor<2> {
    let pairs = hidden.layers.chunks(2);
    let states = pairs
        .map(|pair| LstmState::new(pair[0].clone(), pair[1].clone()))
        .collect();
    let (output, states) = model.forward(chunk, Some(states));
    hidden.layers = states
        .into_iter()
        .flat_map(|state| [state.cell, state.hidden])
        .collect();
    output
}

#[test]
fn lstm_training_and_streaming() {
    let mut model = Sequence::new(&training());
    let mut optim = AdamWConfig::new().init();
    let mut session = sequence_train::on(&flex(), model.clone(), optim.clone()).unwrap();
    let mut numbers = Numbers::new(51);
    for step in 0..3 {
        let sequences: Tensor<3> = numbers.tensor([3, 5, 1], &flex());
        let targets: Tensor<2> = numbers.tensor([3, 1], &flex());
        let loss = session
            .replay(sequences.clone(), targets.clone(), 1e-2)
            .unwrap();
        let eager = sequence_train(
            &mut model,
            &mut optim,
            sequences.autodiff(),
            targets.autodiff(),
            1e-2,
        );
        assert_same(&loss, &eager.inner(), &format!("loss {step}"));
    }
    let model = model.valid();
    assert_same_module(&session.into_state().0.valid(), &model, "model");

    let layers = (0..4).map(|_| Tensor::zeros([2, 4], &flex())).collect();
    let mut hidden = Hidden { layers };
    let mut stream = sequence_stream::on(&flex(), model.clone(), hidden.clone()).unwrap();
    for chunk in 0..4 {
        let x: Tensor<3> = numbers.tensor([2, 3, 1], &flex());
        let replayed = stream.replay(x.clone()).unwrap();
        let eager = sequence_stream(&model, &mut hidden, x);
        assert_same(&replayed, &eager, &format!("chunk {chunk}"));
    }
    assert_same(
        &stream.into_state().layers[3],
        &hidden.layers[3],
        "hidden state",
    );
}

#[derive(ProgramInput, Clone)]
struct Transitions {
    states: Tensor<2>,
    actions: Tensor<1, Int>,
    rewards: Tensor<1>,
    next_states: Tensor<2>,
    dones: Tensor<1, Bool>,
}

#[capture_program]
fn q_step(
    policy: &mut Mlp,
    optim: &mut Adam,
    target: &Mlp,
    batch: Transitions,
    #[live] gamma: f32,
    #[live] lr: f64,
    #[frozen] double: bool,
) -> (Tensor<1>, Tensor<1>) {
    let [count, _] = batch.states.dims();
    let q = policy.forward(batch.states);
    let taken = q.gather(1, batch.actions.reshape([count, 1]));
    let next = target.forward(batch.next_states.clone());
    let next = if double {
        let best = policy.forward(batch.next_states).detach().argmax(1);
        next.gather(1, best)
    } else {
        next.max_dim(1)
    };
    let next = next.squeeze_dim::<1>(1).mask_fill(batch.dones, 0.0);
    let wanted = (next * gamma + batch.rewards)
        .detach()
        .unsqueeze_dim::<2>(1);
    let errors = (taken.clone() - wanted.clone()).abs().squeeze_dim::<1>(1);
    let loss = HuberLossConfig::new(1.0)
        .init()
        .forward(taken, wanted, Reduction::Mean);
    let grads = GradientsParams::from_grads(loss.backward(), policy);
    optim.step(lr, policy, grads);
    (loss, errors.detach())
}

/// What a policy does, with a chance to explore that the caller draws.
#[capture_program]
fn act(
    policy: &Mlp,
    states: Tensor<2>,
    draws: Tensor<1>,
    random: Tensor<1, Int>,
    #[live] epsilon: f32,
) -> Tensor<1, Int> {
    let greedy = policy.forward(states).argmax(1).squeeze_dim::<1>(1);
    let explore = (draws - epsilon).lower_elem(0.0);
    greedy.mask_where(explore, random)
}

#[test]
fn deep_q_learning() {
    for double in [false, true] {
        let mut policy = Mlp::new(&training());
        let mut target = policy.valid();
        let mut optim = AdamConfig::new().init();
        let mut session = q_step::on(
            &flex(),
            policy.clone(),
            optim.clone(),
            target.clone(),
            double,
        )
        .unwrap();
        let mut acting = act::on(&flex(), policy.valid()).unwrap();
        let mut numbers = Numbers::new(52);
        for step in 0..6 {
            let states: Tensor<2> = numbers.tensor([8, 5], &flex());
            let draws = (numbers.tensor([8], &flex()) + 1.0) / 2.0;
            let random: Tensor<1, Int> = numbers.indices([8], 3, &flex());
            let epsilon = 1.0 - step as f32 * 0.2;
            let actions = acting
                .replay(states.clone(), draws.clone(), random.clone(), epsilon)
                .unwrap();
            let eager = act(&policy.valid(), states.clone(), draws, random, epsilon);
            assert_same(&actions, &eager, "actions");
            let rewards: Tensor<1> = numbers.tensor([8], &flex());
            let batch = Transitions {
                states,
                actions,
                dones: rewards.clone().greater_scalar(0.6),
                rewards,
                next_states: numbers.tensor([8, 5], &flex()),
            };
            let (loss, errors) = session.replay(batch.clone(), 0.99, 1e-2).unwrap();
            let (eager_loss, eager_errors) =
                q_step(&mut policy, &mut optim, &target, batch, 0.99, 1e-2, double);
            assert_same(&loss, &eager_loss.inner(), &format!("loss {step}"));
            assert_same(&errors, &eager_errors.inner(), "errors");
            acting.set_weights(session.state().0.valid()).unwrap();
            if step % 3 == 2 {
                target = policy.valid();
                session.set_weights(session.state().0.valid()).unwrap();
            }
        }
        assert_eq!(
            session.report().captures,
            1,
            "new weights are no new program"
        );
        assert_same_module(&session.into_state().0, &policy, "policy");
    }
}

/// A trunk with heads for a class, a box and a confidence.
#[derive(Module, Debug)]
struct Detector {
    trunk: Linear,
    class: Linear,
    corner: Linear,
    confidence: Option<Linear>,
}

impl Detector {
    fn new(confidence: bool, device: &Device) -> Self {
        let linear = |outputs| LinearConfig::new(6, outputs).init(device);
        Self {
            trunk: linear(6),
            class: linear(3),
            corner: linear(4),
            confidence: confidence.then(|| linear(1)),
        }
    }
}

#[derive(ProgramOutput)]
struct Detections {
    best: Tensor<1, Int>,
    probability: Tensor<1>,
    corners: [Tensor<2>; 2],
    confident: Option<Tensor<1, Bool>>,
}

#[capture_program(cache = 2)]
fn detect(model: &Detector, pixels: Tensor<2, Int>, #[live] threshold: f32) -> Detections {
    let x = pixels.float() / 255.0;
    let features = relu(model.trunk.forward(x));
    let classes = softmax(model.class.forward(features.clone()), 1);
    let (probability, best) = classes.max_dim_with_indices(1);
    let corners = model.corner.forward(features.clone());
    let corners = [corners.clone().narrow(1, 0, 2), corners.narrow(1, 2, 2)];
    let confident = model.confidence.as_ref().map(|head| {
        let confidence = sigmoid(head.forward(features)).squeeze_dim::<1>(1);
        (confidence - threshold).greater_elem(0.0)
    });
    Detections {
        best: best.squeeze_dim(1),
        probability: probability.squeeze_dim(1),
        corners,
        confident,
    }
}

#[test]
fn a_server_with_several_heads() {
    for confidence in [false, true] {
        let model = Detector::new(confidence, &flex());
        let mut session = detect::on(&flex(), model.clone()).unwrap();
        let mut numbers = Numbers::new(53);
        for rows in [1, 4, 1, 2, 4, 1] {
            let pixels: Tensor<2, Int> = numbers.indices([rows, 6], 256, &flex());
            let replayed = session.replay(pixels.clone(), 0.5).unwrap();
            let eager = detect(&model, pixels, 0.5);
            assert_same(&replayed.best, &eager.best, "best");
            assert_same(&replayed.probability, &eager.probability, "probability");
            for (replayed, eager) in replayed.corners.iter().zip(&eager.corners) {
                assert_same(replayed, eager, "corners");
            }
            assert_eq!(replayed.confident.is_some(), confidence);
            if let (Some(replayed), Some(eager)) = (replayed.confident, eager.confident) {
                assert_same(&replayed, &eager, "confident");
            }
        }
        // Two programs are kept, so sizes 1, 4, (1), 2, 4, 1 take five captures.
        assert_eq!(session.report().captures, 5);
    }
}
