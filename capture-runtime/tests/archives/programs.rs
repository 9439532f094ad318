//! Programs of many operations, saved with their weights and their state.

use crate::common::{Mlp, Numbers, flex};
use burn::module::Module;
use burn::nn::conv::{
    Conv1d, Conv1dConfig, Conv2d, Conv2dConfig, ConvTranspose2d, ConvTranspose2dConfig,
};
use burn::nn::pool::{AdaptiveAvgPool2dConfig, AvgPool2dConfig, MaxPool2dConfig};
use burn::nn::{
    BatchNorm, BatchNormConfig, Embedding, EmbeddingConfig, LayerNorm, LayerNormConfig,
};
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::activation::{gelu, log_softmax, sigmoid, softmax};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::{DType, IndexingUpdateOp, TensorData};
use capture_runtime::prelude::*;
use std::path::Path;

/// One step of training.
#[capture_program]
#[allow(deprecated)]
pub(crate) fn train(
    model: &mut Mlp,
    optim: &mut AdamW,
    x: Tensor<2>,
    y: Tensor<2>,
    #[live] lr: f64,
    #[frozen] decay: f32,
) -> Tensor<1> {
    let error = model.forward(x) - y;
    let loss = error.square().mean() * decay;
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(lr, model, grads);
    loss
}

/// Layers of images and of sequences.
#[derive(Module, Debug)]
pub(crate) struct Vision {
    conv: Conv2d,
    norm: BatchNorm,
    up: ConvTranspose2d,
    rows: Conv1d,
    layer: LayerNorm,
}

impl Vision {
    pub(crate) fn new(device: &Device) -> Self {
        let model = Self {
            conv: Conv2dConfig::new([2, 4], [3, 3])
                .with_groups(2)
                .init(device),
            norm: BatchNormConfig::new(4).init(device),
            up: ConvTranspose2dConfig::new([4, 2], [2, 2])
                .with_stride([2, 2])
                .init(device),
            rows: Conv1dConfig::new(2, 3, 2).init(device),
            layer: LayerNormConfig::new(3).init(device),
        };
        let _ = crate::common::tensors(&model);
        model
    }
}

/// Gradients through convolutions, pools and norms.
#[capture_program]
pub(crate) fn vision(model: &mut Vision, optim: &mut Sgd, x: Tensor<4>) -> (Tensor<1>, Tensor<3>) {
    let h = model.norm.forward(model.conv.forward(x));
    let large = MaxPool2dConfig::new([2, 2]).init().forward(h.clone());
    let mean = AvgPool2dConfig::new([2, 2]).init().forward(h);
    let up = model.up.forward(large + mean);
    let options = InterpolateOptions::new(InterpolateMode::Bilinear);
    let up = interpolate(up, options.with_output_size([5, 5]));
    let small = AdaptiveAvgPool2dConfig::new([3, 2]).init().forward(up);
    let rows = model.rows.forward(small.reshape([2, 2, 6]));
    let rows = model.layer.forward(gelu(rows).swap_dims(1, 2));
    let loss = rows.clone().square().mean();
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(0.1, model, grads);
    (loss, rows.detach())
}

/// Indices, sorting, reductions, masks, and element types of every kind.
#[capture_program]
pub(crate) fn mixed(
    table: &Embedding,
    x: Tensor<2>,
    k: Tensor<2, Int>,
    m: Tensor<2, Bool>,
    #[live] on: bool,
    #[live] j: i32,
) -> (
    Vec<Tensor<2>>,
    Vec<Tensor<2, Int>>,
    Tensor<2, Bool>,
    Option<Tensor<3>>,
) {
    let (sorted, order) = x.clone().sort_with_indices(1);
    let (top, places) = x.clone().topk_with_indices(2, 1);
    let row = k.clone().slice([0..1, 0..2]).reshape([2]);
    let floats = vec![
        sorted.clone().gather(1, order.clone()),
        x.clone().select(0, row.clone()),
        x.clone()
            .scatter(1, k.clone(), x.clone(), IndexingUpdateOp::Add),
        x.clone().mask_where(m.clone(), sorted),
        x.clone().mask_fill(m.clone(), f32::NEG_INFINITY),
        softmax(x.clone(), 1) + log_softmax(x.clone(), 0) - sigmoid(x.clone()),
        x.clone().cast(DType::F64).exp(),
        x.clone().cast(DType::F16).cumsum(1),
        x.clone().cast(DType::BF16).sum_dim(0),
        Tensor::cat(vec![top, x.clone().slice([0..3, 0..1])], 1)
            .flip([0])
            .permute([1, 0]),
        select(on, x.clone() + f32::INFINITY, x.clone().repeat_dim(0, 1)),
        x.clone().pad((1, 0, 2, 0), 0.5).slice([0..2, 0..3]),
        x.clone().matmul(x.clone().transpose()).argmax(1).float(),
        x.clone().unfold::<3, _>(1, 2, 1).sum_dim(2).squeeze_dim(2),
        x.clone().clamp(-0.5, 0.5).var(1).sqrt().powf_scalar(1.5),
    ];
    let ints = vec![
        k.clone() + j,
        order + places.slice([0..3, 0..1]),
        k.clone().cast(DType::I8).mul_scalar(3),
        k.clone().cast(DType::U16).bitwise_xor_scalar(5),
        k.clone().cast(DType::I32).sum_dim(1),
        m.clone().int(),
    ];
    let bools = m
        .bool_not()
        .bool_or(k.clone().greater_elem(0))
        .bool_xor(x.is_nan());
    (floats, ints, bools, Some(table.forward(k)))
}

