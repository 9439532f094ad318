//! Questions that code shared by eager and captured runs may ask of a tensor.

use crate::tensor::{self, Place};
use burn::tensor::{Tensor, kind::Basic};

/// Whether `tensor` belongs to a program that is being captured.
///
/// In the body of a program, `if !is_placeholder(&loss) { println!("{loss}") }` is legal: what it guards is left out
/// of the capturing copy. [`eager_only!`](crate::eager_only) says the same without a tensor.
pub fn is_placeholder<const D: usize, K: Basic>(tensor: &Tensor<D, K>) -> bool {
    tensor::place(&tensor::erase(tensor.clone())) == Place::Capture
}

/// Whether `tensor` has a value that can be moved to another device.
///
/// A tensor on a device always can. Of the tensors of a program, only constants can, and only onto the capture device.
pub fn can_move<const D: usize, K: Basic>(tensor: &Tensor<D, K>) -> bool {
    tensor::has_value(&tensor::erase(tensor.clone()))
}

/// Runs its body in eager runs and leaves it out of captured programs, in helpers that a program calls as well.
///
/// ```
/// use capture_runtime::eager_only;
///
/// eager_only! { println!("printed by eager runs only"); }
/// ```
#[macro_export]
macro_rules! eager_only {
    ($($body:tt)*) => {
        if !$crate::__private::capturing() {
            $($body)*
        }
    };
}
