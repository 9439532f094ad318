//! What a program costs: arithmetic, bytes moved, and the memory that a replay needs.

mod cost;
mod flops;
mod layout;
mod memory;
mod peak;
mod reuse;
mod size;
mod tally;
mod traffic;

#[cfg(test)]
mod tests;

pub use cost::Cost;
pub use peak::{LiveRange, Peak};
pub(crate) use size::bytes;
pub use tally::{KindCost, StatementCost};

use crate::graph::Program;
use crate::passes::folded;
use serde::Serialize;

/// What a captured [`Program`] costs, by the shapes of its tensors alone: nothing runs.
///
/// # FLOPs
///
/// The convention is that of roofline models: **one multiply-add is 2 FLOPs**. Integers count as floats do. Results of an operation are
/// its *outputs*; `n` is the number of elements that go into one of them.
///
/// | Operations | FLOPs |
/// |---|---|
/// | elementwise arithmetic, rounding, absolute value, sign, bits, maximum with a number (`relu`, `clamp_min`) | 1 per output; `clamp` 2 |
/// | transcendental functions: `exp`, `log`, `sin`, `tanh`, `erf`, `sqrt`, `recip`, powers, .. | 1 per output |
/// | `sum`, `prod`, `max`, `min`, `argmax`, `argmin`, over all or along dimensions | n - 1 per output |
/// | `mean`; `max_abs` | n per output; 2 n - 1 per output |
/// | `cumsum`, `cumprod`, `cummin`, `cummax` over lines of n | n - 1 per line |
/// | `matmul` `[.., M, K] x [.., K, N]` | 2 K per output |
/// | `linear`; with bias | 2 K per output; 1 more |
/// | gradients of `linear`: of `x`, of the weight, of the bias | 2 per output and `d_output`; 2 per element of `x` and `d_output`; as `sum` |
/// | convolution, kernel of `k` taps, `C` channels in, `g` groups; with bias | 2 k C / g per output; 1 more |
/// | gradients of a convolution: of `x` and of the weight; of the bias | 2 k C / g per element of the gradient; as `sum` |
/// | transposed convolution to `C` channels; gradient of its weight; with bias | 2 k C / g per element of `x`; the same; 1 per output more |
/// | deformable convolution; its gradient | that of the convolution and 7 (8 with a mask) per sample; two of them and 29 (33) per sample |
/// | `softmax` of lines of n; `log_softmax`; `softmin` | 5 n - 2; 5 n - 1; 6 n - 2 per line |
/// | `gelu`, `sigmoid`, `hard_sigmoid`, `log_sigmoid`, `leaky_relu`, `prelu` | 5, 4, 4, 4, 1, 1 per output |
/// | gradients of `gelu`, `sigmoid`, `log_sigmoid`, `relu` | 11, 3, 4, 0 per output |
/// | layer norm of rows of n; with beta | 6 n + 2 per row; n more |
/// | batch norm with given statistics | 4 per output, 2 per channel |
/// | attention of `S` rows to `T` keys, width `D`, values of width `V` | (2 D + 1) S T + S (5 T - 2) + 2 S T V; per score 1 more with a bias, 3 with a softcap |
/// | average pooling, window n; its gradient | n per output; n + 1 per element of the gradient |
/// | adaptive average pooling | as above, with a window of input / output, rounded up |
/// | max pooling; its gradient | n - 1 per output; 1 per element of the gradient |
/// | interpolation and grid sampling of t taps (bilinear 4, bicubic 16, Lanczos 36, nearest 0); its gradient | 2 t - 1 per output; 2 t per element of the gradient (nearest 1) |
/// | `scatter`, `select_assign`, `scatter_nd` that combine; gradient of an embedding | 1 per value |
/// | cross product | 3 per output |
/// | CTC loss over `T` steps, `N` sequences of `L` labels; its gradient | 13 T N (2 L + 1); 31 T N (2 L + 1) and 3 per output |
/// | quantize; dequantize | 4; 1 per output |
/// | all-reduce of d devices: sum; mean | d - 1; d per element |
/// | comparisons, logic, choices by a mask, sorting, top-k, casts, movement, gathering, embedding, padding, creation, random numbers | 0 |
/// | custom operations, which only their author knows | 0 |
///
/// Taps on padding and scores under a mask count: the shapes define the work, not what a kernel may skip.
///
/// # Bytes
///
/// Every operand is read once, also where it is given twice, and every result written once, as if it had a buffer of its own. A view
/// moves nothing: `swap_dims`, `permute`, `flip`, `expand`, `slice`, `unfold`, a cast to the same type, and `reshape` of elements that
/// stand side by side (of others it copies). An operand that is expanded is read as the few elements that are there. `select`, `gather` and
/// an embedding read the elements that they take, and the indices. A gradient does not read an operand that it is given for its shape.
///
/// # Memory
///
/// See [`Peak`].
///
/// # Once per session
///
/// Operations that depend on constants alone run when a session starts, and not at replays. [`Costs::total`], the costs of statements and
/// of kinds are those of one replay; [`Costs::once`] is what is left out of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Costs {
    total: Cost,
    once: Cost,
    operations: Vec<Cost>,
    folded: Vec<bool>,
    statements: Vec<StatementCost>,
    kinds: Vec<KindCost>,
    peak: Peak,
}

