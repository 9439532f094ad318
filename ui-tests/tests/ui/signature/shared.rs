//! What is shared can change between replays.

use burn::prelude::*;
use capture_runtime::prelude::*;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Mutex;

#[capture_program]
fn add(x: Tensor<1>, bias: &RefCell<Tensor<1>>) -> Tensor<1> { //~ ERROR `RefCell` can change behind the program's back [CP0107]
    x + bias.borrow().clone()
}

#[capture_program]
fn count(x: Tensor<1>, calls: &Mutex<usize>, scale: Rc<Tensor<1>>) -> Tensor<1> { //~ ERROR `Mutex` can change behind the program's back [CP0107] //~ ERROR `Rc` can change behind the program's back [CP0107]
    *calls.lock().unwrap() += 1;
    x * (*scale).clone()
}

fn main() {}
