//! Parameters that are held twice: where both places take part in one gradient, a program would compute otherwise than eager code.

use crate::boundary::{Inspection, LeafInfo};
use crate::tensor::{self, Ad};
use burn_backend::AutodiffBackend;
use burn_dispatch::DispatchTensor;
use std::cell::RefCell;

/// The paths of two leaves that are one trainable parameter.
pub(crate) type Names = (String, String);

/// Every two leaves of state and weights that are one trainable parameter.
pub(crate) fn pairs(state: &Inspection, weights: &Inspection) -> Vec<Names> {
    let mut both = state.clone();
    both.active.extend(weights.active.iter().cloned());
    both.shared()
}

struct Pair {
    names: Names,
    places: [DispatchTensor; 2],
    hit: bool,
}

thread_local! {
    static WATCHED: RefCell<Vec<Pair>> = const { RefCell::new(Vec::new()) };
}

/// Watches pairs of placeholders until it is dropped.
pub(crate) struct Watching {
    before: usize,
}

impl Watching {
    /// Starts to watch the pairs of `names` among `leaves` and their placeholders.
    pub(crate) fn start<'a>(
        names: &[Names],
        leaves: impl Iterator<Item = (&'a LeafInfo, &'a DispatchTensor)> + Clone,
    ) -> Self {
        let find = |name: &str| {
            let mut leaves = leaves.clone();
            leaves.find_map(|(leaf, tensor)| (leaf.name == name).then(|| tensor.clone()))
        };
        WATCHED.with(|watched| {
            let mut watched = watched.borrow_mut();
            let before = watched.len();
            watched.extend(names.iter().filter_map(|names| {
                let places = [find(&names.0)?, find(&names.1)?];
                Some(Pair {
                    names: names.clone(),
                    places,
                    hit: false,
                })
            }));
            Self { before }
        })
    }

    /// The first pair whose two places had a gradient of one loss.
    pub(crate) fn hit(&self) -> Option<Names> {
        WATCHED.with(|watched| {
            let watched = watched.borrow();
            let mut pairs = watched.iter().skip(self.before);
            pairs.find(|pair| pair.hit).map(|pair| pair.names.clone())
        })
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let done = WATCHED.with(|watched| {
            let mut watched = watched.borrow_mut();
            let before = self.before.min(watched.len());
            watched.split_off(before)
        });
        drop(done);
    }
}

/// Looks whether both places of a pair have a gradient.
pub(crate) fn check(gradients: &<Ad as AutodiffBackend>::Gradients) {
    let has = |tensor: &DispatchTensor| {
        tensor::as_autodiff(tensor).is_some_and(|tensor| Ad::grad(&tensor, gradients).is_some())
    };
    WATCHED.with(|watched| {
        for pair in watched.borrow_mut().iter_mut() {
            pair.hit |= pair.places.iter().all(has);
        }
    });
}
