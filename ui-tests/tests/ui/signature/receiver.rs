//! The session holds the receiver, and every replay uses it again.

use burn::prelude::*;
use capture_runtime::prelude::*;

struct Scale {
    by: Tensor<1>,
}

impl Scale {
    #[capture_program]
    fn forward(self, x: Tensor<1>) -> Tensor<1> { //~ ERROR a captured method must take `&self` or `&mut self` [CP0103]
        x * self.by
    }
}

fn main() {}
