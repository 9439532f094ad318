//! Random programs: each is equal to itself, and what is inserted into one is the whole difference.

use burn::prelude::*;
use capture_runtime::prelude::*;
use cargo_capture::diff::{Kind, compare, text};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// An operation on values by their numbers, and the number of its result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Step {
    kind: u8,
    operands: Vec<usize>,
    makes: usize,
}

/// How many values the program is given: the numbers below are theirs.
const GIVEN: usize = 2;
/// The number of the value that is inserted.
const INSERTED: usize = usize::MAX;
/// Kinds below take one operand, the others two.
const UNARY: u8 = 5;
const KINDS: u8 = 9;

#[capture_program]
fn random(
    x: Tensor<1>,
    y: Tensor<1>,
    #[frozen] steps: Vec<Step>,
    #[frozen] keep: Vec<usize>,
) -> Vec<Tensor<1>> {
    let mut values = BTreeMap::from([(0, x), (1, y)]);
    for step in &steps {
        let of = |place: usize| values[&step.operands[place]].clone();
        let made = match step.kind {
            0 => of(0).exp(),
            1 => of(0).sin(),
            2 => of(0) * 0.5,
            3 => of(0) + 1.0,
            4 => of(0).abs(),
            5 => of(0) + of(1),
            6 => of(0) * of(1),
            7 => of(0) - of(1),
            _ => of(0) / of(1),
        };
        values.insert(step.makes, made);
    }
    keep.iter().map(|value| values[value].clone()).collect()
}

/// The program of steps, and the values that no step reads: its results.
fn capture(steps: &[Step], keep: &[usize]) -> Program {
    let spec = || TensorSpec::float([4]);
    random::capture(spec(), spec(), steps.to_vec(), keep.to_vec()).unwrap()
}

/// What a step computes; the order of a sum's and of a product's operands does not matter.
fn computes(step: &Step) -> (u8, Vec<usize>) {
    let mut operands = step.operands.clone();
    if matches!(step.kind, 5 | 6) {
        operands.sort_unstable();
    }
    (step.kind, operands)
}

fn operands(kind: u8, a: usize, b: usize) -> Vec<usize> {
    match kind < UNARY {
        true => vec![a],
        false => vec![a, b],
    }
}

/// Steps of which no two compute the same, since the runtime would share them.
fn steps() -> impl Strategy<Value = Vec<Step>> {
    let words = proptest::collection::vec((0..KINDS, any::<usize>(), any::<usize>()), 2..40);
    words.prop_map(|words| {
        let mut seen = BTreeSet::new();
        let mut steps: Vec<Step> = Vec::new();
        for (kind, a, b) in words {
            let makes = GIVEN + steps.len();
            let step = Step {
                kind,
                operands: operands(kind, a % makes, b % makes),
                makes,
            };
            if seen.insert(computes(&step)) {
                steps.push(step);
            }
        }
        steps
    })
}

fn unread(steps: &[Step]) -> Vec<usize> {
    let read: BTreeSet<usize> = steps
        .iter()
        .flat_map(|step| step.operands.clone())
        .collect();
    let made = steps.iter().map(|step| step.makes);
    made.filter(|made| !read.contains(made)).collect()
}

proptest! {
    #[test]
    fn a_program_is_equal_to_itself(steps in steps()) {
        let program = capture(&steps, &unread(&steps));
        let difference = compare(&program, &program);
        prop_assert!(difference.is_empty(), "{}", text(&difference));
    }

    #[test]
    fn an_insertion_is_the_whole_difference(
        steps in steps(),
        kind in 0..KINDS,
        (reader, place, other) in any::<(usize, usize, usize)>(),
        first in any::<bool>(),
    ) {
        // A step reads what is inserted in the place of what it read, which the inserted one reads.
        let reader = reader % steps.len();
        let mut longer = steps.clone();
        let place = place % longer[reader].operands.len();
        let was = std::mem::replace(&mut longer[reader].operands[place], INSERTED);
        let other = other % (GIVEN + reader);
        let (a, b) = if first { (was, other) } else { (other, was) };
        let inserted = Step { kind, operands: operands(kind, was, other), makes: INSERTED };
        let inserted = match kind < UNARY {
            true => inserted,
            false => Step { operands: vec![a, b], ..inserted },
        };
        prop_assume!(!steps.iter().any(|step| computes(step) == computes(&inserted)));
        longer.insert(reader, inserted);

        let keep = unread(&steps);
        let (old, new) = (capture(&steps, &keep), capture(&longer, &keep));
        prop_assume!(new.operations().len() == old.operations().len() + 1);
        let difference = compare(&old, &new);
        prop_assert_eq!(difference.operations.len(), 1, "{}\n{}\n{}", old, new, text(&difference));
        prop_assert_eq!(difference.boundary.len(), 1, "{}", text(&difference));
        prop_assert_eq!(difference.boundary[0].what.as_str(), "frozen steps");
        let change = &difference.operations[0];
        prop_assert_eq!(change.kind, Kind::Added);
        prop_assert_eq!(change.new.as_ref().map(|line| line.index), Some(reader));

        let back = compare(&new, &old);
        prop_assert_eq!(back.operations.len(), 1, "{}", text(&back));
        prop_assert_eq!(back.operations[0].kind, Kind::Removed);
        prop_assert_eq!(back.operations[0].old.as_ref().map(|line| line.index), Some(reader));
    }
}
