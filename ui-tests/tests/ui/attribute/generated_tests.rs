//! The tests that the attribute generates, asked for where they cannot be, or without what they need.

use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program(test)] //~ ERROR `test` needs an `example` [CP0001]
fn no_example(w: &mut Tensor<1>, x: Tensor<2>, y: Tensor<1, Int>, #[live] by: f32) -> Tensor<1> {
    *w = w.clone() * by;
    x.sum() + y.sum().float() * w.clone().sum()
}

#[capture_program(test, example(x = TensorSpec::float([4])))] //~ ERROR the example leaves out `y` [CP0001]
fn left_out(x: Tensor<1>, y: Tensor<1>) -> Tensor<1> {
    x + y
}

#[capture_program(test, example(xs = TensorSpec::float([4]), x = TensorSpec::float([4])))] //~ ERROR `unknown` has no parameter `xs` for the example [CP0001]
fn unknown(x: Tensor<1>) -> Tensor<1> {
    x * 2.0
}

#[capture_program(test, example(x = TensorSpec::float([4]), x = TensorSpec::float([4])))] //~ ERROR `x` is given twice in the example [CP0001]
fn twice(x: Tensor<1>) -> Tensor<1> {
    x * 2.0
}

#[capture_program(document = "/programs")] //~ ERROR `document` must be a folder inside the crate [CP0001]
fn elsewhere() {}

struct Net {
    weight: Tensor<1>,
}

impl Net {
    #[capture_program(test, example(x = TensorSpec::float([4])))] //~ ERROR `test` cannot be asked for in an `impl` block [CP0001]
    fn forward(&self, x: Tensor<1>) -> Tensor<1> {
        x * self.weight.clone()
    }
}

#[capture_program(test, example(xs = [TensorSpec::float([4])]))]
fn generic<const N: usize>(xs: [Tensor<1>; N]) -> Tensor<1> { //~ ERROR `test` cannot be asked for a generic program [CP0001]
    Tensor::cat(xs.to_vec(), 0)
}

fn main() {}