impl Program {
    /// What the program costs: FLOPs, bytes, and the memory that a replay needs. See [`Costs`] for what is counted and how.
    ///
    /// ```
    /// use burn::prelude::*;
    /// use capture_runtime::prelude::*;
    ///
    /// #[capture_program]
    /// fn layer(x: Tensor<2>, w: Tensor<2>) -> Tensor<2> {
    ///     x.matmul(w).exp()
    /// }
    ///
    /// let program = layer::capture(TensorSpec::float([8, 16]), TensorSpec::float([16, 4]))?;
    /// let costs = program.costs();
    /// // 32 results of 16 multiply-adds, and an exponential of each.
    /// assert_eq!(costs.total().flops, 32 * 16 * 2 + 32);
    /// assert_eq!(costs.kinds()[0].name, "matmul");
    /// // The exponential is written over the product.
    /// assert_eq!(costs.peak().allocated, 32 * 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn costs(&self) -> Costs {
        let folded = folded(self);
        let mut layouts = traffic::Layouts::default();
        let operations: Vec<Cost> = self
            .operations
            .iter()
            .map(|operation| Cost {
                flops: flops::flops(&operation.ir),
                ..traffic::traffic(&operation.ir, &mut layouts)
            })
            .collect();
        let sum = |once: bool| -> Cost {
            let each = operations.iter().zip(&folded);
            each.filter(|(_, folded)| **folded == once)
                .map(|(cost, _)| cost)
                .sum()
        };
        Costs {
            total: sum(false),
            once: sum(true),
            statements: tally::by_statement(self, &operations, &folded),
            kinds: tally::by_kind(self, &operations, &folded),
            peak: memory::peak(self, &folded),
            operations,
            folded,
        }
    }
}

impl Costs {
    /// What one replay costs.
    pub fn total(&self) -> Cost {
        self.total
    }

    /// What the operations cost that run once per session, since they depend on constants alone. They are not in the total.
    pub fn once(&self) -> Cost {
        self.once
    }

    /// The cost of each operation, in the order of [`Program::operations`]; those that run once per session among them.
    pub fn operations(&self) -> &[Cost] {
        &self.operations
    }

    /// Whether an operation runs once per session; false where there is none at `index`.
    pub fn runs_once(&self, index: usize) -> bool {
        self.folded.get(index).copied().unwrap_or(false)
    }

    /// Costs by statement, in the order in which the statements first appear. Operations without a statement are together.
    pub fn statements(&self) -> &[StatementCost] {
        &self.statements
    }

    /// Costs by name of operation: the most FLOPs first, then the most bytes, then by name.
    pub fn kinds(&self) -> &[KindCost] {
        &self.kinds
    }

    /// The moment at which a replay holds the most memory.
    pub fn peak(&self) -> &Peak {
        &self.peak
    }
}
