//! A training step of one layer.

use crate::common::training;
use crate::kind;
use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn descends(w: &mut Tensor<2>, x: Tensor<2>) -> Tensor<1> {
    let y = x.matmul(w.clone());
    let loss = y.clone().mul(y).sum();
    let grads = loss.backward();
    let grad = w.grad(&grads).expect("`w` requires a gradient");
    *w = Tensor::from_inner(w.clone().inner() - grad * 0.1).require_grad();
    loss
}

#[test]
fn a_step_is_counted_forward_backward_and_in_its_update() {
    let w = Tensor::<2>::ones([5, 3], &training()).require_grad();
    let program = descends::capture(&w, TensorSpec::float([4, 5])).unwrap();
    let costs = program.costs();
    // y = x w: 12 results of 5 multiply-adds. The gradient of w: 15 results of 4.
    let (products, cost) = kind(&program, "matmul");
    assert_eq!((products, cost.flops), (2, 120 + 120), "{program}");
    let flops = [
        // Forward: both products, the squares, their sum.
        120 + 12 + 11,
        // Backward: the gradient times y, which is the gradient of both factors, added to itself.
        12 + 12 + 120,
        // The update: the step, and the difference.
        15 + 15,
    ];
    assert_eq!(
        costs.total().flops,
        flops.iter().sum::<u64>(),
        "{program}{costs:#?}"
    );
    // Six statements, of which `grads` has the backward pass.
    let backward = costs.statements().iter().find(|sum| {
        let statement = sum.statement.as_ref();
        statement.is_some_and(|statement| statement.binding == Some("grads"))
    });
    let backward = backward.expect("a statement of its own");
    assert_eq!(backward.cost.flops, flops[1], "{program}");
    let kinds: u64 = costs.kinds().iter().map(|kind| kind.cost.flops).sum();
    assert_eq!(kinds, costs.total().flops);
}