/// A program that draws random numbers, and has constants of its own.
#[capture_program]
pub(crate) fn draws(x: Tensor<1>, s: &mut Tensor<1>) -> Tensor<1> {
    let table = Tensor::<1>::from_floats([0.5, f32::NEG_INFINITY, -0.0], &x.device());
    let noise = x.random_like(burn::tensor::Distribution::Uniform(-1.0, 1.0));
    *s = s.clone() + 1.0;
    (x + noise).max_pair(table) * s.clone()
}

/// The data of each program's arguments, by name.
pub(crate) type Inputs = Vec<(&'static str, TensorData)>;

/// A program in a file, and arguments for it.
pub(crate) struct Sample {
    pub(crate) name: &'static str,
    pub(crate) bytes: Vec<u8>,
    pub(crate) inputs: Inputs,
}

/// What a session saves.
fn saved(save: impl FnOnce(&Path)) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.capture");
    save(&path);
    std::fs::read(path).unwrap()
}

pub(crate) fn optim() -> AdamW {
    AdamWConfig::new().init()
}

pub(crate) fn train_inputs() -> Inputs {
    let mut numbers = Numbers::new(3);
    vec![
        ("x", numbers.tensor([4, 5], &flex()).into_data()),
        ("y", numbers.tensor([4, 3], &flex()).into_data()),
        ("lr", TensorData::from([0.01f64])),
    ]
}

pub(crate) fn training() -> Sample {
    let mut session = train::on(&flex(), Mlp::new(&flex()), optim(), 0.5).unwrap();
    let [x, y] = [0, 1].map(|i| Tensor::from_data(train_inputs()[i].1.clone(), &flex()));
    session.replay(x, y, 0.01).unwrap();
    Sample {
        name: "training",
        bytes: saved(|path| session.save(path).unwrap()),
        inputs: train_inputs(),
    }
}

pub(crate) fn images() -> Sample {
    let x = Numbers::new(5).tensor([2, 2, 8, 8], &flex());
    let mut session = vision::on(&flex(), Vision::new(&flex()), SgdConfig::new().init()).unwrap();
    session.replay(x.clone()).unwrap();
    Sample {
        name: "images",
        bytes: saved(|path| session.save(path).unwrap()),
        inputs: vec![("x", x.into_data())],
    }
}

pub(crate) fn indices() -> Sample {
    let mut numbers = Numbers::new(7);
    let x = numbers.tensor([3, 4], &flex());
    let k = numbers.indices([3, 4], 3, &flex());
    let m = numbers.tensor([3, 4], &flex()).greater_elem(0.0);
    let table = EmbeddingConfig::new(4, 2).init(&flex());
    let mut session = mixed::on(&flex(), table).unwrap();
    session
        .replay(x.clone(), k.clone(), m.clone(), true, 2)
        .unwrap();
    Sample {
        name: "indices",
        bytes: saved(|path| session.save(path).unwrap()),
        inputs: vec![
            ("x", x.into_data()),
            ("k", k.into_data()),
            ("m", m.into_data()),
            ("on", TensorData::from([true])),
            ("j", TensorData::from([2i32])),
        ],
    }
}

pub(crate) fn noise() -> Sample {
    let x = Tensor::from_floats([1.0, 2.0, 3.0], &flex());
    let mut session = draws::on(&flex(), Tensor::zeros([1], &flex())).unwrap();
    session.warm_up(x.clone()).unwrap();
    Sample {
        name: "noise",
        bytes: saved(|path| session.save(path).unwrap()),
        inputs: vec![("x", x.into_data())],
    }
}

/// Every program here.
pub(crate) fn all() -> Vec<Sample> {
    vec![training(), images(), indices(), noise()]
}
