//! The body runs once, at capture, where a tensor has no value.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn normalize(x: Tensor<1>) -> Tensor<1> {
    let max: f32 = x.clone().max().into_scalar(); //~ ERROR `into_scalar` reads a tensor on the host inside a captured program [CP0201]
    x / max
}

#[capture_program]
fn spellings(x: Tensor<2>, extra: Option<Tensor<2>>, pair: (Tensor<1>, Tensor<1>)) -> Tensor<2> {
    let data = Tensor::<2>::to_data(&x); //~ ERROR `to_data` reads a tensor on the host inside a captured program [CP0201]
    let read = Tensor::<2>::into_data; //~ ERROR `into_data` reads a tensor on the host inside a captured program [CP0201]
    let _ = read(x.clone());
    let _ = x.clone().try_into_data(); //~ ERROR `try_into_data` reads a tensor on the host inside a captured program [CP0201]
    let _ = x.to_data_async(); //~ ERROR `to_data_async` reads a tensor on the host inside a captured program [CP0201]
    let _ = extra.map(|t| t.into_data()); //~ ERROR `into_data` reads a tensor on the host inside a captured program [CP0201]
    let (_, second) = pair;
    let _ = second.try_into_vec_as::<f32>(); //~ ERROR `try_into_vec_as` reads a tensor on the host inside a captured program [CP0201]
    let closure = |t: Tensor<2>| t.into_data(); //~ ERROR `into_data` reads a tensor on the host inside a captured program [CP0201]
    let _ = closure(x.clone());
    x.add_scalar(data.num_elements() as f32)
}

struct Net {
    weight: Tensor<1>,
}

#[capture_program]
fn of_a_field(net: &Net, x: Tensor<1>) -> Tensor<1> {
    let first: f32 = net.weight.clone().into_scalar(); //~ ERROR `into_scalar` reads a tensor on the host inside a captured program [CP0201]
    x * first
}

fn main() {}
