//! What the host does beside the program happens when it is captured, and never again.

#![deny(deprecated)]

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn printed(x: Tensor<1>) -> Tensor<1> {
    let rows = x.dims()[0];
    println!("{rows} rows"); //~ ERROR `println!` runs once, at capture, and not at `replay()` [CP0901]
    x * 2.0
}

#[capture_program]
fn written(x: Tensor<1>) -> Tensor<1> {
    std::fs::write("log.txt", "called").unwrap(); //~ ERROR `std::fs::write` runs once, at capture [CP0901]
    x * 2.0
}

/// Several in one function are told one by one.
#[capture_program]
fn twice(x: Tensor<1>) -> Tensor<1> {
    eprintln!("a"); //~ ERROR `eprintln!` runs once, at capture [CP0901]
    #[allow(deprecated)]
    {
        eprintln!("silenced");
    }
    dbg!(x) //~ ERROR `dbg!` runs once, at capture [CP0901]
}

#[allow(deprecated)]
#[capture_program]
fn silenced(x: Tensor<1>) -> Tensor<1> {
    println!("meant");
    x * 2.0
}

fn main() {}
