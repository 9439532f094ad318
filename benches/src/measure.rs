//! Alternating rounds, medians and quartiles.

use std::time::{Duration, Instant};

/// What is measured, a name and one run of it.
pub type Subject<'a> = (&'a str, &'a mut dyn FnMut());

/// The time of one run, one number for each round, in nanoseconds.
#[derive(Clone, Debug)]
pub struct Times {
    /// What ran.
    pub name: String,
    /// The mean time of a run in each round.
    pub rounds: Vec<f64>,
}

/// Runs every subject in turn for about `slice`, `rounds` times over, so that all see the same machine.
pub fn interleaved(rounds: usize, slice: Duration, subjects: &mut [Subject<'_>]) -> Vec<Times> {
    let runs: Vec<u32> = subjects
        .iter_mut()
        .map(|(_, run)| runs_in(slice, run))
        .collect();
    let mut times: Vec<_> = subjects
        .iter()
        .map(|(name, _)| Times {
            name: (*name).to_owned(),
            rounds: Vec::with_capacity(rounds),
        })
        .collect();
    for _ in 0..rounds {
        for (((_, run), times), runs) in subjects.iter_mut().zip(&mut times).zip(&runs) {
            let started = Instant::now();
            for _ in 0..*runs {
                run();
            }
            times
                .rounds
                .push(started.elapsed().as_nanos() as f64 / f64::from(*runs));
        }
    }
    times
}

/// How many runs fill `slice`; warms the subject up on the way.
fn runs_in(slice: Duration, run: &mut dyn FnMut()) -> u32 {
    let started = Instant::now();
    let mut runs = 0;
    while runs < 3 || started.elapsed() < slice {
        run();
        runs += 1;
    }
    runs
}

impl Times {
    /// The median time.
    pub fn median(&self) -> f64 {
        quantile(&self.rounds, 0.5)
    }

    /// The first and the third quartile.
    pub fn quartiles(&self) -> (f64, f64) {
        (quantile(&self.rounds, 0.25), quantile(&self.rounds, 0.75))
    }

    /// This time relative to `base`, round by round.
    pub fn relative_to(&self, base: &Self) -> Self {
        let ratios = self
            .rounds
            .iter()
            .zip(&base.rounds)
            .map(|(time, base)| time / base);
        Self {
            name: format!("{} / {}", self.name, base.name),
            rounds: ratios.collect(),
        }
    }
}

/// The value below which a share `q` of `values` lies, interpolated.
pub fn quantile(values: &[f64], q: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else {
        return f64::NAN;
    };
    let at = q * last as f64;
    let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    low + (high - low) * at.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_interpolate() {
        assert_eq!(quantile(&[3.0, 1.0, 2.0], 0.5), 2.0);
        assert_eq!(quantile(&[1.0, 2.0], 0.5), 1.5);
        assert!(quantile(&[], 0.5).is_nan());
    }

    #[test]
    fn every_subject_has_every_round() {
        let (mut a, mut b) = (0, 0);
        let times = interleaved(
            5,
            Duration::ZERO,
            &mut [("a", &mut || a += 1), ("b", &mut || b += 1)],
        );
        assert!(times.iter().all(|times| times.rounds.len() == 5));
        assert_eq!((a, b), (18, 18));
    }
}
