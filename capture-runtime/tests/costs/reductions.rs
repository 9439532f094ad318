//! Reductions and elementwise arithmetic.

use crate::assert_cost;
use burn::prelude::*;
use capture_runtime::Program;
use capture_runtime::prelude::*;

/// Captures an expression of `x`, a matrix of 4 rows of 6 floats.
macro_rules! of {
    (|$x:ident| -> $out:ty $body:block) => {{
        #[capture_program]
        fn program($x: Tensor<2>) -> $out $body
        program::capture(TensorSpec::float([4, 6])).unwrap()
    }};
}

/// The bytes of an element of the program's result.
fn size(program: &Program) -> u64 {
    program.results()[0].dtype.size() as u64
}

#[test]
fn a_reduction_of_n_takes_n_less_one() {
    let program = of!(|x| -> Tensor<1> { x.sum() });
    assert_cost(&program, "sum", 23, 96, 4);
    let program = of!(|x| -> Tensor<1> { x.max() });
    assert_cost(&program, "max", 23, 96, 4);
    let program = of!(|x| -> Tensor<2> { x.sum_dim(0) });
    // 6 sums of 4.
    assert_cost(&program, "sum_dim", 18, 96, 24);
    let program = of!(|x| -> Tensor<2, Int> { x.argmax(1) });
    // 4 choices out of 6.
    assert_cost(&program, "arg_max", 20, 96, 4 * size(&program));
    let program = of!(|x| -> Tensor<2> { x.cumsum(1) });
    // Each of 4 rows takes its first element over and adds 5.
    assert_cost(&program, "cum_sum", 20, 96, 96);
}

#[test]
fn a_mean_divides_too() {
    let program = of!(|x| -> Tensor<2> { x.mean_dim(1) });
    // 4 means of 6: 5 sums and a division.
    assert_cost(&program, "mean_dim", 24, 96, 16);
    let program = of!(|x| -> Tensor<1> { x.mean() });
    assert_cost(&program, "mean", 24, 96, 4);
}

#[test]
fn elementwise_arithmetic_is_one_for_each_result() {
    let program = of!(|x| -> Tensor<2> { x.exp() });
    assert_cost(&program, "exp", 24, 96, 96);
    let program = of!(|x| -> Tensor<2> { x * 3.0 });
    assert_cost(&program, "mul_scalar", 24, 96, 96);
    let program = of!(|x| -> Tensor<2> { x.clamp(-1.0, 1.0) });
    assert_cost(&program, "clamp", 48, 96, 96);
    // An operand that is given twice is read once.
    let program = of!(|x| -> Tensor<2> { x.clone() + x });
    assert_cost(&program, "add", 24, 96, 96);
}

#[test]
fn comparisons_are_no_arithmetic() {
    let program = of!(|x| -> Tensor<2, Bool> { x.greater_elem(0.0) });
    assert_cost(&program, "greater_elem", 0, 96, 24 * size(&program));
}

#[test]
fn a_softmax_is_its_steps() {
    let program = of!(|x| -> Tensor<2> { burn::tensor::activation::softmax(x, 1) });
    // 4 rows of 6: maximum 5, differences 6, exponentials 6, sum 5, quotients 6.
    assert_eq!(program.costs().total().flops, 4 * 28, "{program}");
}
