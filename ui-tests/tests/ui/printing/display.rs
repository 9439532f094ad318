//! `Display` reads the values, which a placeholder does not have.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn double(x: Tensor<1>) -> Tensor<1> {
    let y = x.clone() * 2.0;
    println!("y = {}", y); //~ ERROR `{}` displays a tensor inside a captured program [CP0601]
    let n = x.dims()[0];
    println!("n = {n}, x = {x:.2}, {{x}}, {x:?}"); //~ ERROR `{x:.2}` displays a tensor inside a captured program [CP0601]
    let _ = format!("{named}", named = x); //~ ERROR `{named}` displays a tensor inside a captured program [CP0601]
    y
}

fn main() {}
