//! A placeholder outside never gets a value.

use burn::prelude::*;
use capture_runtime::prelude::*;

use std::sync::Mutex;

static SEEN: Mutex<Vec<Tensor<1>>> = Mutex::new(Vec::new());

#[capture_program]
fn remember(x: Tensor<1>) -> Tensor<1> {
    SEEN.lock().unwrap().push(x.clone()); //~ ERROR `SEEN.lock().unwrap()` would keep a tensor of the capture [CP0503]
    x
}

fn main() {}
