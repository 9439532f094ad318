//! Training loops as people write them with Burn: a regression, a custom loop with clipping and a schedule, a teacher that follows its student.

use crate::common::{Mlp, Numbers, assert_same, assert_same_module, flex, tensors, training};
use burn::grad_clipping::GradientClippingConfig;
use burn::lr_scheduler::cosine::CosineAnnealingLrSchedulerConfig;
use burn::module::{Module, ModuleMapper, ModuleVisitor, Param, ParamId};
use burn::nn::loss::{HuberLossConfig, MseLoss, Reduction};
use burn::nn::{Linear, LinearConfig, Relu};
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::activation::{log_softmax, softmax};
use capture_runtime::optim::MomentumConfig;
use capture_runtime::prelude::*;
use std::collections::HashMap;

#[derive(Module, Debug)]
struct Regression {
    input: Linear,
    output: Linear,
    activation: Relu,
}

impl Regression {
    fn new(device: &Device) -> Self {
        let model = Self {
            input: LinearConfig::new(8, 6).with_bias(true).init(device),
            output: LinearConfig::new(6, 1).with_bias(true).init(device),
            activation: Relu::new(),
        };
        let _ = tensors(&model);
        model
    }

    fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        let x = self.input.forward(input.detach());
        self.output.forward(self.activation.forward(x))
    }

    /// One step, as a method of the model.
    #[capture_program]
    fn step(
        &mut self,
        optim: &mut Adam,
        features: Tensor<2>,
        targets: Tensor<1>,
        #[live] lr: f64,
    ) -> Tensor<1> {
        let targets: Tensor<2> = targets.unsqueeze_dim(1);
        let output = self.forward(features);
        let loss = MseLoss::new().forward(output.clone(), targets.clone(), Reduction::Mean);
        let grads = GradientsParams::from_grads(loss.backward(), self);
        optim.step(lr, self, grads);
        loss
    }
}

/// Features between their smallest and largest value, which are known before.
#[capture_program]
fn normalized(x: Tensor<2>, limits: &(Tensor<2>, Tensor<2>)) -> Tensor<2> {
    let (min, max) = limits;
    (x - min.clone()) / (max.clone() - min.clone())
}

#[test]
fn regression() {
    let mut model = Regression::new(&training());
    let mut optim = AdamConfig::new().init();
    let mut session = Regression::step_on(&flex(), model.clone(), optim.clone()).unwrap();
    let mut numbers = Numbers::new(41);
    let limits = (
        Tensor::full([1, 8], -1.5, &flex()),
        Tensor::full([1, 8], 2.5, &flex()),
    );
    let mut scaler = normalized::on(&flex(), limits.clone()).unwrap();
    for step in 0..5 {
        let raw: Tensor<2> = numbers.tensor([7, 8], &flex());
        let targets: Tensor<1> = numbers.tensor([7], &flex());
        let x = scaler.replay(raw.clone()).unwrap();
        assert_same(&x, &normalized(raw, &limits), "features");
        let loss = session.replay(x.clone(), targets.clone(), 1e-2).unwrap();
        let eager = model.step(&mut optim, x.autodiff(), targets.autodiff(), 1e-2);
        assert_same(&loss, &eager.inner(), &format!("loss {step}"));
    }
    assert_same_module(&session.into_state().0, &model, "model");
}

/// The gradients of a step, scaled so that their common norm is at most `max`.
struct Norms<'a> {
    grads: &'a GradientsParams,
    squares: Vec<Tensor<1>>,
}

impl ModuleVisitor for Norms<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if let Some(grad) = self.grads.get::<D>(param.id) {
            self.squares.push(grad.square().sum());
        }
    }
}

struct Scale<'a> {
    grads: &'a mut GradientsParams,
    factor: Tensor<1>,
}

impl ModuleVisitor for Scale<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if let Some(grad) = self.grads.remove::<D>(param.id) {
            let factor = self.factor.clone().unsqueeze::<D>();
            self.grads.register(param.id, grad * factor);
        }
    }
}

fn clip_by_global_norm<M: Module>(
    model: &M,
    mut grads: GradientsParams,
    max: f64,
) -> (GradientsParams, Tensor<1>) {
    let mut norms = Norms {
        grads: &grads,
        squares: Vec::new(),
    };
    model.visit(&mut norms);
    let norm = Tensor::cat(norms.squares, 0).sum().sqrt();
    let factor = (norm.clone() + 1e-6).recip().mul_scalar(max).clamp_max(1.0);
    model.visit(&mut Scale {
        grads: &mut grads,
        factor,
    });
    (grads, norm)
}

