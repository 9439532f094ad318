//! Random programs: chains, products, branches, views, updates in place and a state.

use crate::common::{Numbers, flex};
use crate::measure::{agrees, alone, replayed};
use burn::prelude::*;
use capture_runtime::Program;
use capture_runtime::prelude::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseError;

/// A side of the matrices: 64 KiB for each.
const N: usize = 128;
const MATRIX: u64 = (N * N * 4) as u64;

/// What makes one matrix of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Tanh,
    Scale,
    Add,
    Mul,
    Square,
    Relu,
    Transpose,
    Reshape,
    Centre,
    Where,
    Outer,
    Matmul,
    Cat,
    Rows,
    Assign,
}

const KINDS: [Kind; 15] = [
    Kind::Tanh,
    Kind::Scale,
    Kind::Add,
    Kind::Mul,
    Kind::Square,
    Kind::Relu,
    Kind::Transpose,
    Kind::Reshape,
    Kind::Centre,
    Kind::Where,
    Kind::Outer,
    Kind::Matmul,
    Kind::Cat,
    Kind::Rows,
    Kind::Assign,
];

/// Those that allocate nothing for themselves.
const PLAIN: usize = 11;

/// One step: what to do, with matrices that are counted back from the one made last.
type Step = (Kind, u8, u8);

fn back(all: &[Tensor<2>], n: u8) -> Tensor<2> {
    all[all.len() - 1 - usize::from(n) % all.len()].clone()
}

fn step(kind: Kind, a: Tensor<2>, b: Tensor<2>) -> Tensor<2> {
    match kind {
        Kind::Tanh => a.tanh(),
        Kind::Scale => a * 0.5,
        Kind::Add => a + b,
        Kind::Mul => a * b,
        Kind::Square => a.square(),
        Kind::Relu => burn::tensor::activation::relu(a),
        Kind::Transpose => a.transpose(),
        Kind::Reshape => a.reshape([N / 2, 2 * N]).exp().reshape([N, N]),
        Kind::Centre => a.clone() - a.mean_dim(1),
        Kind::Where => {
            let mask = a.clone().lower(b.clone());
            a.mask_where(mask, b)
        }
        Kind::Outer => a.slice([0..N, 0..1]) * b.slice([0..1, 0..N]),
        Kind::Matmul => a.matmul(b) * (1.0 / N as f32),
        Kind::Cat => Tensor::cat(
            vec![a.slice([0..N / 2, 0..N]), b.slice([N / 2..N, 0..N])],
            0,
        ),
        Kind::Rows => {
            let rows: Vec<i32> = (0..N as i32).rev().collect();
            let rows = Tensor::<1, Int>::from_data(TensorData::new(rows, [N]), &a.device());
            a.select(0, rows)
        }
        Kind::Assign => a.slice_assign([0..N / 2, 0..N], b.slice([N / 2..N, 0..N])),
    }
}

/// The state becomes a matrix with a buffer of its own, as the model takes it that it is: a factor that no step has keeps it apart.
#[capture_program]
fn random(
    s: &mut Tensor<2>,
    x: Tensor<2>,
    w: Tensor<2>,
    #[frozen] steps: Vec<Step>,
    #[frozen] next: u8,
) -> Tensor<2> {
    let mut all = vec![s.clone(), x, w];
    for (kind, a, b) in steps {
        let made = step(kind, back(&all, a), back(&all, b));
        all.push(made);
    }
    *s = back(&all, next) * 0.37;
    back(&all, 0) + 0.73
}

/// What the program's operations allocate for themselves, one at a time: a product packs its two operands, in tiles of the kernel; those that
/// copy elements first make operands that do not stand side by side stand so.
fn workspace(program: &Program) -> u64 {
    let of = |name: &str| match name {
        "matmul" => 2 * MATRIX + 32 * 1024,
        "cat" | "select" | "slice_assign" => MATRIX,
        _ => 0,
    };
    let all = program.operations().iter();
    all.map(|operation| of(&operation.name()))
        .max()
        .unwrap_or(0)
}

fn check(steps: Vec<Step>, next: u8) -> Result<(), TestCaseError> {
    let _alone = alone();
    let matrix = |seed| Numbers::new(seed).tensor::<2>([N, N], &flex());
    let fail = |error: &dyn core::fmt::Display| TestCaseError::fail(error.to_string());
    let mut session = random::on(&flex(), matrix(1), steps, next).map_err(|error| fail(&error))?;
    let (x, w) = (matrix(2), matrix(3));
    let measured = replayed(|| session.replay(x.clone(), w.clone()));
    let program = session.program().expect("the session has replayed");
    agrees(program, measured, workspace(program)).map_err(TestCaseError::fail)
}

fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig {
        cases: default.cases.max(256),
        failure_persistence: None,
        ..default
    }
}

fn steps(kinds: &'static [Kind]) -> impl Strategy<Value = Vec<Step>> {
    vec((select(kinds), 0u8..4, 0u8..4), 0..16)
}

proptest! {
    #![proptest_config(config())]

    /// Without products and copies the model is right to the handles.
    #[test]
    fn plain_programs_agree(steps in steps(&KINDS[..PLAIN]), next in 0u8..4) {
        check(steps, next)?;
    }

    #[test]
    fn programs_agree(steps in steps(&KINDS), next in 0u8..4) {
        check(steps, next)?;
    }
}
