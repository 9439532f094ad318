//! First light.
use burn::nn::{Linear, LinearConfig};
use burn::optim::GradientsParams;
use burn::prelude::*;
use capture_runtime::prelude::*;

#[derive(Module, Debug)]
struct Net {
    a: Linear,
    b: Linear,
}

impl Net {
    fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        self.b.forward(burn::tensor::activation::relu(self.a.forward(x)))
    }
}

#[capture_program]
fn scale(x: Tensor<2>, #[live] by: f64, #[frozen] plus: f32) -> Tensor<2> {
    let y = x * by;
    y.add_scalar(plus)
}

#[capture_program]
fn sgd(w: &mut Tensor<1>, x: Tensor<1>, #[live] lr: f64) -> Tensor<1> {
    *w = w.clone() - x * lr;
    w.clone().sum()
}

#[capture_program]
fn infer(net: &Net, x: Tensor<2>) -> Tensor<2> {
    net.forward(x)
}

#[capture_program]
fn loss_of(net: &mut Net, x: Tensor<2>) -> (Tensor<1>, Tensor<2>) {
    let loss = net.forward(x).powf_scalar(2.0).mean();
    let grads = loss.backward();
    let mut grads = GradientsParams::from_grads(grads, net);
    let g = grads.remove::<2>(net.a.weight.id).unwrap();
    (loss, g)
}

#[test]
fn first_light() {
    let device = Device::flex();
    let mut s = scale::on(&device, 1.5).unwrap();
    let x = Tensor::<2>::from_floats([[1.0, 2.0]], &device);
    assert_eq!(s.replay(x.clone(), 3.0).unwrap().into_data().to_vec::<f32>().unwrap(), [4.5, 7.5]);
    assert_eq!(s.replay(x.clone(), 2.0).unwrap().into_data().to_vec::<f32>().unwrap(), [3.5, 5.5]);
    println!("{}", s.program().unwrap());
    println!("{}", s.report());

    let mut s = sgd::on(&device, Tensor::from_floats([1.0, 1.0], &device)).unwrap();
    for i in 0..3 {
        let t = s.replay(Tensor::from_floats([1.0, 2.0], &device), 0.1).unwrap();
        println!("{i} {t}");
    }
    println!("{}", s.program().unwrap());
    println!("{}", s.into_state());

    let net = Net { a: LinearConfig::new(3, 4).init(&device), b: LinearConfig::new(4, 2).init(&device) };
    let x = Tensor::<2>::random([5, 3], burn::tensor::Distribution::Default, &device);
    let eager = net.forward(x.clone()).into_data();
    let mut s = infer::on(&device, net.clone()).unwrap();
    assert_eq!(s.replay(x.clone()).unwrap().into_data(), eager);
    println!("{}", s.program().unwrap());
    let mut s = loss_of::on(&device, net).unwrap();
    let (l, g) = s.replay(x).unwrap();
    println!("{l} {g}");
    println!("{}", s.program().unwrap());
}
