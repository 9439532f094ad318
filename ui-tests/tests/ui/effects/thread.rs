//! Operations are recorded in order, on the thread that captures.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn elsewhere(x: Tensor<1>) -> Tensor<1> {
    let exp = std::thread::spawn(move || x.exp()); //~ ERROR `std::thread::spawn` moves tensors of the program to another thread [CP0504]
    exp.join().unwrap()
}

#[capture_program]
fn later(x: Tensor<1>) -> Tensor<1> {
    let later = async { x.clone().exp() }; //~ ERROR `async` block inside a captured program [CP0504]
    drop(later);
    x
}

fn main() {}