#[capture_program]
fn custom_loop(
    model: &mut Mlp,
    optim: &mut Sgd,
    images: Tensor<2>,
    targets: Tensor<1, Int>,
    #[live] lr: f64,
    #[frozen] max_norm: f64,
) -> (Tensor<1>, Tensor<1>, Tensor<1>) {
    let output = model.forward(images);
    let [batch, _] = output.dims();
    let picked = log_softmax(output.clone(), 1).gather(1, targets.clone().reshape([batch, 1]));
    let loss = -picked.mean();
    let accuracy = output
        .argmax(1)
        .squeeze_dim::<1>(1)
        .equal(targets)
        .int()
        .sum()
        .float()
        / batch as f32;
    let grads = loss.backward();
    let grads = GradientsParams::from_grads(grads, model);
    let (grads, norm) = clip_by_global_norm(model, grads, max_norm);
    optim.step(lr, model, grads);
    (loss, norm, accuracy)
}

#[test]
fn custom_training_loop() {
    let mut model = Mlp::new(&training());
    let momentum = MomentumConfig::new().with_momentum(0.9).with_nesterov(true);
    let mut optim = SgdConfig::new()
        .with_momentum(Some(momentum))
        .with_gradient_clipping(Some(GradientClippingConfig::Value(0.5)))
        .init();
    let mut schedule = CosineAnnealingLrSchedulerConfig::new(0.5, 10)
        .init()
        .unwrap();
    let mut session = custom_loop::on(&flex(), model.clone(), optim.clone(), 0.3).unwrap();
    let mut numbers = Numbers::new(42);
    let mut rates = HashMap::new();
    for step in 0..6 {
        let images: Tensor<2> = numbers.tensor([6, 5], &flex());
        let targets: Tensor<1, Int> = numbers.indices([6], 3, &flex());
        let lr = schedule.step().base();
        rates.insert(lr.to_bits(), step);
        let (loss, norm, accuracy) = session.replay(images.clone(), targets.clone(), lr).unwrap();
        let eager = custom_loop(&mut model, &mut optim, images.autodiff(), targets, lr, 0.3);
        assert_same(&loss, &eager.0.inner(), "loss");
        assert_same(&norm, &eager.1.inner(), "norm");
        assert_same(&accuracy, &eager.2.inner(), "accuracy");
    }
    assert_eq!(rates.len(), 6, "the rate changed at every step");
    assert_eq!(session.report().captures, 1);
    assert_same_module(&session.into_state().0, &model, "model");
}

/// The values of a model's parameters, by identifier.
struct Values(HashMap<ParamId, Tensor<1>>);

impl ModuleVisitor for Values {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.0.insert(param.id, param.val().detach().reshape([-1]));
    }
}

/// Moves every parameter of a teacher towards the student's of the same identifier.
struct Follow {
    student: HashMap<ParamId, Tensor<1>>,
    keep: f32,
}

impl ModuleMapper for Follow {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let Some(student) = self.student.remove(&param.id) else {
            return param;
        };
        param.map(|teacher| {
            let student = student.reshape(teacher.dims());
            teacher * self.keep + student * (1.0 - self.keep)
        })
    }
}

#[capture_program]
fn distill(
    student: &mut Mlp,
    teacher: &mut Mlp,
    optim: &mut AdamW,
    x: Tensor<2>,
    #[frozen] keep: f32,
    #[live] temperature: f32,
) -> Tensor<1> {
    let wanted = softmax(teacher.forward(x.clone()).detach() / temperature, 1);
    let given = softmax(student.forward(x) / temperature, 1);
    let loss = HuberLossConfig::new(0.5)
        .init()
        .forward(given, wanted, Reduction::Sum);
    let grads = GradientsParams::from_grads(loss.backward(), student);
    optim.step(2e-2, student, grads);
    let mut values = Values(HashMap::new());
    student.visit(&mut values);
    *teacher = teacher.clone().map(&mut Follow {
        student: values.0,
        keep,
    });
    loss
}

#[test]
fn teacher_and_student() {
    let mut student = Mlp::new(&training());
    // The teacher starts as the student, under the same identifiers, and takes no gradient.
    let mut teacher = student.clone().no_grad();
    let mut optim = AdamWConfig::new().init();
    let mut session = distill::on(
        &flex(),
        student.clone(),
        teacher.clone(),
        optim.clone(),
        0.75,
    )
    .unwrap();
    let mut numbers = Numbers::new(43);
    let before = tensors(&teacher);
    for step in 0..5 {
        let x: Tensor<2> = numbers.tensor([4, 5], &flex());
        let temperature = 1.0 + step as f32;
        let loss = session.replay(x.clone(), temperature).unwrap();
        let eager = distill(
            &mut student,
            &mut teacher,
            &mut optim,
            x.autodiff(),
            0.75,
            temperature,
        );
        assert_same(&loss, &eager.inner(), &format!("loss {step}"));
    }
    let (replayed_student, replayed_teacher, _) = session.into_state();
    assert_same_module(&replayed_student, &student, "student");
    assert_same_module(&replayed_teacher, &teacher, "teacher");
    assert_ne!(before, tensors(&teacher), "the teacher follows");
}
