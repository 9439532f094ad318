//! A result that is lent ends with the next replay.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program(results = "borrowed")]
fn double(x: Tensor<1>) -> Tensor<1> {
    x * 2.0
}

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let device = Device::flex();
    let mut session = double::on(&device)?;
    let first = session.replay(Tensor::ones([2], &device))?;
    let second = session.replay(Tensor::ones([2], &device))?; //~ ERROR cannot borrow `session` as mutable more than once
    println!("{:?} {:?}", *first, *second);
    Ok(())
}
