//! The moments that Adam and AdamW share.

use super::memory::Moments;
use burn::tensor::Tensor;

/// The decay rates of the moments.
#[derive(Clone, Copy)]
pub(super) struct Adaptive {
    pub(super) beta_1: f32,
    pub(super) beta_2: f32,
    pub(super) amsgrad: bool,
}

impl Adaptive {
    /// The names of the moments, in the order in which [`Self::advance`] visits them.
    pub(super) fn names(self) -> &'static [&'static str] {
        if self.amsgrad {
            &["moment_1", "moment_2", "max_moment_2"]
        } else {
            &["moment_1", "moment_2"]
        }
    }

    /// Folds a gradient into the moments: the mean of the gradients, and the mean of their squares that divides
    /// it (its maximum so far with AMSGrad).
    ///
    /// Moments are zero before the first step, where Burn has none: `0 · β + g · (1 − β)` is `g · (1 − β)` to the bit, and the maximum of zero
    /// and a square is the square.
    pub(super) fn advance<const D: usize>(
        self,
        gradient: Tensor<D>,
        moments: &mut Moments,
    ) -> (Tensor<D>, Tensor<D>) {
        let moment_1 = moments.advance(|moment| {
            let gradient = gradient.clone().mul_scalar(1.0 - self.beta_1);
            moment.mul_scalar(self.beta_1).add(gradient)
        });
        let moment_2 = moments.advance(|moment| {
            let square = gradient.square().mul_scalar(1.0 - self.beta_2);
            moment.mul_scalar(self.beta_2).add(square)
        });
        if !self.amsgrad {
            return (moment_1, moment_2);
        }
        let max_moment_2 = moments.advance(|moment| moment.max_pair(moment_2));
        (moment_1, max_moment_2)
    }
}
