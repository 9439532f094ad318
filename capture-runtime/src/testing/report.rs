//! What a failed equality test says.

use super::difference::Difference;
use crate::error::{RecordError, ReplayError};
use core::fmt;

/// Why eager and replayed steps could not be found equal.
#[derive(Debug)]
pub(super) enum Failure {
    /// The program has no session for the example, or a spec of it does not fit.
    Session(RecordError),
    /// A replay failed.
    Replay {
        /// The step, counted from 1.
        step: usize,
        /// The seed of the data.
        seed: u64,
        /// Why.
        error: Box<ReplayError>,
    },
    /// They differ.
    Differs {
        /// The program.
        program: &'static str,
        /// The step, counted from 1.
        step: usize,
        /// The seed of the data.
        seed: u64,
        /// Whether it is in a result, and not in the state.
        result: bool,
        /// Where.
        difference: Difference,
        /// Whether the two runs left the random generator in different places.
        generator: bool,
    },
}

impl Failure {
    /// Whether something else may have drawn from the random generator between the runs.
    pub(super) fn may_be_disturbed(&self) -> bool {
        matches!(
            self,
            Self::Differs {
                generator: true,
                ..
            }
        )
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Session(error) => error.fmt(f),
            Self::Replay { step, seed, error } => {
                write!(
                    f,
                    "the replay of step {step} with seed {seed} failed: {error}"
                )
            }
            Self::Differs {
                program,
                step,
                seed,
                result,
                difference,
                generator,
            } => {
                let what = if *result { "result" } else { "state" };
                writeln!(
                    f,
                    "`{program}` replays another {what} than it computes eagerly, in step {step} with seed {seed}"
                )?;
                writeln!(f, "{difference}")?;
                writeln!(
                    f,
                    " = note: the same bits are asked for, and every NaN counts as one; the data is the same in every run of the test"
                )?;
                if *generator {
                    writeln!(
                        f,
                        " = note: the two runs drew a different count of random numbers from the device's one generator"
                    )?;
                    return write!(
                        f,
                        " = help: if other tests draw random numbers meanwhile, run `cargo test -- --test-threads=1`"
                    );
                }
                write!(
                    f,
                    " = help: look for what runs otherwise while capturing: a helper that asks `is_placeholder`, or a global that it reads"
                )
            }
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { name, replayed } => {
                let (has, lacks) = match replayed {
                    true => ("replayed", "eager"),
                    false => ("eager", "replayed"),
                };
                write!(
                    f,
                    " = `{name}` is in the {has} value, and not in the {lacks} one"
                )
            }
            Self::Form {
                name,
                eager,
                replayed,
            } => write!(f, " = `{name}` is {eager} eagerly, and {replayed} replayed"),
            Self::Element {
                name,
                index,
                eager,
                replayed,
                differing,
                elements,
            } => write!(
                f,
                " = `{name}` first differs at {index:?}: {eager} eagerly, {replayed} replayed; {differing} of {elements} elements differ"
            ),
        }
    }
}
