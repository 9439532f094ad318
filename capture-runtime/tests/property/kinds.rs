//! Every kind of operation by itself: none is left to chance.

use crate::compare::equal;
use crate::data::Setting;
use crate::forward::{called, replayed};
use crate::instructions::{Instruction, Kind, Program, Update};
use crate::operations::*;
use burn::tensor::DType;
use std::panic::catch_unwind;

/// Every kind of operation that a program can have.
pub(crate) fn all() -> Vec<Kind> {
    fn each<T: Copy>(all: &[T], kind: fn(T) -> Kind) -> impl Iterator<Item = Kind> {
        all.iter().map(move |one| kind(*one))
    }
    each(Unary::ALL, Kind::Unary)
        .chain(each(Binary::ALL, Kind::Binary))
        .chain(each(Ternary::ALL, Kind::Ternary))
        .chain(each(Reshape::ALL, Kind::Reshape))
        .chain(each(Reduce::ALL, Kind::Reduce))
        .chain(each(Layer::ALL, Kind::Layer))
        .chain(each(Assign::ALL, Kind::Assign))
        .chain(each(Index::ALL, Kind::Index))
        .chain(each(Make::ALL, Kind::Make))
        .chain(each(Convert::ALL, Kind::Convert))
        .chain(each(Compare::ALL, Kind::Compare))
        .chain(each(Logic::ALL, Kind::Logic))
        .chain(each(IntUnary::ALL, Kind::IntUnary))
        .chain(each(IntBinary::ALL, Kind::IntBinary))
        .chain(each(LiveKind::ALL, Kind::Live))
        .collect()
}

/// The program of one operation, whose results and next state are what it makes.
pub(crate) fn single(kind: Kind, n: i8) -> Program {
    Program {
        instructions: vec![Instruction {
            kind,
            a: 0,
            b: 1,
            n,
        }],
        next: [0, 1, 0],
        floats: vec![0, 1],
        ints: vec![0],
        bools: vec![0],
        update: Update::Params,
    }
}

#[test]
fn every_kind_replays_as_it_is_called() {
    let whole = Setting {
        x: [3, 2],
        w: [2, 3],
        v: [3, 2],
        k: [2, 2],
        float: DType::F32,
        int: DType::I64,
        special: false,
        seed: 7,
    };
    let double = Setting {
        float: DType::F64,
        int: DType::I32,
        ..whole
    };
    let special = Setting {
        special: true,
        ..whole
    };
    let empty = Setting {
        x: [0, 2],
        w: [2, 0],
        v: [0, 0],
        k: [0, 3],
        ..whole
    };

    let kinds = all();
    assert!(kinds.len() >= 30, "the promise is at least 30 kinds");
    let mut failures = Vec::new();
    for kind in kinds {
        for (name, setting) in [
            ("whole", whole),
            ("double", double),
            ("special", special),
            ("empty", empty),
        ] {
            for n in [-3, 24] {
                let program = single(kind, n);
                let outcome = catch_unwind(|| {
                    let called = called(&program, &setting);
                    let replayed =
                        replayed(&program, &setting).map_err(|error| error.to_string())?;
                    for (step, (called, replayed)) in called.iter().zip(&replayed).enumerate() {
                        equal(step as u64, called, replayed).map_err(|error| error.to_string())?;
                    }
                    Ok::<_, String>(())
                });
                match outcome {
                    Ok(Ok(())) => {}
                    Ok(Err(message)) => failures.push(format!("{kind:?} {n} ({name}): {message}")),
                    Err(_) => failures.push(format!("{kind:?} {n} ({name}): the call panics")),
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
