//! The instructions of a random program, and how they are drawn.

use crate::operations::{
    Assign, Binary, Compare, Convert, Index, IntBinary, IntUnary, Layer, LiveKind, Logic, Make,
    Reduce, Reshape, Ternary, Unary,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// One kind of operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Unary(Unary),
    Binary(Binary),
    Ternary(Ternary),
    Reshape(Reshape),
    Reduce(Reduce),
    Layer(Layer),
    Assign(Assign),
    Index(Index),
    Make(Make),
    Convert(Convert),
    Compare(Compare),
    Logic(Logic),
    IntUnary(IntUnary),
    IntBinary(IntBinary),
    Live(LiveKind),
}

/// One step of a program: what to do, with which tensors, and a number that the operation reads as it likes.
///
/// Tensors are counted back from the one made last, so that small numbers make deep programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Instruction {
    pub(crate) kind: Kind,
    pub(crate) a: u8,
    pub(crate) b: u8,
    pub(crate) n: i8,
}

/// How a training program updates its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Update {
    /// `param - grad * lr`, with gradients by parameter.
    Params,
    /// `param - grad * lr`, with gradients by tensor.
    Grads,
    /// The optimizer of this crate.
    Sgd,
}

/// A program: the frozen value of the captured function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Program {
    pub(crate) instructions: Vec<Instruction>,
    /// What the states become: the two float tensors and the int one.
    pub(crate) next: [u8; 3],
    /// The results of each kind; one may be asked for twice.
    pub(crate) floats: Vec<u8>,
    pub(crate) ints: Vec<u8>,
    pub(crate) bools: Vec<u8>,
    pub(crate) update: Update,
}

/// The longest program, in instructions.
pub(crate) const DEPTH: usize = 20;

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        4 => select(Unary::ALL).prop_map(Kind::Unary),
        4 => select(Binary::ALL).prop_map(Kind::Binary),
        2 => select(Ternary::ALL).prop_map(Kind::Ternary),
        3 => select(Reshape::ALL).prop_map(Kind::Reshape),
        2 => select(Reduce::ALL).prop_map(Kind::Reduce),
        2 => select(Layer::ALL).prop_map(Kind::Layer),
        1 => select(Assign::ALL).prop_map(Kind::Assign),
        2 => select(Index::ALL).prop_map(Kind::Index),
        1 => select(Make::ALL).prop_map(Kind::Make),
        1 => select(Convert::ALL).prop_map(Kind::Convert),
        1 => select(Compare::ALL).prop_map(Kind::Compare),
        1 => select(Logic::ALL).prop_map(Kind::Logic),
        1 => select(IntUnary::ALL).prop_map(Kind::IntUnary),
        1 => select(IntBinary::ALL).prop_map(Kind::IntBinary),
        3 => select(LiveKind::ALL).prop_map(Kind::Live),
    ]
}

/// A tensor: most often one of those made last.
fn operand() -> impl Strategy<Value = u8> {
    prop_oneof![3 => Just(0u8), 3 => 0u8..3, 1 => 0u8..32]
}

fn instruction() -> impl Strategy<Value = Instruction> {
    (kind(), operand(), operand(), any::<i8>()).prop_map(|(kind, a, b, n)| Instruction {
        kind,
        a,
        b,
        n,
    })
}

/// Any program of up to [`DEPTH`] instructions.
pub(crate) fn program() -> impl Strategy<Value = Program> {
    let update = select(&[Update::Params, Update::Grads, Update::Sgd][..]);
    (
        vec(instruction(), 1..=DEPTH),
        [operand(), operand(), operand()],
        vec(operand(), 1..4),
        vec(operand(), 0..3),
        vec(operand(), 0..3),
        update,
    )
        .prop_map(
            |(instructions, next, floats, ints, bools, update)| Program {
                instructions,
                next,
                floats,
                ints,
                bools,
                update,
            },
        )
}
